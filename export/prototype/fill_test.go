package prototype

import (
	"context"
	"encoding/json"
	"errors"
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
	"molly/dedalus"
	"molly/internal/randprog"
	"molly/protocols"
	"molly/verify"
	"molly/viz/sample"
)

// odd has names that JSON and DOT have to quote.
const odd = "// molly: eot=3 eff=2\np(\"a\\\"<&\\\\\", \"\")@1; p(\"é→\", \"a\\\"<&\\\\\")@1;\ngot(M, X)@async :- p(X, M), M != \"\";\npre(X, Y) :- p(X, Y);\npost(X, Y) :- got(Y, X);\n"

// The folder has the runs, and lineages in which every goal follows from facts: on the library, on
// random programs, whose tuples hold each other up, too.
func TestFill(t *testing.T) {
	seen, goals := 0, 0
	check := func(i int, name string, p *datalog.Program, o verify.Options) {
		t.Helper()
		out := filepath.Join(t.TempDir(), "runs")
		if !fill(t, out, p, o) {
			return
		}
		var runs []Run
		decode(t, filepath.Join(out, "runs.json"), &runs)
		for n, x := range runs {
			seen++
			if x.Iteration != n || n == 0 && len(x.FailureSpec.Crashes)+len(x.FailureSpec.Omissions) > 0 {
				t.Errorf("%s: run %d is %+v", name, n, x.FailureSpec)
			}
			missing := false
			for _, row := range x.Model.Tables["pre"] {
				if row[len(row)-1] == strconv.Itoa(x.FailureSpec.EOT) && !slices.ContainsFunc(x.Model.Tables["post"], func(other []string) bool { return slices.Equal(row, other) }) {
					missing = true
				}
			}
			if _, invariant := x.Model.Tables["pre"]; invariant && missing != (x.Status == "failure") {
				t.Errorf("%s: run %d has the status %s", name, n, x.Status)
			}
			for _, relation := range []string{"pre", "post"} {
				var p Provenance
				decode(t, filepath.Join(out, fmt.Sprintf("run_%d_%s_provenance.json", n, relation)), &p)
				goals += len(p.Goals)
				checkDerivation(t, fmt.Sprintf("%s run %d %s", name, n, relation), p, x, relation)
			}
			graphviz(t, filepath.Join(out, fmt.Sprintf("run_%d_spacetime.dot", n)), i)
		}
	}
	for i, listed := range protocols.All() {
		p, o := load(t, dedalus.Loader{Context: t.Context(), Library: protocols.Library()}, listed.Name)
		check(i, listed.Name, p, o)
		if listed.Name == "delivery/ack" {
			o.Strategy = verify.LDFI
			check(i, listed.Name+" by ldfi", p, o)
		}
	}
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 30 {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 1000)
		check(i, task.String(), task.Program, verify.Options{Spec: task.Spec, Nodes: task.Nodes})
	}
	p, o := load(t, dedalus.Loader{Context: t.Context(), Stdin: strings.NewReader(odd)}, "-")
	check(0, "odd", p, o)
	if seen < 50 || goals < 1000 {
		t.Errorf("only %d runs, %d goals", seen, goals)
	}
}

// load reads a program that has its specification in a directive.
func load(t *testing.T, from dedalus.Loader, file string) (*datalog.Program, verify.Options) {
	t.Helper()
	p, found := from.Load(file)
	if p == nil {
		t.Fatal(found)
	}
	s, err := p.Setting(dedalus.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return p.Datalog(), verify.Options{Spec: s.Spec, Nodes: s.Nodes}
}

// fill searches, and writes the folder. It reports false where the program overflows.
func fill(t *testing.T, folder string, p *datalog.Program, o verify.Options) bool {
	t.Helper()
	log := &sample.Log{Strategy: o.Strategy, Limit: 3}
	v, err := log.Search(t.Context(), o, func(ctx context.Context, o verify.Options) (*verify.Verdict, error) {
		return verify.Verify(ctx, p, o)
	})
	var wrong *verify.ProgramError
	if errors.As(err, &wrong) {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	shown, err := verify.NewWorld(p, o)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWriter(folder)
	if err != nil {
		t.Fatal(err)
	}
	source := sample.Source{Name: "a program", Run: shown.Judge, Space: shown.Space}
	runs := log.Runs(v)
	written, err := w.Fill(t.Context(), source, runs, sample.Options{Limit: 3})
	if !o.Spec.Classic() || p.Never != datalog.NoRelation {
		if _, left := os.Stat(folder); err == nil || !strings.Contains(err.Error(), "no place for") || !os.IsNotExist(left) {
			t.Fatalf("%v, where the format has no place for it; %v", err, left)
		}
		return false
	}
	if err != nil || written.Shown != min(3, len(runs)) {
		t.Fatalf("%+v of %d, %v", written, len(runs), err)
	}
	return true
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
func checkDerivation(t *testing.T, what string, p Provenance, x Run, relation string) {
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
		if row[len(row)-1] == strconv.Itoa(x.FailureSpec.EOT) && !slices.ContainsFunc(p.Goals, func(g Goal) bool { return g.Label == label }) {
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
