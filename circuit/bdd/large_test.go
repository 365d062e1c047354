package bdd

import (
	"context"
	"math/big"
	"testing"

	"molly/circuit"
	"molly/failure"
)

// A function whose diagram outgrows its tables several times, with more states than are
// looked at between two glances at the context: its counts are known. k pairs of losses, of
// each at least one: ((1+x)² - 1)ᵏ, and all other losses are free: (1+x)ⁿ.
func TestLargeDiagram(t *testing.T) {
	const k = 12
	spec, nodes := failure.Spec{EOT: 2*k + 1, EFF: 2*k + 1}, []string{"a", "b"}
	c := circuit.New()
	var pairs []circuit.Lit
	for i := 1; i <= k; i++ {
		pairs = append(pairs, c.Or(c.Var(failure.Omit("a", "b", i)), c.Var(failure.Omit("a", "b", i+k))))
	}
	compiled, err := Compile(context.Background(), c, c.And(pairs...), spec, nodes, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(compiled.diagram.nodes); n < 1<<k {
		t.Fatalf("only %d nodes", n)
	}
	checkDiagram(t, compiled)
	got, err := compiled.ByFaults(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	times := func(p, q []*big.Int) []*big.Int {
		product := make([]*big.Int, len(p)+len(q)-1)
		for i := range product {
			product[i] = new(big.Int)
		}
		for i, a := range p {
			for j, b := range q {
				product[i+j].Add(product[i+j], new(big.Int).Mul(a, b))
			}
		}
		return product
	}
	want := []*big.Int{big.NewInt(1)}
	for range k {
		want = times(want, []*big.Int{big.NewInt(0), big.NewInt(2), big.NewInt(1)})
	}
	for range 2 * k {
		want = times(want, []*big.Int{big.NewInt(1), big.NewInt(1)})
	}
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Cmp(want[i]) != 0 {
			t.Errorf("%d faults: %v, want %v", i, got[i], want[i])
		}
	}
}

// The tables of a growing diagram grow with it, and keep what they have.
func TestTablesGrow(t *testing.T) {
	d := newDiagram(context.Background(), Options{MaxNodes: 1 << 20})
	var edges []edge
	for level := range 5000 {
		edges = append(edges, d.variable(level))
		if 2*len(d.nodes) > len(d.table)+2 || len(d.cache) != len(d.table) || len(d.table)&(len(d.table)-1) != 0 {
			t.Fatalf("%d nodes, a table of %d, a cache of %d", len(d.nodes), len(d.table), len(d.cache))
		}
	}
	for level, e := range edges {
		if again := d.variable(level); again != e || d.level(e) != uint32(level) {
			t.Fatalf("variable %d is %d, and then %d", level, e, again)
		}
	}
	if len(d.nodes) != 5001 {
		t.Errorf("%d nodes", len(d.nodes))
	}
}
