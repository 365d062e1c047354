package plant

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// source is where the module raft is.
func source(t *testing.T) string {
	t.Helper()
	dir, err := golang{t.Context(), "."}.run("list", "-m", "-f", "{{.Dir}}", raft)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Each edit fits the version of raft that go.mod names.
func TestEdits(t *testing.T) {
	dir := source(t)
	for _, b := range Bugs() {
		for _, e := range b.Edits {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(e.File)))
			if err != nil {
				t.Fatal(err)
			}
			if changed, err := e.apply(string(text)); err != nil || changed == string(text) {
				t.Errorf("%s: %v", b.Name, err)
			}
		}
	}
	for _, find := range []string{"no such words", "if "} {
		to := filepath.Join(t.TempDir(), "raft")
		if err := patch(dir, to, []Edit{{"raft.go", find, ""}}); err == nil || !strings.Contains(err.Error(), "should be there once") {
			t.Errorf("%q: %v", find, err)
		}
	}
}

func TestFind(t *testing.T) {
	if b, err := Find("46"); err != nil || b.Name != "46" {
		t.Error(b, err)
	}
	if _, err := Find("47"); err == nil || !strings.Contains(err.Error(), `there is no bug "47"; there are 45, 46,`) {
		t.Error(err)
	}
}

// tooFew is an execution in which an entry that one of three nodes has must not be committed.
const tooFew = `
fire S1 elect
deliver S1 S2 Vote
deliver S2 S1
fire S3 elect
fire S3 elect
deliver S3 S2 Vote
deliver S3 S2 Vote
deliver S2 S3
deliver S2 S3
`

// alone reports whether a leader of a program lacks what S3 has committed by itself, since it was the only member once.
func alone(t *testing.T, program string) bool {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, "step", "--nodes=3", "-v", "--script=testdata/alone.step").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Contains(string(out), "violation: S1 leads term 3 without the entry of index 7, which S3 has committed")
}

// A program that was built with a bug has it, and the one without does not.
func TestBuild(t *testing.T) {
	for name, violated := range map[string]bool{"42": true, "": false} {
		b := Bug{Name: name}
		if name != "" {
			var err error
			if b, err = Find(name); err != nil {
				t.Fatal(err)
			}
		}
		file := filepath.Join(t.TempDir(), "program")
		if err := Build(t.Context(), ".", b, file); err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), file, "step", "--nodes=3", "-v")
		c.Stdin = strings.NewReader(tooFew)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if got := strings.Contains(string(out), "violation: S3 leads term 3 without the entry of index 2, which S1 has committed"); got != violated {
			t.Errorf("with bug %q: %s", name, out)
		}
		if name == "" && alone(t, file) {
			t.Error("a follower that was alone commits")
		}
		text, err := exec.CommandContext(t.Context(), file, "--help").Output()
		if want := fmt.Sprintf("with bug %s\n", name); err != nil || strings.Contains(string(text), want) != violated {
			t.Errorf("%v: %s", err, text)
		}
	}
}

// What the go command says about a bug that cannot be compiled is part of the error, and no file is made.
func TestBuildFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "program")
	b := Bug{Name: "nonsense", Edits: []Edit{{"log.go", "case ci == 0:", "case cj == 0:"}}}
	if err := Build(t.Context(), ".", b, file); err == nil || !strings.Contains(err.Error(), "undefined: cj") {
		t.Error(err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Error(err)
	}
}
