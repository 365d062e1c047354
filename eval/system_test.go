package eval

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/datalog"
	"molly/failure"
)

// solver under test: a system over a circuit with a few variables.
type systemTest struct {
	*rand.Rand
	machine   *machine
	variables []circuit.Lit
	faults    []failure.Fault
}

func newSystemTest(t *testing.T, seed uint64) *systemTest {
	e, err := New(datalog.NewProgram(), []string{"a"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &systemTest{
		Rand:    rand.New(rand.NewPCG(seed, 5)),
		machine: newMachine(context.Background(), e, 1, circuit.New()),
	}
	for i := range 6 {
		f := failure.Omit("a", "b", i+1)
		s.faults = append(s.faults, f)
		s.variables = append(s.variables, s.machine.circuit.Var(f))
	}
	return s
}

// guard is a random function, most often a simple one.
func (s *systemTest) guard() circuit.Lit {
	c := s.machine.circuit
	pick := func() circuit.Lit { return s.variables[s.IntN(len(s.variables))] ^ circuit.Lit(s.IntN(2)) }
	switch s.IntN(5) {
	case 0:
		return circuit.True
	case 1:
		return c.And(pick(), pick())
	case 2:
		return c.Or(pick(), pick())
	}
	return pick()
}

// random makes equations whose terms have up to widest unknowns.
func (s *systemTest) random(widest int) []equation {
	equations := make([]equation, 2+s.IntN(6))
	for i := range equations {
		if s.IntN(2) == 0 {
			equations[i].base = append(equations[i].base, s.guard())
		}
		for range s.IntN(4) {
			var with []int
			for range 1 + s.IntN(widest) {
				if w := s.IntN(len(equations)); w != i && !slices.Contains(with, w) {
					with = append(with, w)
				}
			}
			if with != nil {
				equations[i].terms = append(equations[i].terms, term{s.guard(), with})
			}
		}
	}
	return equations
}

// paths makes the equations of a transitive closure: doubly recursive rules, perhaps also
// simple ones, with some pairs or rotations missing, or guarded.
func (s *systemTest) paths() []equation {
	n := 3 + s.IntN(2)
	loops, holes, guards, single := s.IntN(2) == 0, s.IntN(4) == 0, s.IntN(4) == 0, s.IntN(3) == 0
	number := func(x, y int) int { return x*n + y }
	equations := make([]equation, n*n)
	step := make([]circuit.Lit, n*n)
	for x := range n {
		for y := range n {
			step[number(x, y)] = circuit.False
			if s.IntN(3) > 0 && (loops || x != y) {
				step[number(x, y)] = s.guard()
				equations[number(x, y)].base = []circuit.Lit{step[number(x, y)]}
			}
		}
	}
	for x := range n {
		for y := range n {
			for z := range n {
				h, a, b := number(x, z), number(x, y), number(y, z)
				if h == a || h == b || !loops && (x == y || y == z || x == z) || holes && s.IntN(8) == 0 {
					continue
				}
				guard := circuit.True
				if guards {
					guard = s.variables[s.IntN(2)]
				}
				equations[h].terms = append(equations[h].terms, term{guard, []int{a, b}})
				if g := step[b]; single && g != circuit.False {
					equations[h].terms = append(equations[h].terms, term{g, []int{a}})
				}
			}
		}
	}
	return equations
}

// least is the least solution under one scenario.
func least(equations []equation, v *circuit.Valuation) []bool {
	value := make([]bool, len(equations))
	for again := true; again; {
		again = false
		for i, e := range equations {
			holds := slices.ContainsFunc(e.base, v.Holds)
			for _, t := range e.terms {
				holds = holds || v.Holds(t.guard) && !slices.ContainsFunc(t.with, func(w int) bool { return !value[w] })
			}
			if holds && !value[i] {
				value[i], again = true, true
			}
		}
	}
	return value
}

func cloned(equations []equation) []equation {
	out := make([]equation, len(equations))
	for i, e := range equations {
		out[i] = equation{slices.Clone(e.base), slices.Clone(e.terms)}
	}
	return out
}

// Every way to solve a system gives the least solution in every scenario.
func TestSystems(t *testing.T) {
	solved := map[string]int{}
	for seed := range uint64(3000) {
		s := newSystemTest(t, seed)
		var equations []equation
		if kind := s.IntN(4); kind > 0 {
			equations = s.random(kind)
		} else {
			equations = s.paths()
		}
		solutions := map[string][]circuit.Lit{
			"rounds": (&system{s.machine, cloned(equations)}).rounds(),
		}
		one := &system{s.machine, cloned(equations)}
		if one.linear() {
			solutions["linear"] = one.solveLinear()
		} else if one.linearize() {
			solutions["linearized"] = one.solveLinear()
		}
		if s.machine.err != nil {
			t.Fatal(s.machine.err)
		}
		for range 12 {
			var sc failure.Scenario
			for _, f := range s.faults {
				if s.IntN(2) == 0 {
					sc = append(sc, f)
				}
			}
			v := s.machine.circuit.Evaluate(sc)
			want := least(equations, v)
			for way, solution := range solutions {
				for i, l := range solution {
					if v.Holds(l) != want[i] {
						t.Fatalf("seed %d, under %v: unknown %d is %t by %s, want %t\n%+v", seed, sc, i, v.Holds(l), way, want[i], equations)
					}
				}
			}
		}
		for way := range solutions {
			solved[way]++
		}
	}
	t.Log(solved)
	for _, way := range []string{"rounds", "linear", "linearized"} {
		if solved[way] < 300 {
			t.Errorf("%d systems solved by %s: too few to say anything", solved[way], way)
		}
	}
}
