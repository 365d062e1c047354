package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	everyBound = flag.Bool("bounds", false, "TestBounds: all hard inputs and commands, and print a table (docs/testing.md)")
	onlyBound  = flag.String("bound", "", "TestBounds: only commands that have this text in them, or in the name of their input")
)

// allowed is how much computing time a command may use after its bound: less than a second's,
// and what the machine's other work makes of it.
const allowed = time.Second

// starved is so little processor time that the machine must have been busy with other things.
const starved = 200 * time.Millisecond

// TestBounds holds the promise of the bounds: each command ends within a second of its
// --timeout, and of an interrupt, on inputs each of which is very hard in one phase. It does
// so by itself, not by the backstop. What is measured is the processor time after the
// end of the time, for the machine may be busy.
func TestBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	limit := 250 * time.Millisecond
	if *everyBound {
		limit = 1500 * time.Millisecond
	}
	for _, h := range hardInputs() {
		commands := h.command
		if !*everyBound && *onlyBound == "" {
			if !h.quick {
				continue
			}
			commands = commands[:2]
		}
		program := filepath.Join(t.TempDir(), "hard.ded")
		if h.source != "" {
			if err := os.WriteFile(program, []byte(h.source), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if h.flags != "" {
			program = filepath.Join("testdata", h.flags)
		}
		for i, command := range commands {
			if *onlyBound != "" && !strings.Contains(command, *onlyBound) && !strings.Contains(h.name, *onlyBound) {
				continue
			}
			for _, signal := range []bool{false, true} {
				if !*everyBound && *onlyBound == "" && signal != (i > 0) {
					continue // both end the same context: one command has a time, the next an interrupt
				}
				e := boundedEnd(t, program, command, limit, signal)
				how := "--timeout"
				if signal {
					how = "SIGINT"
				}
				if *everyBound {
					fmt.Printf("| %s | %s | %s | %s |\n", h.name, strings.ReplaceAll(command, "|", "\\|"), how, e)
				}
				if problem := e.problem(signal, h.ends); problem != "" {
					t.Errorf("%s: molly %s, %s: %s (%s)\n%s", h.name, command, how, problem, e, e.stderr)
				}
			}
		}
	}
}

// end is how a command ended.
type end struct {
	early  bool // it ended before its time
	code   int
	used   time.Duration // processor time before the end of the time
	after  time.Duration // processor time after the end of the time
	wall   time.Duration // the same by the clock
	stderr string
}

func (e end) String() string {
	if e.early {
		return fmt.Sprintf("ended by itself | code %d", e.code)
	}
	return fmt.Sprintf("%.2f s, %.2f s by the clock | code %d", e.after.Seconds(), e.wall.Seconds(), e.code)
}

// problem says what is wrong with it.
func (e end) problem(signal, ends bool) string {
	want := []int{exitInconclusive, exitCounterexample, exitOK}
	if signal {
		want = []int{exitInterrupted}
	}
	switch {
	case e.early && *everyBound && !ends && e.code != exitInconclusive: // a report ends its search before
		return "it is not hard"
	case e.early:
		return "" // a fast machine
	case strings.Contains(e.stderr, "did not stop") && e.after > starved:
		return "the backstop ended it"
	case e.code < 0 && e.used < starved:
		return "" // it had not begun to listen
	case min(e.after, e.wall) > allowed: // several cores, or a busy machine
		return "it took too long"
	case !slices.Contains(want, e.code):
		return fmt.Sprintf("the code is not in %v", want)
	}
	return ""
}

// boundedEnd runs a command with a bound, or interrupts it after as long.
func boundedEnd(t *testing.T, program, command string, limit time.Duration, signal bool) end {
	t.Helper()
	dir := t.TempDir()
	if strings.Contains(command, "test DIR") {
		if err := os.Link(program, filepath.Join(dir, "hard.ded")); err != nil {
			t.Fatal(err)
		}
	}
	var args []string
	for _, a := range splitCommand(command) {
		if a == "FILE" {
			args = append(args, strings.Fields(program)...)
			continue
		}
		args = append(args, strings.ReplaceAll(a, "DIR", dir))
	}
	if !signal {
		args = append(args, "--timeout", limit.String())
	}
	args = append(args, "--max-memory", "3GB")
	cmd := exec.Command("molly", args...)
	if !*everyBound {
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // until its end it uses what it gets
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan time.Time, 1)
	go func() {
		_ = cmd.Wait() // the code is asked for below
		ended <- time.Now()
	}()
	var e end
	var over time.Time
	select {
	case over = <-ended:
		e.early = true
	case <-time.After(time.Until(start.Add(limit))):
		e.used = processorTime(cmd.Process.Pid)
		if signal {
			_ = cmd.Process.Signal(syscall.SIGINT) // it may have ended right now
		}
		select {
		case over = <-ended:
		case <-time.After(time.Minute):
			_ = cmd.Process.Kill() // how it ends is not in question any more
			over = <-ended
		}
	}
	s := cmd.ProcessState
	e.code, e.stderr = s.ExitCode(), stderr.String()
	e.after, e.wall = s.UserTime()+s.SystemTime()-e.used, over.Sub(start)-limit
	return e
}

// splitCommand splits a command at spaces, but for those in quotes.
func splitCommand(text string) (list []string) {
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

// processorTime is what a process has used.
func processorTime(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0 // it has just ended
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100 // USER_HZ
}
