package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/export/prototype"
	"molly/failure"
	"molly/internal/randprog"
	"molly/protocols"
)

// The prototype's folder has the runs, and lineages in which every goal follows from facts:
// on the library, on random programs, whose tuples hold each other up, too.
func TestPrototypeFolder(t *testing.T) {
	var lines [][]string
	for _, p := range protocols.All() {
		lines = append(lines, []string{p.Name, "--limit", "3"})
	}
	lines = append(lines, []string{"delivery/ack", "--strategy", "ldfi"})
	folder := t.TempDir()
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 30 {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 1000)
		file := filepath.Join(folder, fmt.Sprintf("%d.ded", i))
		if err := os.WriteFile(file, []byte(task.Source), 0o666); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, []string{file, "--eot", strconv.Itoa(task.Spec.EOT), "--eff", strconv.Itoa(task.Spec.EFF), "--crashes", strconv.Itoa(task.Spec.Crashes), "--nodes", failure.QuoteNodes(task.Nodes), "--limit", "3"})
	}
	odd := filepath.Join(folder, "odd.ded")
	if err := os.WriteFile(odd, []byte("// molly: eot=3 eff=2\np(\"a\\\"<&\\\\\", \"\")@1; p(\"é→\", \"a\\\"<&\\\\\")@1;\ngot(M, X)@async :- p(X, M), M != \"\";\npre(X, Y) :- p(X, Y);\npost(X, Y) :- got(Y, X);\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	lines = append(lines, []string{odd})
	seen, goals := 0, 0
	for i, line := range lines {
		out := filepath.Join(folder, "runs"+strconv.Itoa(i))
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"report", "--format", "molly", "-o", out}, line...), nil, &stdout, &stderr); code != exitOK {
			if code == exitUsage { // it overflows
				continue
			}
			t.Fatalf("%q ends with %d: %s", line, code, stderr.String())
		}
		var runs []prototype.Run
		decode(t, filepath.Join(out, "runs.json"), &runs)
		for n, x := range runs {
			seen++
			if x.Iteration != n || n == 0 && len(x.FailureSpec.Crashes)+len(x.FailureSpec.Omissions) > 0 {
				t.Errorf("%q: run %d is %+v", line, n, x.FailureSpec)
			}
			missing := false
			for _, row := range x.Model.Tables["pre"] {
				if row[len(row)-1] == strconv.Itoa(x.FailureSpec.EOT) && !slices.ContainsFunc(x.Model.Tables["post"], func(other []string) bool { return slices.Equal(row, other) }) {
					missing = true
				}
			}
			if _, invariant := x.Model.Tables["pre"]; invariant && missing != (x.Status == "failure") {
				t.Errorf("%q: run %d has the status %s", line, n, x.Status)
			}
			for _, name := range []string{"pre", "post"} {
				var p prototype.Provenance
				decode(t, filepath.Join(out, fmt.Sprintf("run_%d_%s_provenance.json", n, name)), &p)
				goals += len(p.Goals)
				checkDerivation(t, fmt.Sprintf("%q run %d %s", line, n, name), p, x, name)
			}
			graphviz(t, filepath.Join(out, fmt.Sprintf("run_%d_spacetime.dot", n)), i)
		}
	}
	if seen < 50 || goals < 1000 {
		t.Errorf("only %d runs, %d goals", seen, goals)
	}
}

func decode(t *testing.T, file string, to any) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, to); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// checkDerivation checks that edges go between goals and rules, never in a circle, that each
// goal is a tuple of the run, and that the last tuples of the relation are all there.
func checkDerivation(t *testing.T, what string, p prototype.Provenance, x prototype.Run, relation string) {
	t.Helper()
	number := map[string]int{}
	for _, g := range p.Goals {
		number[g.ID] = len(number)
		if g.Table == "clock" || g.Table == "crash" {
			continue
		}
		held := slices.ContainsFunc(x.Model.Tables[g.Table], func(row []string) bool {
			return g.Label == g.Table+"("+strings.Join(row, ", ")+")" && row[len(row)-1] == g.Time
		})
		if !held {
			t.Errorf("%s: %s holds not in the run", what, g.Label)
		}
	}
	for _, r := range p.Rules {
		number[r.ID] = len(number)
	}
	below := make([][]int, len(number))
	for _, e := range p.Edges {
		from, ok1 := number[e.From]
		to, ok2 := number[e.To]
		if !ok1 || !ok2 || (from < len(p.Goals)) == (to < len(p.Goals)) {
			t.Fatalf("%s: the edge %v", what, e)
		}
		below[from] = append(below[from], to)
	}
	datalog.Components(len(below), func(v int, yield func(int)) {
		for _, w := range below[v] {
			yield(w)
		}
	}, func(members []int) {
		if len(members) > 1 {
			t.Errorf("%s: a circle of %d", what, len(members))
		}
	})
	for _, row := range x.Model.Tables[relation] {
		label := relation + "(" + strings.Join(row, ", ") + ")"
		if row[len(row)-1] == strconv.Itoa(x.FailureSpec.EOT) && !slices.ContainsFunc(p.Goals, func(g prototype.Goal) bool { return g.Label == label }) {
			t.Errorf("%s: %s is not there", what, label)
		}
	}
}

// graphviz asks Graphviz, where it is installed, whether it can read a file.
func graphviz(t *testing.T, file string, i int) {
	if i%8 != 0 {
		return // it takes its time
	}
	if _, err := exec.LookPath("dot"); err != nil {
		return
	}
	if out, err := exec.Command("dot", "-Tdot", "-o", os.DevNull, file).CombinedOutput(); err != nil {
		t.Errorf("dot: %v\n%s", err, out)
	}
}
