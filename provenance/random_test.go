package provenance_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/export/wire"
	"molly/failure"
	"molly/internal/randprog"
	"molly/provenance"
)

var (
	seed     = flag.Uint64("seed", 1, "the first seed of the random tests")
	programs = flag.Int("programs", 150, "how many random programs to try")
)

// world is a random program with its space.
type world struct {
	source  string
	program *datalog.Program
	spec    failure.Spec
	eval    *eval.Evaluator
	space   *eval.Space
}

// newWorld makes a world, or returns nil where the program is too large.
func newWorld(t *testing.T, r *rand.Rand, o randprog.Options) *world {
	t.Helper()
	src := randprog.Program(r, o)
	p, diagnostics := dedalus.ParseString("random.ded", src)
	if p == nil {
		t.Fatalf("%v\n%s", diagnostics, src)
	}
	w := &world{source: src, program: p.Datalog()}
	nodes := w.program.Places()
	w.spec = randprog.Spec(r, len(nodes), 700)
	var err error
	if w.eval, err = eval.New(w.program, nodes, eval.Options{MaxFacts: 100_000}); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	w.space, err = w.eval.Space(context.Background(), w.spec)
	if limit := (*eval.LimitError)(nil); errors.As(err, &limit) {
		return nil
	} else if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return w
}

func (w *world) run(t *testing.T, s failure.Scenario) *eval.Run {
	t.Helper()
	run, err := w.eval.Run(context.Background(), w.spec, s)
	if err != nil {
		t.Fatalf("%v under %v\n%s", err, s, w.source)
	}
	return run
}

// goals picks goals: tuples of the space, and the same with another column or with
// any value in it.
func (w *world) goals(r *rand.Rand, most int) []provenance.Goal {
	var all []provenance.Goal
	for rel := range w.program.Relations {
		for time := 1; time <= w.spec.EOT; time++ {
			for _, f := range w.space.At(datalog.RelID(rel), time) {
				all = append(all, provenance.Goal{Fact: datalog.Fact{Relation: datalog.RelID(rel), Time: time, Args: w.space.Args(f)}})
			}
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = all[:min(most, len(all))]
	for i := range all {
		args := append([]datalog.Value(nil), all[i].Args...)
		if c := r.IntN(8); c < len(args) {
			switch other := all[r.IntN(len(all))].Args; {
			case r.IntN(2) == 0:
				args[c] = datalog.Value{}
			case c < len(other) && other[c].Type() == args[c].Type():
				args[c] = other[c]
			}
		}
		all[i].Args = args
	}
	return all
}

// TestTruth holds everything that explanations of random programs claim against the
// run.
func TestTruth(t *testing.T) {
	goals, lost := 0, 0
	for i := range *programs {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 1))
		w := newWorld(t, r, randprog.Options{})
		if w == nil {
			continue
		}
		for range 2 {
			run := w.run(t, randprog.Scenario(r, w.spec, w.eval.Nodes()))
			for _, space := range []*eval.Space{w.space, nil} {
				list := w.goals(r, 12)
				g, err := provenance.Explain(context.Background(), run, space, list...)
				if err != nil {
					t.Fatalf("seed %d: %v", n, err)
				}
				judge := &truth{graph: g, run: run, space: space}
				lies := judge.lies()
				for _, root := range g.Roots {
					supports, _, _ := g.LostSupports(root, 0)
					lies = append(lies, judge.lostLies(supports)...)
					lost += len(supports)
				}
				text := g.Text(provenance.TextOptions{})
				lies = append(lies, dangling(text)...)
				if len(lies) > 0 {
					t.Fatalf("seed %d, %v, space %v: %q\n%s\n%s", n, run.Scenario, space != nil, lies, text, w.source)
				}
				g.Text(provenance.TextOptions{ASCII: true, Depth: 2})
				wire.NewGraph(g)
				goals += len(list)
			}
		}
	}
	if goals < *programs || lost < *programs/2 {
		t.Errorf("only %d goals and %d lost messages were explained: the test has become dull", goals, lost)
	}
}

// dangling lists numbers that a text refers to and does not give once, or gives and does
// not refer to.
func dangling(text string) (list []string) {
	given := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)  (#\d+)$`).FindAllStringSubmatch(text, -1) {
		given[m[1]]++
	}
	referred := map[string]bool{}
	for _, m := range regexp.MustCompile(`see (#\d+(?:, #\d+)*)`).FindAllStringSubmatch(text, -1) {
		for _, n := range strings.Split(m[1], ", ") {
			referred[n] = true
			if given[n] != 1 {
				list = append(list, fmt.Sprintf("%s is given %d times", n, given[n]))
			}
		}
	}
	for n := range given {
		if !referred[n] {
			list = append(list, n+" is given, and nothing refers to it")
		}
	}
	return list
}

// TestBlame checks that a tuple that only faults keep away has its lost messages named,
// where the program does not see crashes.
func TestBlame(t *testing.T) {
	blamed := 0
	for i := range *programs {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 2))
		w := newWorld(t, r, randprog.Options{NoCrash: true})
		if w == nil {
			continue
		}
		free := w.run(t, nil)
		run := w.run(t, randprog.Scenario(r, w.spec, w.eval.Nodes()))
		for _, goal := range w.goals(r, 20) {
			if goal.IsPattern() || len(goal.Matches(run)) > 0 || len(goal.Matches(free)) == 0 {
				continue
			}
			g, err := provenance.Explain(context.Background(), run, w.space, goal)
			if err != nil {
				t.Fatal(err)
			}
			if list, _, _ := g.Reason().LostSupports(g.Roots[0], 1); len(list) == 0 {
				t.Fatalf("seed %d: only faults keep %s away under %v, and no lost message is named\n%s\n%s", n,
					w.program.FormatFact(goal.Fact), run.Scenario, g.Text(provenance.TextOptions{}), w.source)
			}
			blamed++
		}
	}
	if blamed < *programs/4 {
		t.Errorf("only %d absences were blamed on faults: the test has become dull", blamed)
	}
}
