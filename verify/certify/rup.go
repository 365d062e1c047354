package certify

import (
	"context"
	"io"
	"math"
	"slices"
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
	closed  bool  // there is a conflict, whatever else holds
	why     []int // by variable, where it is true or false: the clause that says so, or assumed
	broken  int   // the clause that the last conflict left no literal, or assumed
	ctx     context.Context
	looked  int   // watches, since the context was asked
	err     error // why what is drawn is incomplete
}

// assumed marks what a step assumes, where others have a clause.
const assumed = -1

func newRefutation(ctx context.Context, variables int) *refutation {
	return &refutation{
		zero: variables, holds: make([]bool, 2*variables+1), watches: make([][]int, 2*variables+1),
		why: make([]int, variables+1), ctx: ctx,
	}
}

func (r *refutation) isTrue(literal int) bool  { return r.holds[r.zero+literal] }
func (r *refutation) isFalse(literal int) bool { return r.holds[r.zero-literal] }

// set makes a literal true, for a clause says so. It reports false where it is false already.
func (r *refutation) set(literal, clause int) bool {
	if r.isFalse(literal) {
		r.broken = clause
	} else if !r.isTrue(literal) {
		r.holds[r.zero+literal] = true
		r.why[max(literal, -literal)] = clause
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
	id, from := len(r.clauses), len(r.trail)
	r.clauses = append(r.clauses, c)
	switch {
	case free == 0:
		r.closed, r.broken = true, id
	case free == 1:
		r.closed = !(r.set(c[0], id) && r.propagate(from))
	}
}

// propagate draws what the trail from a place on implies. It reports false when it meets
// a conflict.
func (r *refutation) propagate(from int) bool {
	for ; from < len(r.trail); from++ {
		falsified := -r.trail[from]
		list := r.watches[r.zero+falsified]
		kept := list[:0]
		if r.looked += 1 + len(list); r.looked > 1<<16 {
			r.looked = 0
			if r.err = context.Cause(r.ctx); r.err != nil {
				return true
			}
		}
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
			if !r.set(c[0], id) {
				r.watches[r.zero+falsified] = append(kept, list[n+1:]...)
				return false
			}
		}
		r.watches[r.zero+falsified] = kept
	}
	return true
}

// implies reports whether a clause follows by unit propagation: if all of its literals are
// false, there is a conflict. Where there is a tracer, it writes how.
func (r *refutation) implies(clause []int, t *tracer) bool {
	from := len(r.trail)
	conflict := false
	for _, l := range clause {
		conflict = conflict || !r.set(-l, assumed)
	}
	conflict = conflict || !r.propagate(from)
	if conflict && t != nil {
		t.step(r, clause, from)
	}
	for _, l := range r.trail[from:] {
		r.holds[r.zero+l] = false
	}
	r.trail = r.trail[:from]
	return conflict
}

// CheckProof reports why a proof does not show that the clauses have no model. Lines that
// delete are read and not obeyed: more clauses imply more. The error is an *InvalidError or
// the context's. Where lrat is not nil, the steps are written to it in LRAT, and an error of
// writing is returned, too.
func (e *Plain) CheckProof(ctx context.Context, proof string, lrat io.Writer) error {
	r := newRefutation(ctx, e.Variables)
	t := newTracer(lrat, e)
	for _, c := range e.Clauses {
		if r.closed || r.err != nil {
			break
		}
		r.add(c)
		t.drawn(r)
	}
	n := 0
	for line := range strings.Lines(proof) {
		if n++; context.Cause(ctx) != nil {
			return context.Cause(ctx)
		}
		clause, deletes, ok := step(line)
		for _, l := range clause {
			ok = ok && max(l, -l) <= e.Variables
		}
		if !ok {
			return invalid("line %d of the proof is not a clause of this question: %.60q", n, line)
		}
		if deletes || r.closed {
			continue
		}
		follows := r.implies(clause, t)
		if r.err != nil {
			return r.err
		}
		if !follows {
			return invalid("line %d of the proof does not follow by unit propagation: %.60q", n, line)
		}
		r.add(clause)
		t.drawn(r)
	}
	if r.err != nil {
		return r.err
	}
	if !r.closed {
		return invalid("the proof ends after %d lines without a contradiction", n)
	}
	return t.end()
}

// step reads a line of a proof: its literals, no variable twice, and whether it deletes.
// There is one way to write it.
func step(line string) (clause []int, deletes, ok bool) {
	rest, deletes := strings.CutPrefix(line, "d ")
	rest, ok = strings.CutSuffix(rest, "0\n")
	for ok && rest != "" {
		word, after, spaced := strings.Cut(rest, " ")
		l, err := strconv.Atoi(word)
		ok = spaced && err == nil && l != 0 && -math.MaxInt32 <= l && l <= math.MaxInt32 && strconv.Itoa(l) == word
		clause, rest = append(clause, l), after
	}
	variables := make([]int, len(clause))
	for i, l := range clause {
		variables[i] = max(l, -l)
	}
	slices.Sort(variables)
	return clause, deletes, ok && len(slices.Compact(variables)) == len(clause)
}
