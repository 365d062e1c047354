package sweep_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/protocols"
	"molly/sweep"
	"molly/verify"
)

var (
	seed     = flag.Uint64("seed", 1, "the first seed of the random tests")
	programs = flag.Int("programs", 40, "how many random programs to sweep")
)

func load(t *testing.T, name string) *dedalus.Program {
	t.Helper()
	p, found := dedalus.Loader{Library: protocols.Library()}.Load(name)
	if p == nil {
		t.Fatal(found)
	}
	return p
}

// grid gathers a whole table as text, one line a cell.
func grid(t *testing.T, p *datalog.Program, o sweep.Options) (text []string, asked int) {
	t.Helper()
	s, err := sweep.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Grid(context.Background(), func(r sweep.Row) {
		for _, cells := range r.Cells {
			for _, c := range cells {
				text = append(text, fmt.Sprintf("%v %s vacuous=%v only=%v", c.Spec, c.Answer, c.Vacuous, c.OnlyUnder))
			}
		}
	})
	if err != nil {
		text = append(text, err.Error())
	}
	return text, s.Asked()
}

// alone verifies one cell by itself, in the words of grid.
func alone(p *datalog.Program, o sweep.Options, spec failure.Spec) (string, error) {
	v := o.Verify
	v.Spec = spec
	verdict, err := verify.Verify(context.Background(), p, v)
	var program *verify.ProgramError
	switch {
	case errors.As(err, &program):
		return fmt.Sprintf("%v overflow vacuous=false only={}", spec), nil
	case err != nil:
		return "", err
	}
	return fmt.Sprintf("%v %s vacuous=%v only=%v", spec, verdict.Kind, verdict.Vacuous, verdict.Owed.First), nil
}

func compareGrid(t *testing.T, p *datalog.Program, o sweep.Options) (answers map[string]int) {
	t.Helper()
	answers = map[string]int{}
	text, asked := grid(t, p, o)
	i := 0
	for eot := 1; eot <= o.MaxEOT; eot++ {
		for crashes := o.MinCrashes; crashes <= o.MaxCrashes; crashes++ {
			for eff := 1; eff <= eot; eff++ {
				spec := o.Verify.Spec
				spec.EOT, spec.EFF, spec.Crashes, spec.Restarts = eot, eff, crashes, min(spec.Restarts, crashes)
				want, err := alone(p, o, spec)
				var limit *eval.LimitError
				if errors.As(err, &limit) {
					return answers
				}
				if err != nil || i >= len(text) || text[i] != want {
					t.Fatalf("cell %d, alone: %s, %v\nin the table: %v", i, want, err, text)
				}
				i++
				var answer string
				fmt.Sscanf(want[len(spec.String()):], "%s", &answer)
				answers[answer]++
			}
		}
	}
	if asked > i {
		t.Errorf("%d questions for %d cells", asked, i)
	}
	return answers
}

// A table is the cells run one by one.
func TestGridIsItsCells(t *testing.T) {
	for _, name := range []string{"delivery/simple", "delivery/retry", "delivery/classic", "delivery/ack"} {
		t.Run(name, func(t *testing.T) {
			p := load(t, name)
			compareGrid(t, p.Datalog(), sweep.Options{MaxEOT: 7, MaxCrashes: 2, Verify: verify.Options{Nodes: p.Settings().Nodes}})
		})
	}
}

func TestGridOfRandomPrograms(t *testing.T) {
	answers := map[string]int{}
	for i := range uint64(*programs) {
		task := randprog.NewTask(rand.New(rand.NewPCG(*seed+i, 8)), randprog.Options{}, 700)
		o := sweep.Options{MaxEOT: task.Spec.EOT, MaxCrashes: task.Spec.Crashes, Verify: verify.Options{Nodes: task.Nodes, MaxFacts: 300_000}}
		for a, n := range compareGrid(t, task.Program, o) {
			answers[a] += n
		}
	}
	if answers["certified"] < *programs || answers["counterexample"] < *programs {
		t.Errorf("one kind of cells is rare: %v", answers)
	}
}

// errEnough ends a sweep like a user who has seen enough.
var errEnough = errors.New("enough")

// A sweep that is ended after each number of questions and goes on has the same table,
// and asks nothing twice.
func TestResume(t *testing.T) {
	p := load(t, "delivery/ack")
	o := sweep.Options{MaxEOT: 7, MaxCrashes: 1, Verify: verify.Options{Nodes: p.Settings().Nodes}}
	resume(t, p.Datalog(), o)
	// Payloads may be there or not, and messages are late.
	open := *p.Datalog()
	open.Facts = slices.DeleteFunc(slices.Clone(open.Facts), func(f datalog.Fact) bool {
		bcast := open.Relations[f.Relation].Name == "bcast"
		if bcast {
			open.Inputs = append(open.Inputs, datalog.Input{Relation: f.Relation, Args: f.Args, Times: []int{1, 2}})
		}
		return bcast
	})
	o.MaxEOT, o.Verify.Spec.Delay = 5, 1
	resume(t, &open, o)
}

// resume ends a sweep after each number of questions, and continues it.
func resume(t *testing.T, p *datalog.Program, o sweep.Options) {
	t.Helper()
	want, all := grid(t, p, o)
	if all < 10 {
		t.Fatalf("only %d questions", all)
	}
	for stop := 1; stop < all; stop++ {
		first := o
		first.Asked = func(c sweep.Cell) error {
			first.Known = append(first.Known, c)
			if len(first.Known) == stop {
				return errEnough
			}
			return nil
		}
		s, err := sweep.New(p, first)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Grid(context.Background(), func(sweep.Row) {}); !errors.Is(err, errEnough) {
			t.Fatalf("after %d: %v", stop, err)
		}
		second := o
		second.Known = first.Known
		got, asked := grid(t, p, second)
		if fmt.Sprint(got) != fmt.Sprint(want) || asked != all-stop {
			t.Errorf("ended after %d questions, %d more: %v", stop, asked, got)
		}
	}
}

func TestPaths(t *testing.T) {
	for _, c := range []struct {
		name            string
		maxEOT, crashes int
		ending          sweep.Ending
		minimal         failure.Spec
	}{
		{"delivery/simple", 8, 0, sweep.Broken, failure.Spec{EOT: 3, EFF: 2}},
		{"delivery/retry", 8, 0, sweep.Certified, failure.Spec{}},
		{"delivery/retry", 8, 1, sweep.Broken, failure.Spec{EOT: 3, EFF: 2, Crashes: 1}},
		{"delivery/ack", 8, 1, sweep.Certified, failure.Spec{}},
	} {
		p := load(t, c.name)
		s, err := sweep.New(p.Datalog(), sweep.Options{MaxEOT: c.maxEOT, MaxCrashes: 1, Verify: verify.Options{Nodes: p.Settings().Nodes}})
		if err != nil {
			t.Fatal(err)
		}
		path := s.Path(context.Background(), c.crashes, nil)

		if path.Ending != c.ending || path.Err != nil {
			t.Errorf("%s with %d crashes: %s, %v", c.name, c.crashes, path.Ending, path.Err)
		}
		if path.Minimal != nil && path.Minimal.Spec != c.minimal {
			t.Errorf("%s with %d crashes: minimal %v", c.name, c.crashes, path.Minimal.Spec)
		}
	}
}
