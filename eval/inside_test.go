package eval

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"molly/circuit"
	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/memlimit"
)

func programOf(t *testing.T, src string) *datalog.Program {
	t.Helper()
	p, diagnostics := dedalus.ParseString("test.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return p.Datalog()
}

// Whatever a system is like, it is solved: by the way that fits.
func TestSolve(t *testing.T) {
	linearized, other := 0, 0
	for seed := range uint64(400) {
		s := newSystemTest(t, seed)
		equations := s.paths()
		if seed%2 == 0 {
			equations = s.random(3)
		}
		if y := (&system{s.machine, cloned(equations)}); !y.linear() {
			if y.linearize() {
				linearized++
			} else {
				other++
			}
		}
		solution := (&system{s.machine, cloned(equations)}).solve()
		for range 8 {
			var sc failure.Scenario
			for _, f := range s.faults {
				if s.IntN(2) == 0 {
					sc = append(sc, f)
				}
			}
			v := s.machine.circuit.Evaluate(sc)
			for i, want := range least(equations, v) {
				if v.Holds(solution[i]) != want {
					t.Fatalf("seed %d, under %v: unknown %d is %t\n%+v", seed, sc, i, !want, equations)
				}
			}
		}
	}
	if linearized < 40 || other < 40 {
		t.Errorf("%d systems were linearized, %d solved by rounds", linearized, other)
	}
}

// What is called implied is; and a guard implies itself and what is certain.
func TestImplied(t *testing.T) {
	s := newSystemTest(t, 1)
	c := s.machine.circuit
	lits := []circuit.Lit{circuit.True, s.variables[0], s.variables[1], s.variables[2], s.variables[0].Not(), c.And(s.variables[0], s.variables[1])}
	for _, l := range lits {
		for _, f := range lits {
			for _, g := range lits {
				holds := implied(l, f, g)
				if holds && c.And(f, g, l.Not()) != circuit.False {
					t.Errorf("%d and %d do not imply %d", f, g, l)
				}
				if !holds && (l == circuit.True || l == f || l == g) {
					t.Errorf("%d and %d imply %d", f, g, l)
				}
			}
		}
	}
}

// A run that goes on from another one starts where what is sent first differs, and anew where
// the program sees that others crash.
func TestFirstDifference(t *testing.T) {
	blind := programOf(t, `p("a")@1; p("b")@1; q(M)@async :- p(N), p(M);`)
	seeing := programOf(t, `p("a")@1; p("b")@1; q(M)@async :- p(N), p(M); r(N) :- q(N), notin crash(N, _, _);`)
	spec := failure.Spec{EOT: 6, EFF: 6, Crashes: 2}
	omit, crash := failure.Omit, failure.CrashAt
	of := failure.NewScenario
	for _, c := range []struct {
		s, t          failure.Scenario
		blind, seeing int
	}{
		{nil, nil, 6, 6},
		{nil, of(omit("a", "b", 3)), 3, 3},
		{of(omit("a", "b", 3)), nil, 3, 3},
		{of(omit("a", "b", 2), omit("a", "b", 4)), of(omit("a", "b", 2), omit("b", "a", 3)), 3, 3},
		{of(crash("a", 2)), of(crash("a", 2), omit("b", "a", 4)), 4, 4},
		{of(crash("a", 2)), of(crash("a", 3)), 2, 0},
		{of(crash("a", 5)), nil, 5, 0},
		{of(omit("b", "a", 1), crash("a", 5)), of(crash("a", 5)), 1, 1},
	} {
		for p, want := range map[*datalog.Program]int{blind: c.blind, seeing: c.seeing} {
			e, err := New(p, []string{"a", "b"}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := e.firstDifference(c.s, c.t, spec); got != want {
				t.Errorf("%v and %v differ first at %d, want %d (reads crash: %v)", c.s, c.t, got, want, p == seeing)
			}
		}
	}
}

// Compute has a value exactly where the term has one.
func TestComputeTerms(t *testing.T) {
	num := func(n int64) datalog.Term { return datalog.Term{Kind: datalog.Constant, Value: datalog.Int(n)} }
	text := datalog.Term{Kind: datalog.Constant, Value: datalog.String("x")}
	v := func(n datalog.VarID) datalog.Term { return datalog.Term{Kind: datalog.Variable, Var: n} }
	op := func(op datalog.Operator, l, r datalog.Term) datalog.Term {
		return datalog.Term{Kind: datalog.Expression, Op: op, Left: &l, Right: &r}
	}
	vars := []datalog.Value{datalog.Int(7), {}, datalog.String("s"), datalog.Int(0)}
	for _, c := range []struct {
		term datalog.Term
		want string
	}{
		{num(3), "3"}, {text, `"x"`}, {v(0), "7"}, {v(1), "none"}, {v(2), `"s"`}, {datalog.Term{Kind: datalog.Wildcard}, "none"},
		{op(datalog.Add, v(0), num(2)), "9"}, {op(datalog.Sub, num(2), v(0)), "-5"}, {op(datalog.Mul, v(0), v(0)), "49"},
		{op(datalog.Div, v(0), num(2)), "3"}, {op(datalog.Rem, v(0), num(4)), "3"},
		{op(datalog.Add, v(0), v(1)), "none"}, {op(datalog.Add, v(1), num(1)), "none"},
		{op(datalog.Div, num(1), v(3)), "none"}, {op(datalog.Rem, num(1), v(3)), "none"},
		{op(datalog.Mul, num(1<<62), num(4)), "none"}, {op(datalog.Add, op(datalog.Mul, v(0), num(3)), op(datalog.Sub, num(1), num(2))), "20"},
	} {
		got := "none"
		if value, ok := Compute(c.term, vars); ok {
			got = value.String()
		} else if value != (datalog.Value{}) {
			t.Errorf("a term without a value has %v", value)
		}
		if got != c.want {
			t.Errorf("%+v is %s, want %s", c.term, got, c.want)
		}
	}
}

// A firing that no scenario has is not stored, nor is a fact.
func TestNothingImpossibleIsStored(t *testing.T) {
	for _, src := range []string{
		`to("a", "b")@1; to(N, M)@next :- to(N, M); p("a", 1)@1; p("a", 2)@1; r("b", 1)@1; p(N, V)@next :- p(N, V); r(M, V)@async :- p(N, V), to(N, M); r(N, V)@next :- r(N, V);
			s(N, V)@next :- r(N, V), notin r(N, V); s(N, V) :- r(N, V), notin r(N, V), p(_, V); both(N) :- r(N, 2), notin r("b", 2);`,
		`p("a")@1; q(M)@async :- p(N), to(N, M); to("a", "b")@1; to("a", "zz")@1; c("b", count<N>) :- q(N), notin q("b"); d(N, count<M>) :- q(N), to(_, M), notin q(N);`,
	} {
		e, err := New(programOf(t, src), []string{"a", "b"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		space, err := e.Space(context.Background(), failure.Spec{EOT: 5, EFF: 5, Crashes: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i := range space.firings {
			if f := space.firings[i]; f.lit == circuit.False {
				t.Errorf("an impossible firing of rule %d at %d", f.rule, f.time)
			}
		}
		for i := range space.facts {
			if space.facts[i].lit == circuit.False {
				t.Errorf("an impossible fact of %s", space.program.Relations[space.Relation(FactID(i))].Name)
			}
		}
	}
}

// An overflow is reached only where the rest of the rule holds: what is negated, with and
// without wildcards, included.
func TestOverflowBesideNegation(t *testing.T) {
	const facts = `p("a", 4611686018427387904)@1; r("a", 5)@1; n("a", 7)@1; `
	for body, reached := range map[string]bool{
		`p(N, X)`:                           true,
		`p(N, X), notin r(N, _)`:            false,
		`p(N, X), notin r(N, 5)`:            false,
		`p(N, X), notin r(N, 6)`:            true,
		`p(N, X), notin r("b", _)`:          true,
		`p(N, X), notin r(_, 5)`:            false,
		`p(N, X), notin r(_, 0)`:            true,
		`p(N, X), notin r(_, _)`:            false,
		`p(N, X), n(N, Y), notin r(N, Y)`:   true,
		`p(N, X), n(N, Y), notin r(N, Y-2)`: false,
		`p(N, X), n(N, Y), Y < 7`:           false,
		`p(N, X), n(N, Y), Y <= 7`:          true,
		`p(N, X), notin r(N, X * 4)`:        true, // what is negated overflows as well
		`p(N, X), n(N, X / 0)`:              false,
	} {
		e, err := New(programOf(t, facts+`big(N, X * 4) :- `+body+`;`), []string{"a"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		run, err := e.Run(context.Background(), failure.Spec{EOT: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(run.Overflows()) > 0; got != reached {
			t.Errorf("%s: an overflow is reached: %v", body, got)
		}
	}
}

// A rule that meets an overflow in some scenarios is evaluated again as a whole: bindings
// whose negated premise holds stay out of it.
func TestOverflowOfOtherBindings(t *testing.T) {
	for negated, fact := range map[string]string{`r(N, _)`: `r("a", "q")`, `r(_, N)`: `r("q", "a")`, `r(N, N)`: `r("a", "a")`, `r(_, _)`: `r("q", "q")`} {
		e, err := New(programOf(t, `to("a", "b")@1; p("a", 4611686018427387904)@1; p(N, X)@next :- p(N, X); p(M, X)@async :- p(N, X), to(N, M);
			`+fact+`@1; r(N, M)@next :- r(N, M); big(N, X * 4) :- p(N, X), notin `+negated+`;`), []string{"a", "b"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		space, err := e.Space(context.Background(), failure.Spec{EOT: 3, EFF: 2})
		if err != nil {
			t.Fatal(err)
		}
		delivered := space.Circuit.Var(failure.Omit("a", "b", 1)).Not()
		want := []Overflow{{3, 2, delivered}, {3, 3, delivered}}
		if negated == `r(_, _)` {
			want = nil // of no binding
		}
		if got := fmt.Sprint(space.Overflows()); got != fmt.Sprint(want) {
			t.Errorf("notin %s: the overflows %s", negated, got)
		}
	}
}

// What can never arrive is listed: by rule and places, once each; what is lost is not.
func TestMisdirected(t *testing.T) {
	e, err := New(programOf(t, `to("a", "b")@1; to("a", "zz")@1; to("a", "yy")@1; to("zz", "a")@1; to("zz", "yy")@1;
		to(N, M)@next :- to(N, M); got(M)@async :- to(N, M); far("yy")@async :- to(N, _);`), []string{"a", "b"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := e.Run(context.Background(), failure.Spec{EOT: 4, EFF: 4}, failure.NewScenario(failure.Omit("a", "b", 1)))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range run.Misdirected() {
		list = append(list, fmt.Sprintf("%d:%v→%v", m.Rule, m.From, m.To))
	}
	want := `1:"a"→"yy" 1:"a"→"zz" 1:"zz"→"a" 1:"zz"→"yy" 2:"a"→"yy" 2:"zz"→"yy"`
	if got := strings.Join(list, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Nothing is found at a time that does not exist, nor with another number of columns.
func TestFindNothing(t *testing.T) {
	e, err := New(programOf(t, `p("a", 1)@1; p(N, X)@next :- p(N, X); q(N) :- p(N, _), crash(N, _, _);`), []string{"a"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := e.Run(context.Background(), failure.Spec{EOT: 2, Crashes: 1}, failure.NewScenario(failure.CrashAt("a", 2)))
	if err != nil {
		t.Fatal(err)
	}
	a, one := datalog.String("a"), datalog.Int(1)
	p, _ := run.program.Lookup("p")
	for _, c := range []struct {
		relation datalog.RelID
		time     int
		args     []datalog.Value
		found    bool
	}{
		{p, 1, []datalog.Value{a, one}, true}, {p, 2, []datalog.Value{a, one}, true},
		{p, 3, []datalog.Value{a, one}, false}, {p, -1, []datalog.Value{a, one}, false}, {p, 0, []datalog.Value{a, one}, false},
		{p, 1, []datalog.Value{a}, false}, {p, 1, []datalog.Value{a, one, one}, false}, {p, 1, nil, false},
		{p, 1, []datalog.Value{one, a}, false}, {p, 1, []datalog.Value{datalog.String("zz"), one}, false},
		{run.program.Crash, 1, []datalog.Value{a, a, datalog.Int(2)}, true}, {run.program.Crash, 99, []datalog.Value{a, a, datalog.Int(2)}, true},
		{run.program.Crash, 1, []datalog.Value{a, a, one}, false},
	} {
		if f, found := run.Find(c.relation, c.time, c.args); found != c.found || !found && f != none {
			t.Errorf("%v at %d: %v, %v", c.args, c.time, f, found)
		}
	}
}

// What errors about size say.
func TestTextsOfLimits(t *testing.T) {
	large := []RelationSize{{"p", 30}, {"q", 2}}
	pos := datalog.Position{Line: 3, Column: 1}
	exceeded := &memlimit.Exceeded{Limit: 5e6}
	for want, err := range map[string]error{
		"more than 7 facts at time 4": &LimitError{What: "facts", Limit: 7, Time: 4, Rule: -1},
		"more than 7 facts at time 4; the largest relations are p (30 facts), q (2 facts)":         &LimitError{What: "facts", Limit: 7, Time: 4, Rule: -1, Largest: large},
		"more than 7 facts at time 4, in the rule at " + pos.Short():                               &LimitError{What: "facts", Limit: 7, Time: 4, Rule: 0, Pos: pos},
		exceeded.Error() + ", at time 1 of 9":                                                      &MemoryError{exceeded, Growth{EOT: 9}, 1, nil},
		exceeded.Error() + ", at time 2 of 9 (time 1 of 9: 5 rule firings, 2.0 MB)":                &MemoryError{exceeded, Growth{Time: 1, EOT: 9, Firings: 5, Bytes: 2e6}, 2, nil},
		exceeded.Error() + ", at time 1 of 9; the largest relations are p (30 facts), q (2 facts)": &MemoryError{exceeded, Growth{EOT: 9}, 1, large},
	} {
		if err.Error() != want {
			t.Errorf("got  %s\nwant %s", err, want)
		}
	}
	e, err := New(programOf(t, `p("a", 1)@1; p("a", 2)@1; p("a", 3)@1; q("a", 1)@1; q("a", 2)@1; o("a")@1; one("a")@1; pair(N, X, Y) :- p(N, X), p(N, Y);
		p(N, X)@next :- p(N, X);`), []string{"a"}, Options{MaxFacts: 12})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Run(context.Background(), failure.Spec{EOT: 9}, nil)
	var limit *LimitError
	if !errors.As(err, &limit) || len(limit.Largest) != 3 || limit.Largest[0].Name != "pair" || limit.Largest[1].Name != "p" || limit.Largest[2] != (RelationSize{"q", 2}) {
		t.Errorf("the largest relations of %v", err)
	}
}

// The size of a space counts all that it stores: each list by its length.
func TestBytes(t *testing.T) {
	var many strings.Builder // facts that are read by an index
	for i := range 60 {
		fmt.Fprintf(&many, "w(\"a\", %d, %d)@1; w(\"b\", %d, %d)@1; ", i%7, i, i%5, i)
	}
	e, err := New(programOf(t, many.String()+`w(N, X, Y)@next :- w(N, X, Y); z(N, Y) :- p(N, X), w(N, X, Y); to("a", "b")@1; to("b", "a")@2; p("a", 1)@1; p("b", 2)@1; p(N, X)@next :- p(N, X); q(M, X)@async :- p(N, X), to(N, M); q(N, X)@next :- q(N, X), p(N, _);
		c(N, count<X>) :- q(N, X); r(N, Y) :- q(N, X), p(N, Y), q(N, Y);`), []string{"a", "b"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(context.Background(), e, 8, circuit.New())
	m.net = circuit.NewNetwork(m.circuit, failure.Spec{EOT: 8, EFF: 8})
	if err := m.run(); err != nil {
		t.Fatal(err)
	}
	words, indexes := len(m.premises)+len(m.bindings)+len(m.drawn), 0
	for _, x := range m.tables {
		words += len(x.cols) + len(x.slots) + len(x.ids)
		for _, i := range x.indexes {
			if i != nil {
				words += len(i.first) + len(i.last) + len(i.next)
				indexes += len(i.first)
			}
		}
	}
	want := int64(4*words+28*len(m.facts)+28*len(m.firings)+16*len(m.rows)) + m.circuit.Bytes()
	if got := m.growth.Bytes; got != want || len(m.rows) == 0 || len(m.bindings) == 0 || indexes == 0 {
		t.Errorf("%d bytes, want %d; %d entries in indexes", got, want, indexes)
	}
}
