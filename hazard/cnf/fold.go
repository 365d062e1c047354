package cnf

import (
	"slices"

	"molly/circuit"
)

// fold is the circuit as the specification sees it: with false for every
// fault variable that is not admissible.
type fold struct {
	// image maps nodes to what they fold to: a constant, another literal, or
	// themselves; unknown until it is asked for.
	image []circuit.Lit
	// kids holds the folded children of nodes that fold to themselves and lost or
	// exchanged some. They are sorted, distinct, not complementary, at least two.
	kids map[int][]circuit.Lit
}

const unknown = ^circuit.Lit(0)

// Fold returns what l folds to: a function that is the same in every admissible scenario.
func (q *Question) Fold(l circuit.Lit) circuit.Lit {
	f := &q.fold
	if f.image == nil {
		f.image = []circuit.Lit{circuit.True}
		f.kids = map[int][]circuit.Lit{}
	}
	for len(f.image) < q.circuit.Len() {
		f.image = append(f.image, unknown)
	}
	// Depth first with an explicit stack: circuits are as deep as runs are long.
	stack := []circuit.Lit{l.Positive()}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if f.image[top.Node()] != unknown {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, ch := range q.circuit.Children(top) {
			if f.image[ch.Node()] == unknown {
				stack = append(stack, ch.Positive())
				ready = false
			}
		}
		if ready {
			f.image[top.Node()] = q.foldNode(top)
			stack = stack[:len(stack)-1]
		}
	}
	return f.of(l)
}

// of returns what l folds to, when that is known.
func (f *fold) of(l circuit.Lit) circuit.Lit {
	image := f.image[l.Node()]
	if l.Negated() {
		return image.Not()
	}
	return image
}

// foldNode folds a node whose children are folded.
func (q *Question) foldNode(n circuit.Lit) circuit.Lit {
	if fault, ok := q.circuit.Fault(n); ok {
		if q.admits(fault) {
			return n
		}
		return circuit.False
	}
	children := q.circuit.Children(n)
	same := true
	for _, ch := range children {
		same = same && q.fold.of(ch) == ch
	}
	if same {
		return n
	}
	kids := make([]circuit.Lit, 0, len(children))
	for _, ch := range children {
		switch l := q.fold.of(ch); l {
		case circuit.True:
		case circuit.False:
			return circuit.False
		default:
			kids = append(kids, l)
		}
	}
	slices.Sort(kids)
	kids = slices.Compact(kids)
	for i := 1; i < len(kids); i++ {
		if kids[i] == kids[i-1].Not() { // neighbours: they differ in the lowest bit
			return circuit.False
		}
	}
	switch len(kids) {
	case 0:
		return circuit.True
	case 1:
		return kids[0]
	}
	q.fold.kids[n.Node()] = kids
	return n
}

// children returns the folded children of a node that folds to itself; none for a
// variable.
func (q *Question) children(l circuit.Lit) []circuit.Lit {
	if kids, ok := q.fold.kids[l.Node()]; ok {
		return kids
	}
	return q.circuit.Children(l)
}
