package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"molly/internal/skeleton"
)

// A session with molly watch: saves of all kinds, and what it says of them.
func TestWatch(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two seconds")
	}
	folder := t.TempDir()
	file, part := filepath.Join(folder, "lock.ded"), filepath.Join(folder, "part.ded")
	working := skeleton.Text("lock") + "include \"part.ded\";\n"
	failing := strings.Replace(working, "crashes=0 nodes", "crashes=1 nodes", 1)
	put(t, part, "// nothing yet\n")
	put(t, file, working)

	w := startWatch(t, folder, "lock.ded", "--report", "page", "--draw", "run.svg")
	w.sees(t, "certified: ", "ok    lock.ded  2 expectations", "Watching lock.ded, part.ded. Ctrl-C ends it.")
	if page, err := os.ReadFile(filepath.Join(folder, "page", "index.html")); err != nil || !strings.Contains(string(page), "certified") {
		t.Errorf("no page of a certificate: %v", err)
	}

	put(t, file, failing)
	w.sees(t, "--- changed: lock.ded", "counterexample: ", "--- FAIL: lock.ded:9 ⟨6,4,1⟩ → certified",
		"changed\n  before  certified under ⟨6,4,0⟩\n  now     counterexample {C(server,2)} under ⟨6,4,1⟩\n")
	for _, name := range []string{"run.svg", "page/index.html"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !strings.Contains(string(text), "server") {
			t.Errorf("no %s of the counterexample: %v", name, err)
		}
	}

	// An included file, saved as editors do: a new one takes its name.
	put(t, part+".new", "never(C, C) :- has(C, _);\n")
	if err := os.Rename(part+".new", part); err != nil {
		t.Fatal(err)
	}
	w.sees(t, "--- changed: part.ded", "  before  counterexample {C(server,2)} under ⟨6,4,1⟩\n  now     counterexample {} under ⟨6,4,1⟩\n")

	// What is wrong is told, and the next save is waited for.
	put(t, part, "never(C, C :- has(C, _);\n")
	w.sees(t, "part.ded:1:12: error: ", "no verdict: 1 error\n  the last one was: counterexample {} under ⟨6,4,1⟩\n")
	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	w.sees(t, "cannot find \"part.ded\"", "no verdict: 1 error")
	put(t, part, "")
	w.sees(t, "  now     counterexample {C(server,2)} under ⟨6,4,1⟩\n")

	// A search that is still at work is ended by a save, and says nothing.
	put(t, file, joins)
	w.sees(t, "--- changed: lock.ded")
	time.Sleep(200 * time.Millisecond)
	put(t, file, failing)
	w.sees(t, "--- changed: lock.ded", "unchanged: counterexample {C(server,2)} under ⟨6,4,1⟩\n")
	if all := w.text(); strings.Contains(all, "unknown: ") || strings.Contains(all, "interrupted") || strings.Contains(all, "\x1b") {
		t.Errorf("it said\n%s", all)
	}
	w.interrupt(t)
}

// A bound ends a search, not the watch; the flags are those of verify.
func TestWatchBound(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	folder := t.TempDir()
	put(t, filepath.Join(folder, "a.ded"), joins)
	w := startWatch(t, folder, "a.ded", "--timeout", "200ms", "--crashes", "0")
	w.sees(t, "unknown: ", "Watching a.ded.")
	put(t, filepath.Join(folder, "a.ded"), skeleton.Text("a"))
	w.sees(t, "--- changed: a.ded", "changed\n  before  unknown under ⟨6,3,0⟩: timed out\n  now     certified under ⟨6,4,0⟩\n")
	w.interrupt(t)
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// watched is a molly watch that is at work.
type watched struct {
	*exec.Cmd
	lock sync.Mutex
	out  strings.Builder // both streams
	seen int             // of out
}

func (w *watched) Write(p []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.out.Write(p)
}

func (w *watched) text() string {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.out.String()
}

func startWatch(t *testing.T, folder string, args ...string) *watched {
	t.Helper()
	w := &watched{Cmd: exec.Command("molly", append([]string{"watch"}, args...)...)}
	w.Dir, w.Stdout, w.Stderr = folder, w, w
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Process.Kill() }) // where it has not ended before
	return w
}

// sees waits until it has said something more, in this order.
func (w *watched) sees(t *testing.T, list ...string) {
	t.Helper()
	for _, text := range list {
		for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
			rest := w.text()[w.seen:]
			if i := strings.Index(rest, text); i >= 0 {
				w.seen += i + len(text)
				break
			}
			if time.Since(begin) > 30*time.Second {
				t.Fatalf("it does not say %q, but\n%s", text, rest)
			}
		}
	}
}

// interrupt ends it.
func (w *watched) interrupt(t *testing.T) {
	t.Helper()
	if err := w.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = w.Wait() // the code is asked for below
	if code := w.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("the exit code is %d, want %d", code, exitInterrupted)
	}
}
