package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/randprog"
	"molly/sweep"
	"molly/verify"
)

// paper is the way of the LDFI paper's §2.1.1, written down once more, over a whole table.
type paper struct {
	at                  func(eot, eff, crashes int) sweep.Cell
	maxEOT, crashes     int
	cells, transient    []failure.Spec
	largest, minimal    *failure.Spec
	owedUnderFaultsOnly bool
}

func (p *paper) look(eot, eff, crashes int) (c sweep.Cell, good bool) {
	c = p.at(eot, eff, crashes)
	if !slices.Contains(p.cells, c.Spec) {
		p.cells = append(p.cells, c.Spec)
	}
	owed := !c.Vacuous || p.owedUnderFaultsOnly && !p.at(eot, eot, p.crashes).Vacuous
	return c, c.Answer == sweep.Holds && owed
}

// grow lets EOT grow to the first good cell.
func (p *paper) grow(from, eff, crashes int) (c sweep.Cell, ending sweep.Ending) {
	for eot := from; eot <= p.maxEOT; eot++ {
		c, good := p.look(eot, eff, crashes)
		if c.Answer == sweep.Overflow {
			return c, sweep.Overflows
		}
		if good {
			return c, ""
		}
	}
	return c, sweep.NoGoodRun
}

func (p *paper) follow() sweep.Ending {
	c, ending := p.grow(1, 1, 0)
	if ending == sweep.NoGoodRun {
		p.owedUnderFaultsOnly = true
		c, ending = p.grow(1, 1, p.crashes)
	}
	if ending != "" {
		return ending
	}
	eot := c.Spec.EOT
	for eff := 1; ; eff++ {
		if eff > 1 {
			if eot = max(eot, eff+1); eot > p.maxEOT {
				break
			}
		}
		c, good := p.look(eot, eff, p.crashes)
		if c.Answer == sweep.Overflow {
			return sweep.Overflows
		}
		if !good {
			later, ending := p.grow(eot+1, eff, p.crashes)
			if ending == sweep.NoGoodRun && c.Answer == sweep.Breaks {
				p.minimal = &c.Spec
				return sweep.Broken
			}
			if ending != "" {
				return ending
			}
			if c.Answer == sweep.Breaks {
				p.transient = append(p.transient, c.Spec)
			}
			c, eot = later, later.Spec.EOT
		}
		if !c.Vacuous {
			p.largest = &c.Spec
		}
	}
	if p.largest == nil {
		return sweep.NoGoodRun
	}
	return sweep.Certified
}

func checkPath(t *testing.T, p *datalog.Program, o sweep.Options, crashes int) sweep.Ending {
	t.Helper()
	table := map[failure.Spec]sweep.Cell{}
	whole, err := sweep.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := whole.Grid(context.Background(), func(r sweep.Row) {
		for _, cells := range r.Cells {
			for _, c := range cells {
				table[c.Spec] = c
			}
		}
	}); err != nil {
		return sweep.Stopped // too large
	}
	want := &paper{maxEOT: o.MaxEOT, crashes: crashes, at: func(eot, eff, crashes int) sweep.Cell {
		return table[failure.Spec{EOT: eot, EFF: eff, Crashes: crashes}]
	}}
	ending := want.follow()
	s, err := sweep.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	var visited, got, transient []failure.Spec
	path := s.Path(context.Background(), crashes, func(c sweep.Cell) { visited = append(visited, c.Spec) })
	for _, c := range path.Cells {
		got = append(got, c.Spec)
		if c.Answer != table[c.Spec].Answer || c.Vacuous != table[c.Spec].Vacuous {
			t.Errorf("%v is %s, in the table %s", c.Spec, c.Answer, table[c.Spec].Answer)
		}
	}
	for _, c := range path.Transient {
		transient = append(transient, c.Spec)
	}
	spec := func(c *sweep.Cell) string {
		if c == nil {
			return "none"
		}
		return c.Spec.String()
	}
	name := func(s *failure.Spec) string {
		if s == nil {
			return "none"
		}
		return s.String()
	}
	if path.Ending != ending || path.Err != nil || !slices.Equal(got, want.cells) || !slices.Equal(visited, want.cells) || path.Crashes != crashes {
		t.Errorf("%s, %v\n%v\nvisited %v\nwant %s\n%v", path.Ending, path.Err, got, visited, ending, want.cells)
	}
	if spec(path.Minimal) != name(want.minimal) || spec(path.Largest) != name(want.largest) || !slices.Equal(transient, want.transient) {
		t.Errorf("minimal %s, largest %s, transient %v; want %s, %s, %v", spec(path.Minimal), spec(path.Largest), transient,
			name(want.minimal), name(want.largest), want.transient)
	}
	return ending
}

