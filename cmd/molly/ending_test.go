package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"molly/eval"
	"molly/verify"
)

// An interrupt ends a search cleanly, with its own code.
func TestInterrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two seconds")
	}
	late := filepath.Join(t.TempDir(), "late.ded") // an early scenario of the enumeration violates it
	program := `// molly: eot=12 eff=11 nodes=a,b,c
say("a", "b")@10; got(M)@async :- say(N, M), N != ""; pre(M) :- say(_, M)@10; post(M) :- got(M)@11;`
	if err := os.WriteFile(late, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"verify", "delivery/ack", "--eot", "8", "--eff", "7", "--strategy", "exhaustive"}, "unknown: "},
		{[]string{"verify", "delivery/ack", "--eot", "8", "--eff", "7", "--strategy", "exhaustive", "--json"}, `"reason":"interrupted"`},
		{[]string{"verify", late, "--strategy", "exhaustive"}, "counterexample: "},
		{[]string{"explore", "agreement/paxos", "--eot", "4"}, "undecided: "},
		{[]string{"explore", "agreement/paxos", "--eot", "4", "--lockstep", "--json"}, `"reason":"interrupted"`},
		{[]string{"explore", "commit/2pc", "--eot", "6", "--budget", "1000000000"}, "the search for fewer: interrupted"},
		{[]string{"fuzz", "raft", "--runs", "1000000"}, "no violation"},
		{[]string{"fuzz", "lock", "--bug", "any-unlock", "--runs", "1000000", "--until", "0", "--json"}, `"ended":"interrupted"`},
		{[]string{"fuzz", "lock", "--bug", "any-unlock", "--time", "1h", "--until", "0"}, "two hold the lock"},
	} {
		for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			problem := patiently(func(patience time.Duration) string { return interrupted(t, patience, signal, c.want, c.args) })
			if problem != "" {
				t.Errorf("%v: %v %s", c.args, signal, problem)
			}
		}
	}
}

// patiently tries again what has a problem: a slow machine may need longer until there is something to interrupt.
func patiently(try func(patience time.Duration) (problem string)) (problem string) {
	for _, patience := range []time.Duration{150 * time.Millisecond, time.Second, 5 * time.Second} {
		if problem = try(patience); problem == "" {
			return ""
		}
	}
	return problem
}

// interrupted sends a call two signals, as come from a shell and from a wrapper, and
// says what is wrong with how it ends.
func interrupted(t *testing.T, patience time.Duration, signal os.Signal, want string, args []string) string {
	t.Helper()
	cmd := exec.Command("molly", args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(patience)
	for range 2 {
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait() // the code is asked for below
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		return fmt.Sprintf("ends with %d, want %d\n%s", code, exitInterrupted, stderr.String())
	}
	out := stdout.String()
	if !strings.Contains(out, want) || !strings.Contains(out, "interrupted") || strings.Contains(out, "certified") {
		return "prints\n" + out
	}
	return ""
}

// An interrupt also ends the wait for a program from standard input.
func TestInterruptedInput(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a moment")
	}
	waiting(t, "check", "-")
}

// waiting interrupts a call that waits for its standard input.
func waiting(t *testing.T, args ...string) {
	t.Helper()
	problem := patiently(func(patience time.Duration) string {
		cmd := exec.Command("molly", args...)
		if _, err := cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(patience)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // the code is asked for below
		if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
			return fmt.Sprintf("the code is %d, want %d", code, exitInterrupted)
		}
		return ""
	})
	if problem != "" {
		t.Errorf("%v: %s", args, problem)
	}
}

// One interrupt ends what cannot listen to it, too, such as a write that nobody reads.
func TestInterruptedWrite(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two seconds")
	}
	long := filepath.Join(t.TempDir(), "long.ded")
	program := `// molly: eot=40000 eff=0 nodes=a
p("a", "b")@1; p(N, X)@next :- p(N, X);`
	if err := os.WriteFile(long, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("molly", "run", long, "--json")
	stdout, err := cmd.StdoutPipe() // of 64 kB
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(stdout, make([]byte, 1)); err != nil { // it has begun to write
		t.Fatal(err)
	}
	signals := 0
	ended := make(chan struct{})
	go func() {
		_, _ = cmd.Process.Wait() // how it ended is asked for below
		close(ended)
	}()
	for running := true; running && signals < 5; {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		signals++
		select {
		case <-ended:
			running = false
		case <-time.After(30 * time.Second): // a busy machine takes its time
		}
	}
	if signals != 1 {
		t.Errorf("%d interrupts end it, want 1", signals)
	}
}

