package sweep_test

import (
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/sweep"
	"molly/verify"
)

// A row in which small specifications are broken by a lost message, and larger ones have a
// number that does not fit, which is an error and not a counterexample: it does not spread.
func TestCounterexamplesBesideOverflow(t *testing.T) {
	p, diagnostics := dedalus.ParseString("overflow.ded", `
		to("a", "b")@1; to("a", "b")@2; got("a")@1; got(N)@next :- got(N);
		got(M)@async :- to(N, M);
		pre(N) :- to(_, N)@1;
		post(N) :- got(N);
		big(N, X * 4611686018427387904) :- got(N), crash(N, "b", X), X > 1;
		big(N, X * 4611686018427387904)@next :- got(N), late(N, X), notin got("b");
		late("a", 2)@3;`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	o := sweep.Options{MaxEOT: 5, MaxCrashes: 2, Verify: verify.Options{Nodes: []string{"a", "b"}}}
	answers := compareGrid(t, p.Datalog(), o)
	for _, want := range []string{"certified", "counterexample", "overflow"} {
		if answers[want] < 3 {
			t.Errorf("the table bites too little: %v", answers)
		}
	}
	checkOrigins(t, p.Datalog(), o)
}

// Each cell of a table was asked for, or follows from one with the same answer that was: a
// certified one from a cell with more scenarios, a counterexample or an overflow from one
// with fewer.
func checkOrigins(t *testing.T, p *datalog.Program, o sweep.Options) {
	t.Helper()
	asked := map[failure.Spec]bool{}
	o.Asked = func(c sweep.Cell) error {
		if asked[c.Spec] || c.From != nil {
			t.Errorf("%v is asked again, or follows from %v", c.Spec, c.From)
		}
		asked[c.Spec] = true
		return nil
	}
	s, err := sweep.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	eot := 0
	err = s.Grid(t.Context(), func(r sweep.Row) {
		eot++
		if r.EOT != eot || len(r.Cells) != o.MaxCrashes-o.MinCrashes+1 {
			t.Errorf("row %d has EOT %d and %d numbers of crashes", eot, r.EOT, len(r.Cells))
		}
		at := map[failure.Spec]sweep.Cell{}
		for i, cells := range r.Cells {
			for j, c := range cells {
				at[c.Spec] = c
				if want := (failure.Spec{EOT: eot, EFF: j + 1, Crashes: o.MinCrashes + i}); c.Spec != want {
					t.Errorf("%v is in the place of %v", c.Spec, want)
				}
			}
		}
		for _, c := range at {
			if asked[c.Spec] != (c.From == nil) {
				t.Errorf("%v was asked for: %v, and follows from %v", c.Spec, asked[c.Spec], c.From)
			}
			if c.Alone() != (c.Answer == sweep.Breaks && c.From == nil && len(c.Scenario) == 0) {
				t.Errorf("%v breaks without a fault: %v", c.Spec, c.Alone())
			}
			if c.From == nil {
				continue
			}
			from := at[*c.From]
			smaller, larger := c.Spec, from.Spec
			if c.Answer != sweep.Holds {
				smaller, larger = larger, smaller
			}
			if from.From != nil || from.Answer != c.Answer || from.Vacuous != c.Vacuous || smaller.EFF > larger.EFF || smaller.Crashes > larger.Crashes || c.Scenario != nil {
				t.Errorf("%+v follows from %+v", c, from)
			}
		}
	})
	if err != nil || eot != o.MaxEOT {
		t.Fatalf("%d rows, %v", eot, err)
	}
}

func TestOrigins(t *testing.T) {
	for _, name := range []string{"delivery/simple", "delivery/retry", "delivery/ack", "commit/2pc"} {
		p := load(t, name)
		checkOrigins(t, p.Datalog(), sweep.Options{MaxEOT: 7, MinCrashes: 1, MaxCrashes: 2, Verify: verify.Options{Nodes: p.Settings().Nodes}})
	}
}
