package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"molly/dedalus"
	"molly/export/asp"
	"molly/export/text"
)

// process is what a whole process took, start-up included.
type process struct {
	Answer   string  `json:"answer"` // "certified", "counterexample"; or why there is none
	Repeats  int     `json:"repeats"`
	MinMs    float64 `json:"minMs"`
	MedianMs float64 `json:"medianMs"`
	CPUMs    float64 `json:"cpuMs"` // the least processor time, which other processes disturb less
}

// tools are the programs that questions are put to as whole processes.
type tools struct {
	dir     string // for files that they read
	molly   string
	clingo  string // empty where it is not installed
	repeats int
	timeout time.Duration
}

// newTools builds molly from the sources of the folder that the benchmark runs in.
func newTools(ctx context.Context, dir string, repeats int, timeout time.Duration) (*tools, error) {
	t := &tools{dir: dir, molly: filepath.Join(dir, "molly"), repeats: repeats, timeout: timeout}
	build := exec.CommandContext(ctx, "go", "build", "-o", t.molly, "./cmd/molly")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("molly cannot be built; run the benchmark from the top of the project: %w\n%s", err, out)
	}
	if path, err := exec.LookPath("clingo"); err == nil {
		t.clingo = path
	}
	return t, nil
}

// arguments are a question on molly's command line.
func (t *tools) arguments(q task) ([]string, error) {
	var files []string
	if q.program.Text != "" {
		file := filepath.Join(t.dir, "question.ded")
		if err := os.WriteFile(file, []byte(q.program.Text), 0o600); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	files = append(files, q.program.Library...)
	files = append(files, "-t", strconv.Itoa(q.spec.EOT), "-f", strconv.Itoa(q.spec.EFF), "-c", strconv.Itoa(q.spec.Crashes),
		"-N", strings.Join(q.program.Nodes, ","))
	return append(files, text.WiderFlags(q.spec, dedalus.Settings{})...), nil
}

// verify puts a question to molly.
func (t *tools) verify(ctx context.Context, q task) (*process, error) {
	args, err := t.arguments(q)
	if err != nil {
		return nil, err
	}
	return t.time(ctx, t.molly, append([]string{"verify"}, args...), func(code int, _ string) string {
		switch code {
		case 0:
			return "certified"
		case 1:
			return "counterexample"
		case 3:
			return "unknown"
		}
		return fmt.Sprintf("exit code %d", code)
	})
}

// ask puts a question to clingo, as `molly compile --to asp` translates it. That command
// first looks whether all numbers fit the 32 bits of clingo's integers, which takes as long as
// answering; those of the questions here do. ask returns nil where there is no clingo.
func (t *tools) ask(ctx context.Context, q task) (*process, error) {
	if t.clingo == "" {
		return nil, nil
	}
	p, err := q.program.Parse()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(t.dir, "question.lp")
	question := asp.Question{Program: p, Nodes: q.program.Nodes, Spec: q.spec}.Text()
	if err := os.WriteFile(file, []byte(question), 0o600); err != nil {
		return nil, err
	}
	// clingo has no memory limit. $0 is clingo, $1 the file.
	bounded := []string{"-c", fmt.Sprintf("ulimit -v %d; exec \"$0\" \"$1\" --quiet=2", clingoMemory), t.clingo, file}
	return t.time(ctx, "/bin/sh", bounded, func(_ int, out string) string {
		switch {
		case strings.Contains(out, "UNSATISFIABLE"):
			return "certified"
		case strings.Contains(out, "SATISFIABLE"):
			return "counterexample"
		}
		return "no answer"
	})
}

// clingoMemory is how many KB clingo may use.
const clingoMemory = 12 << 20

// start measures how long molly takes to do nothing.
func (t *tools) start(ctx context.Context) (*process, error) {
	return t.time(ctx, t.molly, []string{"--version"}, func(code int, _ string) string { return fmt.Sprintf("exit code %d", code) })
}

// time runs a program several times, and more often where that is quick, for
// starting a process takes now longer and now shorter. answer reads its exit code and output.
func (t *tools) time(ctx context.Context, path string, args []string, answer func(int, string) string) (*process, error) {
	p := &process{}
	var samples []float64
	begin := time.Now()
	for len(samples) < 4*t.repeats && (len(samples) < t.repeats || time.Since(begin) < enough/4) && (len(samples) == 0 || time.Since(begin) < enough) {
		limited, cancel := context.WithTimeout(ctx, t.timeout)
		c := exec.CommandContext(limited, path, args...)
		start := time.Now()
		out, err := c.Output()
		took := milliseconds(time.Since(start))
		late := limited.Err() != nil
		cancel()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			return nil, err
		}
		samples = append(samples, took)
		cpu := milliseconds(c.ProcessState.UserTime() + c.ProcessState.SystemTime())
		if len(samples) == 1 || cpu < p.CPUMs {
			p.CPUMs = cpu
		}
		p.Answer = answer(c.ProcessState.ExitCode(), string(out))
		if late {
			p.Answer = fmt.Sprintf("not in %v", t.timeout)
			break
		}
	}
	slices.Sort(samples)
	p.Repeats, p.MinMs, p.MedianMs = len(samples), smallest(samples), median(samples)
	return p, nil
}
