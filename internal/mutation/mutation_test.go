// Package mutation plants bugs to see that the tests bite. Each mutant replaces a piece
// of the source, by an overlay that leaves the files alone, and runs the quick tests of
// some packages: they must fail.
//
//	go test ./internal/mutation -plant -v -timeout 60m
package mutation

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var plant = flag.Bool("plant", false, "plant the bugs: takes many minutes")

// mutant is a planted bug.
type mutant struct {
	name     string
	file     string
	old, new string
	packages string // whose tests run
}

// caught runs the tests with the bug in place. It returns the tests that failed.
func (m mutant) caught(t *testing.T) []string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, m.file)
	mutated := filepath.Join(t.TempDir(), filepath.Base(m.file))
	if err := os.WriteFile(mutated, []byte(m.source(t, path)), 0o600); err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: mutated}})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"test", "-overlay", overlayFile, "-short", "-count=1", "-timeout=5m"}, strings.Fields(m.packages)...)
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "[build failed]") || strings.Contains(string(out), "[setup failed]") {
		t.Fatalf("the mutant does not build:\n%s", out)
	}
	if err == nil {
		return nil
	}
	var failed []string
	for _, f := range regexp.MustCompile(`(?m)^--- FAIL: (\S+)`).FindAllStringSubmatch(string(out), -1) {
		failed = append(failed, f[1])
	}
	if failed == nil { // a panic or a timeout ends the tests without that line
		failed = []string{"a crash: " + regexp.MustCompile(`(?m)^panic: .*$`).FindString(string(out))}
	}
	return failed
}

func (m mutant) source(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		t.Fatalf("%q occurs %d times in %s: the mutant must be brought up to date", m.old, n, m.file)
	}
	return strings.Replace(string(text), m.old, m.new, 1)
}

// Every mutant names a place that exists; with -plant, every one is caught.
func TestMutants(t *testing.T) {
	for _, m := range slices.Concat(mutants, orderOperators(), byHand, wide, asynchrony) {
		t.Run(m.name, func(t *testing.T) {
			if !*plant {
				m.source(t, filepath.Join("../..", m.file))
				return
			}
			failed := m.caught(t)
			if failed == nil {
				t.Errorf("survives the tests of %s", m.packages)
				return
			}
			t.Logf("caught by %s", strings.Join(failed, ", "))
		})
	}
}