// A path is the paper's, on protocols and on random programs.
func TestPathsAreThePapers(t *testing.T) {
	for _, name := range []string{"delivery/simple", "delivery/retry", "delivery/ack", "commit/2pc"} {
		p := load(t, name)
		for crashes := range 2 {
			checkPath(t, p.Datalog(), sweep.Options{MaxEOT: 7, MaxCrashes: 1, Verify: verify.Options{Nodes: p.Settings().Nodes}}, crashes)
		}
	}
	endings := map[sweep.Ending]int{}
	for i := range uint64(*programs) {
		task := randprog.NewTask(rand.New(rand.NewPCG(*seed+i, 28)), randprog.Options{}, 300)
		o := sweep.Options{MaxEOT: 5, MaxCrashes: 1, Verify: verify.Options{Nodes: task.Nodes, MaxFacts: 100_000}}
		ending := checkPath(t, task.Program, o, int(i)%2)
		endings[ending]++
		if t.Failed() {
			t.Fatal(task)
		}
	}
	t.Log(endings)
	if endings[sweep.Broken] == 0 || endings[sweep.Certified] == 0 || endings[sweep.NoGoodRun] == 0 {
		t.Errorf("some endings do not occur: %v", endings)
	}
}

// What ends a path before it has begun.
func TestEndings(t *testing.T) {
	parse := func(src string) *datalog.Program {
		p, diagnostics := dedalus.ParseString("test.ded", src)
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		return p.Datalog()
	}
	o := sweep.Options{MaxEOT: 4, MaxCrashes: 1, Verify: verify.Options{Nodes: []string{"a", "b"}}}
	path := func(src string, o sweep.Options, ctx context.Context) *sweep.Path {
		s, err := sweep.New(parse(src), o)
		if err != nil {
			t.Fatal(err)
		}
		return s.Path(ctx, 0, nil)
	}
	never := path(`p("a")@1; q("a")@1; pre(N) :- p(N), p(N)@1; post(N) :- q(N), p("z");`, o, t.Context())
	if never.Ending != sweep.NoGoodRun || len(never.Cells) != 4 || never.Minimal != nil || never.Largest != nil {
		t.Errorf("no good run: %+v", never)
	}
	over := path(`p("a", 9223372036854775807)@1; q("a")@2; q(N)@next :- q(N); big(N, X + 1)@next :- p(N, X); pre(N) :- q(N); post(N) :- q(N), notin big(N, 0);`, o, t.Context())
	if over.Ending != sweep.Overflows || len(over.Cells) != 2 || over.Cells[1].Answer != sweep.Overflow || over.Cells[1].Error == "" {
		t.Errorf("overflow: %+v", over)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	stopped := path(`p("a")@1; p(N)@next :- p(N); q(M)@async :- p(N), p(M); pre(N) :- p(N); post(N) :- p(N);`, o, ctx)
	if stopped.Ending != sweep.Stopped || !errors.Is(stopped.Err, context.Canceled) {
		t.Errorf("cancelled: %+v", stopped)
	}
	for _, bad := range []sweep.Options{
		{MaxEOT: 4, MinCrashes: 2, MaxCrashes: 1, Verify: o.Verify},
		{MaxEOT: 4, MaxCrashes: 3, Verify: o.Verify},
		{MaxEOT: 0, Verify: o.Verify},
	} {
		s, err := sweep.New(parse(`p("a")@1; p(N)@next :- p(N);`), bad)
		if s != nil || err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// What is known is not asked again, whether an EFF of 0 or of 1 was meant.
func TestKnownCells(t *testing.T) {
	p := load(t, "delivery/simple")
	for eff := range 2 {
		o := sweep.Options{MaxEOT: 1, Verify: verify.Options{Nodes: p.Settings().Nodes},
			Known: []sweep.Cell{{Spec: failure.Spec{EOT: 1, EFF: eff}, Answer: sweep.Breaks, Error: "told"}}}
		o.Asked = func(c sweep.Cell) error { return fmt.Errorf("%v is asked for", c.Spec) }
		s, err := sweep.New(p.Datalog(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Grid(t.Context(), func(r sweep.Row) {
			if c := r.Cells[0][0]; c.Answer != sweep.Breaks {
				t.Errorf("%+v", c)
			}
		}); err != nil || s.Asked() != 0 {
			t.Errorf("EFF %d: %d asked, %v", eff, s.Asked(), err)
		}
	}
}
