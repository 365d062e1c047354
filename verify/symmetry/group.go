package symmetry

import (
	"iter"
	"math/big"
)

// Group is a group of symmetries of a program.
//
// Invariants: nodes is sorted; class and generators speak of its indices; every
// generator and every transposition inside a class is a symmetry; the generators
// generate the group, and those that leave nodes[:i] alone generate all of its
// elements that do.
type Group struct {
	nodes      []string
	class      []int // by node: the first node that it may be exchanged with, or itself
	generators [][]int
	complete   bool
}

// Trivial reports whether the group has nothing but the identity.
func (g *Group) Trivial() bool { return len(g.generators) == 0 }

// Complete reports whether the search came to its end: then these are all symmetries
// that leave nodes alone whose names are compared by order.
func (g *Group) Complete() bool { return g.complete }

// Generators returns permutations that generate the group, in a fixed order.
func (g *Group) Generators() []Permutation {
	list := make([]Permutation, len(g.generators))
	for i, image := range g.generators {
		list[i] = g.permutation(image)
	}
	return list
}

func (g *Group) permutation(image []int) Permutation {
	p := Permutation{}
	for from, to := range image {
		if from != to {
			p[g.nodes[from]] = g.nodes[to]
		}
	}
	return p
}

// Interchangeable returns the largest sets of two nodes or more in which any two may be
// exchanged alone: the group holds every permutation of such a set. Sets and nodes are
// sorted.
func (g *Group) Interchangeable() [][]string {
	return g.blocks(g.class)
}

// Orbits returns the sets of nodes that the group maps to each other, those of one node
// included. Sets and nodes are sorted.
func (g *Group) Orbits() [][]string {
	orbit := newUnion(len(g.nodes))
	for _, image := range g.generators {
		orbit.mergeImages(image)
	}
	blocks := make([][]string, 0, len(g.nodes))
	at := map[int]int{}
	for i, name := range g.nodes {
		first := orbit.find(i)
		if first == i {
			at[i] = len(blocks)
			blocks = append(blocks, nil)
		}
		blocks[at[first]] = append(blocks[at[first]], name)
	}
	return blocks
}

// blocks groups the nodes by the first node of their block, and drops single ones.
func (g *Group) blocks(first []int) [][]string {
	var blocks [][]string
	for i := range g.nodes {
		if first[i] != i {
			continue
		}
		var block []string
		for j := i; j < len(g.nodes); j++ {
			if first[j] == i {
				block = append(block, g.nodes[j])
			}
		}
		if len(block) > 1 {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// Order returns the number of permutations in the group: the product, over the nodes in
// order, of the number of places where those that leave all earlier ones alone take it.
func (g *Group) Order() *big.Int {
	order := big.NewInt(1)
	for i := range g.nodes {
		orbit := newUnion(len(g.nodes))
		for _, image := range g.generators {
			if fixes(image, i) {
				orbit.mergeImages(image)
			}
		}
		size := 0
		for j := range g.nodes {
			if orbit.find(j) == orbit.find(i) {
				size++
			}
		}
		order.Mul(order, big.NewInt(int64(size)))
	}
	return order
}

// fixes reports whether a permutation leaves the first n nodes alone.
func fixes(image []int, n int) bool {
	for i, to := range image[:n] {
		if i != to {
			return false
		}
	}
	return true
}

// Orbit yields x and its images under the group, each once, in a fixed order: x first.
// apply renames an x, and key tells different ones apart.
func Orbit[T any](g *Group, x T, apply func(Permutation, T) T, key func(T) string) iter.Seq[T] {
	return func(yield func(T) bool) {
		generators := g.Generators()
		seen := map[string]bool{key(x): true}
		for queue := []T{x}; len(queue) > 0; queue = queue[1:] {
			if !yield(queue[0]) {
				return
			}
			for _, p := range generators {
				image := apply(p, queue[0])
				if k := key(image); !seen[k] {
					seen[k] = true
					queue = append(queue, image)
				}
			}
		}
	}
}

// union is a union-find structure. The first of a set represents it.
type union []int

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = i
	}
	return u
}

func (u union) find(i int) int {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

func (u union) merge(i, j int) {
	i, j = u.find(i), u.find(j)
	u[max(i, j)] = min(i, j)
}

func (u union) mergeImages(image []int) {
	for from, to := range image {
		u.merge(from, to)
	}
}
