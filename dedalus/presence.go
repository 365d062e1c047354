package dedalus

import (
	"slices"

	"molly/datalog"
)

// presence tells at which times of a run each relation can hold anything, whatever the
// faults and the inputs are: as if all that rules compare, compute and negate were true.
//
// Invariant: rows[t] has a bit for each relation at time t, 1 ≤ t < len(rows); from the
// last row on nothing changes up to the time end.
type presence struct {
	program *datalog.Program
	rows    [][]bool
	end     int
}

// presenceOf computes it, time by time.
func presenceOf(p *datalog.Program, end int) *presence {
	x := &presence{program: p, rows: [][]bool{make([]bool, len(p.Relations))}, end: end}
	given := make([]bool, len(p.Relations)) // from outside: nothing here defines it
	for r := range given {
		given[r] = true
	}
	last := 1                                // the last time that the program mentions
	facts := map[int][]datalog.RelID{}       // by time
	lasting := make([]int, len(p.Relations)) // from when on a relation holds a fact; 0: never
	state := func(r datalog.RelID, t int) {
		facts[t] = append(facts[t], r)
		given[r] = false
		last = max(last, t)
	}
	for _, f := range p.Facts {
		state(f.Relation, f.Time)
	}
	for _, f := range p.Lasting {
		state(f.Relation, f.Time)
		if first := lasting[f.Relation]; first == 0 || f.Time < first {
			lasting[f.Relation] = f.Time
		}
	}
	for _, in := range p.Inputs {
		for _, t := range in.Times {
			state(in.Relation, t)
		}
	}
	for i := range p.Rules {
		given[p.Rules[i].Head.Relation] = false
		for _, l := range p.Rules[i].Body {
			last = max(last, l.Atom.At)
		}
	}
	for t := 1; t <= end; t++ {
		row := slices.Clone(given)
		for _, r := range facts[t] {
			row[r] = true
		}
		for r, first := range lasting {
			row[r] = row[r] || first > 0 && first <= t
		}
		for i := range p.Rules {
			if r := &p.Rules[i]; r.Timing != datalog.Deductive && t > 1 && x.fires(r, t-1) {
				row[r.Head.Relation] = true
			}
		}
		x.rows = append(x.rows, row)
		for again := true; again; {
			again = false
			for i := range p.Rules {
				if r := &p.Rules[i]; r.Timing == datalog.Deductive && !row[r.Head.Relation] && x.fires(r, t) {
					row[r.Head.Relation], again = true, true
				}
			}
		}
		if t > last && slices.Equal(row, x.rows[t-1]) {
			break
		}
	}
	return x
}

// holds reports whether a relation can hold something at a time.
func (x *presence) holds(r datalog.RelID, t int) bool { return x.rows[min(t, len(x.rows)-1)][r] }

// fires reports whether a rule's positive premises can hold together at a time.
func (x *presence) fires(r *datalog.Rule, t int) bool {
	for _, l := range r.Body {
		switch {
		case l.Kind != datalog.Positive:
		case l.Atom.At > t || !x.holds(l.Atom.Relation, t) && l.Atom.At == 0:
			return false
		case l.Atom.At > 0 && !x.holds(l.Atom.Relation, l.Atom.At):
			return false
		}
	}
	return true
}
