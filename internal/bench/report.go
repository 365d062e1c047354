package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// report is all that one call of the benchmark measured.
type report struct {
	Schema  int     `json:"schema"`
	Date    string  `json:"date"`
	Commit  string  `json:"commit"`
	Machine machine `json:"machine"`

	Sizes   []measurement `json:"sizes"`
	Library []measurement `json:"library"`
	Hard    []measurement `json:"hard,omitempty"`
	Kinds   []measurement `json:"kinds,omitempty"`
	// Start is `molly --version`.
	Start *process `json:"start,omitempty"`
}

// machine is what the times depend on.
type machine struct {
	CPU      string  `json:"cpu"`
	Cores    int     `json:"cores"`
	MemoryMB float64 `json:"memoryMB"`
	Load     float64 `json:"load"` // how many processes ran at the start, on average over a minute
	Go       string  `json:"go"`
	Clingo   string  `json:"clingo,omitempty"`
}

func (m machine) String() string {
	text := fmt.Sprintf("%s, %d cores, %.0f GB, %s", m.CPU, m.Cores, m.MemoryMB/1024, m.Go)
	if m.Clingo != "" {
		text += ", clingo " + m.Clingo
	}
	if m.Load >= 0.5 {
		text += fmt.Sprintf("; busy with other things (load %.1f)", m.Load)
	}
	return text
}

func newReport(ctx context.Context) *report {
	r := &report{Schema: 1, Date: time.Now().UTC().Format("2006-01-02 15:04 UTC"), Commit: "unknown"}
	r.Machine = machine{CPU: "unknown processor", Cores: runtime.NumCPU(), Go: runtime.Version()}
	if out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output(); err == nil {
		r.Commit = strings.TrimSpace(string(out))
	}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if name := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindSubmatch(text); name != nil {
			r.Machine.CPU = string(name[1])
		}
	}
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		r.Machine.MemoryMB = field(bytes.NewReader(text), "MemTotal:") / 1024
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		r.Machine.Load = field(bytes.NewReader(text), "")
	}
	if out, err := exec.CommandContext(ctx, "clingo", "--version").Output(); err == nil {
		if version := regexp.MustCompile(`clingo version (\S+)`).FindSubmatch(out); version != nil {
			r.Machine.Clingo = string(version[1])
		}
	}
	return r
}

// contradictionError says that two tools gave different answers to one question.
type contradictionError struct{ question, here, there string }

func (e *contradictionError) Error() string {
	return fmt.Sprintf("%s: %s here, %s in a process of its own", e.question, e.here, e.there)
}

// contradiction returns the first question to which there are two answers.
func (r *report) contradiction() error {
	for _, list := range [][]measurement{r.Sizes, r.Library, r.Hard, r.Kinds} {
		for _, m := range list {
			for _, p := range []*process{m.Molly, m.Clingo} {
				if p.answered() && m.Ended == "" && p.Answer != m.Verdict {
					return &contradictionError{m.Question, m.Verdict, p.Answer}
				}
			}
		}
	}
	return nil
}
