package provenance

import "molly/datalog"

// nonmonotonic lists the relations that some rule negates or aggregates.
func nonmonotonic(p *datalog.Program) []datalog.RelID {
	is := make([]bool, len(p.Relations))
	for i := range p.Rules {
		for _, l := range p.Rules[i].Body {
			if l.Kind == datalog.Negative || l.Kind == datalog.Positive && p.Rules[i].Aggregates() {
				is[l.Atom.Relation] = true
			}
		}
	}
	var list []datalog.RelID
	for r, yes := range is {
		if yes {
			list = append(list, datalog.RelID(r))
		}
	}
	return list
}

// reach lists, for one relation, those whose tuples it depends on: through an odd
// number of negations, so that tuples of it may appear where theirs are lost; and
// through an even number (itself among them), so that tuples of it may appear where
// theirs do. An aggregate depends on what it counts in both ways. Time does not
// matter.
type reach struct{ odd, even []datalog.RelID }

// reaches computes the reach of every relation.
func reaches(p *datalog.Program) []reach {
	type edge struct {
		to        datalog.RelID
		odd, even bool
	}
	reads := make([][]edge, len(p.Relations))
	for i := range p.Rules {
		r := &p.Rules[i]
		for _, l := range r.Body {
			if l.Kind == datalog.Comparison {
				continue
			}
			aggregates, negated := r.Aggregates(), l.Kind == datalog.Negative
			reads[r.Head.Relation] = append(reads[r.Head.Relation], edge{
				to: l.Atom.Relation, odd: negated || aggregates, even: !negated || aggregates,
			})
		}
	}
	list := make([]reach, len(p.Relations))
	for start := range p.Relations {
		seen := [2][]bool{make([]bool, len(p.Relations)), make([]bool, len(p.Relations))}
		var visit func(r datalog.RelID, parity int)
		visit = func(r datalog.RelID, parity int) {
			if seen[parity][r] {
				return
			}
			seen[parity][r] = true
			for _, e := range reads[r] {
				if e.even {
					visit(e.to, parity)
				}
				if e.odd {
					visit(e.to, 1-parity)
				}
			}
		}
		visit(datalog.RelID(start), 0)
		for r := range p.Relations {
			if seen[0][r] {
				list[start].even = append(list[start].even, datalog.RelID(r))
			}
			if seen[1][r] {
				list[start].odd = append(list[start].odd, datalog.RelID(r))
			}
		}
	}
	return list
}
