package hazard

import (
	"math"
	"math/rand/v2"
	"testing"

	"molly/circuit"
	"molly/failure"
	"molly/internal/randcircuit"
)

// A justification holds where it was made, and implies the literal everywhere; it
// grows with the width, up to the literal itself.
func TestJustifyLaws(t *testing.T) {
	spec := failure.Spec{EOT: 3, EFF: 2, Crashes: 1}
	narrower := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 9))
		w := randcircuit.New(3, spec)
		l := w.Random(r, 4)
		var scenarios []failure.Scenario
		for s := range spec.Each(w.Nodes) {
			scenarios = append(scenarios, s)
		}
		here := w.Evaluate(scenarios[r.IntN(len(scenarios))])
		if !here.Holds(l) {
			l = l.Not()
		}
		why := map[int]circuit.Lit{}
		widths := []int{0, 1, 2, 3, 4, math.MaxInt, -1}
		for _, width := range widths {
			why[width] = Justify(w.Circuit, here, l, width)
		}
		w.Extend(here)
		for i, width := range widths {
			if !here.Holds(why[width]) {
				t.Fatalf("seed %d: the justification of width %d does not hold", seed, width)
			}
			for _, s := range scenarios {
				there := w.Evaluate(s)
				if there.Holds(why[width]) && !there.Holds(l) {
					t.Fatalf("seed %d: the justification of width %d does not suffice under %v", seed, width, s)
				}
				if i > 0 && there.Holds(why[widths[i-1]]) && !there.Holds(why[width]) {
					t.Fatalf("seed %d: the justification of width %d is narrower than %d's", seed, width, widths[i-1])
				}
			}
		}
		if why[-1] != l || why[math.MaxInt] != l {
			t.Fatalf("seed %d: all of it is not the literal itself", seed)
		}
		if why[0] != l {
			narrower++
		}
	}
	if narrower < 100 {
		t.Errorf("only %d justifications were narrower than the literal", narrower)
	}
}

func TestJustifyByHand(t *testing.T) {
	c := circuit.New()
	x, y, z := c.Var(failure.Omit("a", "b", 1)), c.Var(failure.Omit("a", "c", 1)), c.Var(failure.Omit("b", "c", 1))
	v := c.Evaluate(failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "c", 1)))
	for _, tt := range []struct {
		name  string
		l     circuit.Lit
		width int
		want  circuit.Lit
	}{
		{"constant", circuit.True, 0, circuit.True},
		{"variable", x, 0, x},
		{"negated variable", z.Not(), 0, z.Not()},
		{"and", c.And(x, z.Not()), 0, c.And(x, z.Not())},
		{"all true children of an or", c.Or(x, y, z), 0, c.Or(x, y)},
		{"width 2 is too narrow", c.Or(x, y, z), 2, c.Or(x, y)},
		{"width 3 is enough", c.Or(x, y, z), 3, c.Or(x, y, z)},
		{"nested", c.And(c.Or(x, z), c.Or(y, z)), 0, c.And(x, y)},
		{"nested, width 2", c.And(c.Or(x, z), c.Or(y, z)), 2, c.And(c.Or(x, z), c.Or(y, z))},
	} {
		c.Extend(v)
		if got := Justify(c, v, tt.l, tt.width); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, c.Format(got), c.Format(tt.want))
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a literal that does not hold is justified")
		}
	}()
	Justify(c, v, z, 0)
}

// A circuit in which the number of ways down grows exponentially is justified node by node.
func TestJustifyOnce(t *testing.T) {
	c := circuit.New()
	l, m := c.Var(failure.Omit("a", "b", 1)), c.Var(failure.Omit("b", "a", 1))
	for i := range 64 {
		x := c.Var(failure.Omit("a", "c", i+1))
		l, m = c.And(l, c.Or(m, x)), c.And(m, c.Or(l, x))
	}
	v := c.Evaluate(failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("b", "a", 1)))
	if why := Justify(c, v, l, 0); !c.Evaluate(failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("b", "a", 1))).Holds(why) {
		t.Error("the justification does not hold")
	}
}