// On a terminal there is colour, and a bar that goes away; NO_COLOR takes the colour.
func TestTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("there is no script(1) to make a terminal")
	}
	terminal := func(command string, env ...string) string {
		cmd := exec.Command("script", "-qec", "stty cols 100 rows 30; "+command, "/dev/null")
		cmd.Env = append(append(os.Environ(), "TERM=xterm", "NO_COLOR="), env...)
		out, _ := cmd.CombinedOutput() // the code is that of the command
		return string(out)
	}
	out := terminal("molly verify delivery/ack --eot 8 --eff 7 --strategy exhaustive --timeout 1200ms")
	if bar := regexp.MustCompile(`executions, [0-9.]+ s `); !bar.MatchString(out) || !strings.Contains(out, "\x1b[J\x1b[33;1munknown\x1b[0m") {
		t.Errorf("no bar, or one that stays, or no colour:\n%q", out)
	}
	out = terminal("molly run delivery/simple", "NO_COLOR=1")
	if strings.Contains(out, "\x1b") || !strings.Contains(out, "│") {
		t.Errorf("colour in spite of NO_COLOR, or no boxes:\n%q", out)
	}
	out = terminal("molly run delivery/simple", "TERM=dumb")
	if strings.Contains(out, "\x1b") || strings.Contains(out, "│") {
		t.Errorf("too much for a dumb terminal:\n%q", out)
	}
}

// A panic is an error of the tool, which says so.
func TestPanic(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := run([]string{"verify", "-", "--eot", "1", "--eff", "0"}, panicking{}, &stdout, &stderr)
	if code != exitInternal || !strings.Contains(stderr.String(), "Please report it") || stdout.Len() > 0 {
		t.Errorf("code %d\n%s%s", code, stdout.String(), stderr.String())
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("a planted bug") }

// A list is written as it grows: the first counterexample before the last is known.
func TestListStreams(t *testing.T) {
	for _, more := range []string{"--group", "--json", "--strategy=ldfi"} {
		var w writes
		var stderr bytes.Buffer
		code := run([]string{"verify", "delivery/classic", "--crashes", "1", "--all", more}, nil, &w, &stderr)
		if code != exitCounterexample || w.n < 4 {
			t.Errorf("%s: code %d, %d writes: %s", more, code, w.n, stderr.String())
		}
	}
	var stderr bytes.Buffer
	if code := run([]string{"verify", "delivery/classic", "--all"}, nil, full{}, &stderr); code != exitInternal {
		t.Errorf("a full disk: code %d: %s", code, stderr.String())
	}
}

// writes counts the writes of something.
type writes struct{ n int }

func (w *writes) Write(p []byte) (int, error) {
	if len(p) > 0 {
		w.n++
	}
	return len(p), nil
}

// A result that cannot be written is no success.
func TestFullDisk(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{"verify", "delivery/ack"}, nil, full{}, &stderr)
	if code != exitInternal || !strings.Contains(stderr.String(), "cannot be written: no space") {
		t.Errorf("code %d: %s", code, stderr.String())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

// The table of exit codes, error by error.
func TestClassify(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
	}{
		{nil, exitOK},
		{ended(exitCounterexample), exitCounterexample},
		{usageError("no"), exitUsage},
		{io.ErrUnexpectedEOF, exitUsage},
		{fmt.Errorf("further up: %w", &verify.InternalError{Text: "contradiction"}), exitInternal},
		{&eval.LimitError{What: "facts", Rule: -1}, exitInconclusive},
		{context.DeadlineExceeded, exitInconclusive},
		{fmt.Errorf("further up: %w", context.Canceled), exitInterrupted},
	} {
		if got := classify(c.err); got.code != c.code || (c.code > 1) != (got.text != "") {
			t.Errorf("%v: code %d with %q, want %d", c.err, got.code, got.text, c.code)
		}
	}
}

// The debugger ends with an interrupt, well, and with its terminal; so do the processes that it has started.
func TestDebuggerEnds(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: no process is debugged")
	}
	for _, c := range []struct {
		signal syscall.Signal
		code   int // -1: ended by the signal
	}{{syscall.SIGINT, exitOK}, {syscall.SIGHUP, -1}} {
		file := filepath.Join(t.TempDir(), "pid")
		node := filepath.Join(t.TempDir(), "node.py")
		text := "import os, sys\nopen(" + strconv.Quote(file) + ", 'w').write(str(os.getpid()))\n" +
			"for line in sys.stdin: print('{\"msgtype\":\"response\"}', flush=True)\n"
		if err := os.WriteFile(node, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("molly", "debug", "--process", "a="+python+" "+node, "--browser=false")
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(stdout).ReadString('\n')
		if err != nil || !strings.Contains(line, "http://127.0.0.1:") {
			t.Fatalf("%q, %v", line, err)
		}
		if err := cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			_ = cmd.Process.Kill()
			t.Fatalf("%v does not end the debugger", c.signal)
		}
		if code := cmd.ProcessState.ExitCode(); code != c.code {
			t.Errorf("%v: the code is %d, want %d", c.signal, code, c.code)
		}
		pid, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(string(pid))
		if err != nil {
			t.Fatal(err)
		}
		p, err := os.FindProcess(n)
		if err != nil {
			t.Fatal(err)
		}
		gone := false
		for begin := time.Now(); time.Since(begin) < time.Minute; {
			if gone = p.Signal(syscall.Signal(0)) != nil; gone {
				break
			}
			time.Sleep(25 * time.Millisecond)
		}
		if !gone {
			t.Errorf("%v: the process goes on without the debugger", c.signal)
		}
	}
}
