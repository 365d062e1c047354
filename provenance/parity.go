package provenance

import "molly/datalog"

// doubted lists the relations that some rule negates or aggregates.
func doubted(p *datalog.Program) []datalog.RelID {
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

// oddlyReaching returns, for each relation, the relations that reach it through an odd
// number of negations: a loss of their tuples may make tuples of it appear. An
// aggregate depends on what it counts in both ways. Time does not matter.
func oddlyReaching(p *datalog.Program) [][]datalog.RelID {
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
	reaching := make([][]datalog.RelID, len(p.Relations))
	for start := range p.Relations {
		// seen[0] are the relations reached through an even number of negations.
		var seen [2]map[datalog.RelID]bool
		seen[0], seen[1] = map[datalog.RelID]bool{}, map[datalog.RelID]bool{}
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
			if seen[1][datalog.RelID(r)] {
				reaching[start] = append(reaching[start], datalog.RelID(r))
			}
		}
	}
	return reaching
}
