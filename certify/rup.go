package certify

import (
	"context"
	"strconv"
	"strings"
)

// refutation is clauses with what unit propagation draws from them.
//
// Invariant between calls: trail holds the literals that are true, and all that they imply is
// among them. A clause of two literals or more is watched by its first two: one of them is
// true, or neither is false.
type refutation struct {
	zero    int     // where literal 0 would be in holds and watches
	holds   []bool  // by literal
	watches [][]int // by literal: the clauses that watch it
	trail   []int
	clauses [][]int
	closed  bool // there is a conflict, whatever else holds
}

func newRefutation(variables int) *refutation {
	return &refutation{zero: variables, holds: make([]bool, 2*variables+1), watches: make([][]int, 2*variables+1)}
}

func (r *refutation) isTrue(literal int) bool  { return r.holds[r.zero+literal] }
func (r *refutation) isFalse(literal int) bool { return r.holds[r.zero-literal] }

// set makes a literal true. It reports false where it is false already.
func (r *refutation) set(literal int) bool {
	if !r.isTrue(literal) && !r.isFalse(literal) {
		r.holds[r.zero+literal] = true
		r.trail = append(r.trail, literal)
	}
	return r.isTrue(literal)
}

// add adds a clause for good, with what it implies.
func (r *refutation) add(clause []int) {
	c := append([]int(nil), clause...)
	free := 0 // the literals that are not false come first
	for i, l := range c {
		if !r.isFalse(l) {
			c[free], c[i] = c[i], c[free]
			free++
		}
	}
	for i := 0; i < 2 && len(c) > 1; i++ {
		at := r.zero + c[i]
		r.watches[at] = append(r.watches[at], len(r.clauses))
	}
	r.clauses = append(r.clauses, c)
	from := len(r.trail)
	if free == 0 || free == 1 && !(r.set(c[0]) && r.propagate(from)) {
		r.closed = true
	}
}

// propagate draws what the trail from a place on implies. It reports false when it meets
// a conflict.
func (r *refutation) propagate(from int) bool {
	for ; from < len(r.trail); from++ {
		falsified := -r.trail[from]
		list := r.watches[r.zero+falsified]
		kept := list[:0]
		for n, id := range list {
			c := r.clauses[id]
			if c[0] == falsified {
				c[0], c[1] = c[1], c[0]
			}
			next := 2
			for next < len(c) && r.isFalse(c[next]) {
				next++
			}
			if next < len(c) && !r.isTrue(c[0]) { // watch another one
				c[1], c[next] = c[next], c[1]
				r.watches[r.zero+c[1]] = append(r.watches[r.zero+c[1]], id)
				continue
			}
			kept = append(kept, id)
			if !r.set(c[0]) {
				r.watches[r.zero+falsified] = append(kept, list[n+1:]...)
				return false
			}
		}
		r.watches[r.zero+falsified] = kept
	}
	return true
}

// implies reports whether a clause follows by unit propagation: if all of its literals are
// false, there is a conflict.
func (r *refutation) implies(clause []int) bool {
	from := len(r.trail)
	conflict := false
	for _, l := range clause {
		conflict = conflict || !r.set(-l)
	}
	conflict = conflict || !r.propagate(from)
	for _, l := range r.trail[from:] {
		r.holds[r.zero+l] = false
	}
	r.trail = r.trail[:from]
	return conflict
}

// CheckProof reports why a proof does not show that the clauses have no model. Lines that
// delete are read and not obeyed: more clauses imply more. The error is an *InvalidError or
// the context's.
func (e *Plain) CheckProof(ctx context.Context, proof string) error {
	r := newRefutation(e.Variables)
	for _, c := range e.Clauses {
		r.add(c)
	}
	n := 0
	for line := range strings.Lines(proof) {
		if n++; context.Cause(ctx) != nil {
			return context.Cause(ctx)
		}
		rest, deletes := strings.CutPrefix(line, "d ")
		words := strings.Fields(rest)
		clause := make([]int, len(words))
		for i, w := range words {
			l, err := strconv.Atoi(w)
			if err != nil || max(l, -l) > e.Variables || (l == 0) != (i == len(words)-1) {
				return invalid("line %d of the proof: %.40q cannot stand there", n, w)
			}
			clause[i] = l
		}
		if len(clause) == 0 {
			return invalid("line %d of the proof is empty", n)
		}
		if clause = clause[:len(clause)-1]; deletes || r.closed {
			continue
		}
		if !r.implies(clause) {
			return invalid("line %d of the proof does not follow by unit propagation: %.60q", n, line)
		}
		r.add(clause)
	}
	if !r.closed {
		return invalid("the proof ends after %d lines without a contradiction", n)
	}
	return nil
}
