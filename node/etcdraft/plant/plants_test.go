package plant

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"molly/node/trace"
)

var plants = flag.Int("plants", 0, "find and reduce each bug from so many seeds, for the table of the README (minutes)")

// built is a program that was built, with flags that it always has.
type built struct {
	file  string
	flags []string
}

func (p built) run(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	c := exec.CommandContext(t.Context(), p.file, append(args, p.flags...)...)
	text, err := c.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if code := c.ProcessState.ExitCode(); code > 1 {
		t.Fatalf("%s: %d: %s%s", strings.Join(args, " "), code, text, exit.Stderr)
	}
	return string(text), c.ProcessState.ExitCode()
}

// fuzz makes random executions until one violates something, and returns its trace; "" where none does.
func (p built) fuzz(t *testing.T, b Bug, seed, runs int) (file, said string) {
	t.Helper()
	dir := t.TempDir()
	plan, err := json.Marshal(b.Plan)
	if err != nil {
		t.Fatal(err)
	}
	planned := filepath.Join(dir, "plan.json")
	if err := os.WriteFile(planned, plan, 0o600); err != nil {
		t.Fatal(err)
	}
	said, code := p.run(t, "fuzz", "--plan", planned, "--seed", fmt.Sprint(seed), "--runs", fmt.Sprint(runs), "--save", dir)
	list, err := filepath.Glob(filepath.Join(dir, "*.trace"))
	if err != nil || len(list) != code {
		t.Fatalf("%v, code %d: %s", list, code, said)
	}
	if code == 0 {
		return "", said
	}
	return list[0], said
}

// size is how many events a trace has, and how many of them come from outside.
func size(t *testing.T, file string) (events, externals int) {
	t.Helper()
	r, err := trace.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Records {
		if r.Records[i].Do.External() {
			externals++
		}
	}
	return len(r.Records), externals
}

// little is a short search for something smaller.
var little = []string{"--runs=300", "--exhaust=10000"}

// row finds a bug and reduces what was found, checks the result, and returns a row of the table and what was said.
func (p built) row(t *testing.T, b Bug, seed int, search ...string) (row, text string) {
	t.Helper()
	found, said := p.fuzz(t, b, seed, 20_000)
	if found == "" {
		t.Fatalf("the bug %s is not found: %s", b.Name, said)
	}
	small := filepath.Join(t.TempDir(), "small.trace")
	text, _ = p.run(t, append([]string{"minimize", found, "-o", small}, search...)...)
	if out, code := p.run(t, "trace", "--check", small); code != 0 {
		t.Errorf("%s, seed %d: the reduced execution does not replay: %s", b.Name, seed, out)
	}
	before, outside := size(t, found)
	after, left := size(t, small)
	t.Logf("%s, seed %d:\n%s\n%s", b.Name, seed, said, text)
	if after > 30 || left > 8 || !strings.Contains(text, "is needed") {
		t.Errorf("%s, seed %d: %d events, %d from outside", b.Name, seed, after, left)
	}
	runs := regexp.MustCompile(`seed \d+, ([0-9,]+) run`).FindStringSubmatch(said)
	row = fmt.Sprintf("| %s | %d | %s | %d (%d) | %d (%d) | %s |", b.Name, seed, runs[1], before, outside, after, left, stages(text))
	return row, text
}

// stages are the events of a report up to where no event alone could be left out, the executions beside those of searches, and all.
func stages(text string) string {
	events, beside, all := "", 0, 0
	for _, m := range regexp.MustCompile(`(?m)^ *(\d+) +\d+ +(\d+) +(\d+) +(.*)$`).FindAllStringSubmatch(text, -1) {
		var n int
		fmt.Sscan(m[3], &n)
		if m[4] == "each event left out once" && events == "" {
			events = fmt.Sprintf("%s (%s)", m[1], m[2])
		}
		if all += n; m[4] != "search near it" && m[4] != "all that are shorter" {
			beside += n
		}
	}
	proved := ""
	if strings.Contains(text, "No execution with these events from outside is shorter") {
		proved = "yes"
	}
	return fmt.Sprintf("%s | %d | %d | %s", events, beside, all, proved)
}

// Each bug is found by its plan, and what was found becomes short enough to be understood. Without -plants it is two bugs, from one seed.
func TestPlants(t *testing.T) {
	seeds, search := *plants, []string(nil)
	if seeds == 0 {
		seeds, search = 1, little
	}
	table := []string{"| bug | seed | runs | found | at the end | no event alone | executions beside searches | in all | none is shorter |", "|---|---|---|---|---|---|---|---|---|"}
	for _, b := range Bugs() {
		if *plants == 0 && b.Name != "log-check" && b.Name != "lazy-disk" {
			continue
		}
		t.Run(b.Name, func(t *testing.T) {
			p := built{filepath.Join(t.TempDir(), "program"), b.Flags}
			if err := Build(t.Context(), ".", b, p.file); err != nil {
				t.Fatal(err)
			}
			for seed := 1; seed <= seeds; seed++ {
				row, _ := p.row(t, b, seed, search...)
				table = append(table, row)
			}
		})
	}
	t.Logf("\n%s", strings.Join(table, "\n"))
}

// The raft of go.mod violates nothing under the plans of the bugs that are in raft.
func TestNoPlant(t *testing.T) {
	p := built{file: filepath.Join(t.TempDir(), "program")}
	if err := Build(t.Context(), ".", Bug{Name: "none"}, p.file); err != nil {
		t.Fatal(err)
	}
	for _, b := range Bugs() {
		if len(b.Edits) == 0 {
			continue
		}
		p.flags = b.Flags
		if file, said := p.fuzz(t, b, 1, 20); file != "" {
			t.Errorf("%s: %s", b.Name, said)
		}
	}
}

// Without changes of the members, the raft of an older etcd violates nothing as long as disks keep what they have confirmed. If one does not, it panics with the words of
// the issues 10166 (etcd 3.3), 13509 and 16220 (etcd 3.5) of etcd.
func TestOld(t *testing.T) {
	if *plants == 0 {
		t.Skip("it fetches modules: with -plants")
	}
	lazy, err := Find("lazy-disk")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"v3.3.8", "v3.3.10", "v3.5.0", "v3.5.9"} {
		t.Run(version, func(t *testing.T) {
			p := built{filepath.Join(t.TempDir(), "program"), lazy.Flags}
			if err := BuildOld(t.Context(), ".", version, p.file); err != nil {
				t.Fatal(err)
			}
			row, text := p.row(t, lazy, 1)
			if t.Log(row); !strings.Contains(text, "panics: tocommit(2) is out of range [lastIndex(1)]. Was the raft log corrupted, truncated, or lost?") {
				t.Error(text)
			}
			p.flags = []string{"--nodes=3"}
			if file, said := p.fuzz(t, lazy, 1, 400); file != "" {
				t.Error(said)
			}
			old := strings.HasPrefix(version, "v3.3.")
			if got := alone(t, p.file); got != old {
				t.Errorf("a follower that was alone commits: %v", got)
			}
			if old {
				return // the plan of the program finds that, too
			}
			if out, code := p.run(t, "fuzz", "--runs=400"); code != 0 {
				t.Error(out)
			}
		})
	}
}

// Which versions can be wrapped.
func TestOldVersions(t *testing.T) {
	for _, version := range []string{"v3.4.0", "v3.30.1", "", "3.5.0"} {
		if err := BuildOld(t.Context(), ".", version, filepath.Join(t.TempDir(), "x")); err == nil || !strings.Contains(err.Error(), "it must be of etcd 3.3 or 3.5") {
			t.Errorf("%q: %v", version, err)
		}
	}
}
