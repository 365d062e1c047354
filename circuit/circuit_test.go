package circuit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"molly/failure"
)

var faults = []failure.Fault{
	failure.Omit("a", "b", 1), failure.Omit("b", "a", 1), failure.Omit("a", "b", 2),
	failure.CrashAt("a", 3), failure.CrashAt("b", 3),
}

func TestFolding(t *testing.T) {
	c := New()
	x, y := c.Var(faults[0]), c.Var(faults[1])
	for _, tt := range []struct {
		name      string
		got, want Lit
	}{
		{"empty and", c.And(), True},
		{"empty or", c.Or(), False},
		{"and true", c.And(x, True), x},
		{"and false", c.And(x, False), False},
		{"or true", c.Or(x, True), True},
		{"repeated", c.And(x, x), x},
		{"contradiction", c.And(x, y, x.Not()), False},
		{"excluded middle", c.Or(x, y, x.Not()), True},
		{"order", c.And(y, x), c.And(x, y)},
		{"de morgan", c.Or(x, y), c.And(x.Not(), y.Not()).Not()},
		{"variable", c.Var(faults[0]), x},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, c.Format(tt.got), c.Format(tt.want))
		}
	}
}

// A formula as a tree, the dumb twin of a circuit.
type formula func(map[failure.Fault]bool) bool

func random(r *rand.Rand, c *Circuit, depth int) (Lit, formula) {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(8) == 0 {
			return True, func(map[failure.Fault]bool) bool { return true }
		}
		f := faults[r.IntN(len(faults))]
		return c.Var(f), func(m map[failure.Fault]bool) bool { return m[f] }
	}
	var lits []Lit
	var subs []formula
	for range r.IntN(5) {
		l, s := random(r, c, depth-1)
		lits, subs = append(lits, l), append(subs, s)
	}
	negate := r.IntN(2) == 0
	if r.IntN(2) == 0 {
		l := c.And(lits...)
		if negate {
			l = l.Not()
		}
		return l, func(m map[failure.Fault]bool) bool {
			for _, s := range subs {
				if !s(m) {
					return negate
				}
			}
			return !negate
		}
	}
	l := c.Or(lits...)
	if negate {
		l = l.Not()
	}
	return l, func(m map[failure.Fault]bool) bool {
		for _, s := range subs {
			if s(m) {
				return !negate
			}
		}
		return negate
	}
}

func TestEvaluateAgreesWithTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		c := New()
		l, f := random(r, c, 4)
		for bits := range 1 << len(faults) {
			m := map[failure.Fault]bool{}
			var s failure.Scenario
			for i, x := range faults {
				if bits>>i&1 == 1 {
					m[x] = true
					s = append(s, x)
				}
			}
			if got, want := c.Evaluate(s).Holds(l), f(m); got != want {
				t.Fatalf("%s under %v: %v, want %v", c.Format(l), s, got, want)
			}
		}
		cone := c.Cone(l)
		for i, n := range cone {
			for _, ch := range c.Children(n) {
				if ch.Node() >= n.Node() || len(c.Children(n)) < 2 {
					t.Fatalf("cone %d breaks the arena's invariant", i)
				}
			}
		}
	}
}

func TestFormatSharesNodes(t *testing.T) {
	c := New()
	x, y, z := c.Var(faults[0]), c.Var(faults[1]), c.Var(faults[2])
	shared := c.And(x, y)
	l := c.Or(c.And(shared, z), c.And(shared.Not(), z.Not()))
	got := c.Format(l)
	if !strings.HasPrefix(got, "n4 = (O(a,b,1) ∧ O(b,a,1))\n") || strings.Count(got, "O(b,a,1)") != 1 {
		t.Errorf("got %s", got)
	}
}

// A prefix of a circuit is what the circuit was: what is added to it gets the numbers that it got
// then, and changes nothing of the whole.
func TestPrefix(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 17))
		c := New()
		first, _ := random(r, c, 4)
		was, text := c.Len(), c.Format(first)
		more, _ := random(rand.New(rand.NewPCG(seed, 18)), c, 5)
		all := c.Len()
		random(r, c, 5)
		p := c.Prefix(was)
		if p.Len() != was || p.Format(first) != text {
			t.Fatalf("seed %d: %d nodes, not %d: %s, not %s", seed, p.Len(), was, p.Format(first), text)
		}
		got, _ := random(rand.New(rand.NewPCG(seed, 18)), p, 5)
		if got != more || p.Len() != all || p.Format(got) != c.Format(more) {
			t.Fatalf("seed %d: %d, %s; not %d, %s", seed, got, p.Format(got), more, c.Format(more))
		}
		for range 20 {
			random(r, p, 5)
		}
		if c.Format(more) != c.Prefix(c.Len()).Format(more) {
			t.Fatalf("seed %d: the whole has changed", seed)
		}
	}
}
