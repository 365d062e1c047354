package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A command evaluates a program once: so many evaluators are made, spaces built, and executions run.
// Two evaluators are needed where something is shown at every time, since that of a search leaves
// out what the invariant alone reads before EOT. A binary that counts its statements tells.
func TestEvaluations(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a binary")
	}
	folder := t.TempDir()
	molly := filepath.Join(folder, "molly")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-cover", "-covermode=count", "-coverpkg=molly/eval,molly/cmd/molly", "-o", molly, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command("go", "tool", "-n", "covdata").Output()
	if err != nil {
		t.Fatal(err)
	}
	covdata := strings.TrimSpace(string(out))
	for _, c := range []struct {
		command                  string
		evaluators, spaces, runs int
	}{
		{"verify delivery/simple", 1, 1, 2},
		{"verify delivery/simple --draw DIR/a.svg --report DIR/a", 2, 1, 4},
		{"draw delivery/simple --counterexample --difference -o DIR/b.svg", 2, 1, 4},
		{"report delivery/simple -o DIR/c", 2, 1, 6},
		{"run delivery/simple --omit a:b:1", 1, 0, 1},
		{"explain delivery/simple --omit a:b:1", 1, 1, 1},
		{"hazard delivery/simple", 1, 1, 3},
		{"count delivery/simple", 1, 1, 1},
		{"test delivery/simple", 5, 5, 7}, // five expectations
	} {
		counters := filepath.Join(folder, "counters")
		if err := os.MkdirAll(counters, 0o777); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(molly, strings.Fields(strings.ReplaceAll(c.command, "DIR", folder))...)
		cmd.Env = append(os.Environ(), "GOCOVERDIR="+counters)
		if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() > exitCounterexample {
			t.Fatalf("molly %s: %v\n%s", c.command, err, out)
		}
		got := evaluations(t, covdata, counters)
		if want := fmt.Sprint(c.evaluators, c.spaces, c.runs); got != want {
			t.Errorf("molly %s: evaluators, spaces and runs are %s, not %s", c.command, got, want)
		}
		if err := os.RemoveAll(counters); err != nil {
			t.Fatal(err)
		}
	}
}

// evaluations reads how often a command made an evaluator, built a space, and ran or resumed an
// execution.
func evaluations(t *testing.T, covdata, counters string) string {
	t.Helper()
	profile := filepath.Join(counters, "profile")
	if out, err := exec.Command(covdata, "textfmt", "-i="+counters, "-o", profile).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	entered := func(file, function string) int {
		source, err := os.ReadFile(filepath.Join("../../eval", file))
		if err != nil {
			t.Fatal(err)
		}
		before, _, found := strings.Cut(string(source), "\nfunc "+function+"(")
		if !found {
			t.Fatalf("eval/%s has no %s", file, function)
		}
		line := strings.Count(before, "\n") + 2
		m := regexp.MustCompile(fmt.Sprintf(`(?m)^molly/eval/%s:%d\..* (\d+)$`, regexp.QuoteMeta(file), line)).FindSubmatch(text)
		if m == nil {
			t.Fatalf("nothing is counted at eval/%s:%d", file, line)
		}
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	runs := entered("run.go", "(e *Evaluator) Run") + entered("run.go", "(e *Evaluator) Resume")
	return fmt.Sprint(entered("compile.go", "New"), entered("space.go", "(e *Evaluator) Space"), runs)
}
