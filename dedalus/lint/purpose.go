package lint

import "molly/datalog"

// purpose is what a relation is for, as far as rules read it; it may be for several things.
type purpose uint8

const (
	outcome  purpose = 1 << iota // that it holds something can only help the invariant
	fault                        // that it holds something can only violate it
	protocol                     // messages depend on it, or pre
)

// turned is the purpose of what is read under notin.
func (u purpose) turned() purpose {
	out := u & protocol
	if u&outcome > 0 {
		out |= fault
	}
	if u&fault > 0 {
		out |= outcome
	}
	return out
}

// onlyBad marks the relations that are there to show a mistake of the protocol: no message and no
// tuple of pre depends on them, and what they hold can only violate the invariant.
func onlyBad(p *datalog.Program) []bool {
	of := purposes(p)
	bad := make([]bool, len(of))
	for r, u := range of {
		bad[r] = u == fault
	}
	return bad
}

// purposes follows the rules backwards from pre, post, never, and what is sent.
func purposes(p *datalog.Program) []purpose {
	of := make([]purpose, len(p.Relations))
	start := func(r datalog.RelID, u purpose) {
		if r != datalog.NoRelation {
			of[r] |= u
		}
	}
	start(p.Never, fault)
	start(p.Post, outcome)
	start(p.Pre, protocol)
	if p.JudgesPersistence() {
		for _, r := range p.Persistent {
			start(r, outcome)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range p.Rules {
			r := &p.Rules[i]
			u := of[r.Head.Relation]
			switch {
			case r.Timing == datalog.Asynchronous:
				u |= protocol
			case r.Aggregates():
				u |= u.turned()
			}
			for _, l := range r.Body {
				reads := u
				switch l.Kind {
				case datalog.Comparison:
					continue
				case datalog.Negative:
					reads = u.turned()
				}
				if of[l.Atom.Relation]|reads != of[l.Atom.Relation] {
					of[l.Atom.Relation] |= reads
					changed = true
				}
			}
		}
	}
	return of
}
