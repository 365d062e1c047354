package eval

import (
	"molly/circuit"
	"molly/datalog"
)

// A recursive stratum is grounded first, with the literals of its own facts left out.
// Then its facts are taken in the strongly connected components of "is a premise of",
// supporting facts first. In a component with a cycle facts must not hold each other
// up: its literals are computed by rounds, from false, each fact from the literals
// that the others have so far. A fact that holds has a derivation at most as deep as
// the component has facts, so that many rounds are enough; they end earlier when no
// literal changes.

// solve settles the literals of a recursive stratum, and takes facts and firings
// that turn out false away.
func (m *machine) solve(s *stratum) {
	var facts []FactID
	number := map[FactID]int{}
	for _, relation := range s.relations {
		for _, id := range m.table(relation, m.now).ids {
			number[id] = len(facts)
			facts = append(facts, id)
		}
	}
	datalog.Components(len(facts), func(v int, yield func(int)) {
		for i := m.facts[facts[v]].firings; i != none; i = m.firings[i].next {
			for _, p := range m.positives(int(i)) {
				if w, own := number[p]; own {
					yield(w)
				}
			}
		}
	}, func(members []int) {
		component := make([]FactID, len(members))
		for i, v := range members {
			component[i] = facts[v]
		}
		m.solveComponent(s, component)
	})
	if m.err != nil {
		return
	}
	for _, id := range facts {
		m.settleFirings(s, id)
	}
	for _, relation := range s.relations {
		m.sweep(m.table(relation, m.now))
	}
}

// positives returns the positive premises of a firing.
func (m *machine) positives(firing int) []FactID {
	f := &m.firings[firing]
	return m.premises[f.first : int(f.first)+len(m.rules[f.rule].positives)]
}

func (m *machine) solveComponent(s *stratum, component []FactID) {
	for _, id := range component {
		m.facts[id].lit = circuit.False
		if m.facts[id].given {
			m.facts[id].lit = circuit.True
		}
	}
	for range component {
		changed := false
		for _, id := range component {
			if m.err != nil {
				return
			}
			if l := m.unrolled(s, id); l != m.facts[id].lit {
				m.facts[id].lit = l
				changed = true
			}
		}
		if !changed {
			break
		}
	}
}

// unrolled is the fact's support by the literals that the stratum's facts have so
// far.
func (m *machine) unrolled(s *stratum, id FactID) circuit.Lit {
	f := &m.facts[id]
	if f.given {
		return circuit.True
	}
	var ors []circuit.Lit
	for i := f.firings; i != none; i = m.firings[i].next {
		ors = append(ors, m.whole(s, int(i)))
	}
	for i := f.rows; i != none; i = m.rows[i].next {
		ors = append(ors, m.rows[i].lit)
	}
	m.tick(len(ors))
	return m.circuit.Or(ors...)
}

// whole is a firing's literal with those of its premises in the stratum.
func (m *machine) whole(s *stratum, firing int) circuit.Lit {
	lits := append(m.lits[:0], m.firings[firing].lit)
	for _, p := range m.positives(firing) {
		if m.inStratum(s, p) {
			lits = append(lits, m.facts[p].lit)
		}
	}
	m.lits = lits
	return m.circuit.And(lits...)
}

// settleFirings gives a fact's firings their whole literals and unlinks false ones.
func (m *machine) settleFirings(s *stratum, id FactID) {
	link := &m.facts[id].firings
	for *link != none {
		f := &m.firings[*link]
		f.lit = m.whole(s, int(*link))
		if f.lit == circuit.False {
			*link = f.next
		} else {
			link = &f.next
		}
	}
}

// sweep removes the facts whose literal is false from a table.
func (m *machine) sweep(t *table) {
	alive := true
	for _, id := range t.ids {
		alive = alive && m.facts[id].lit != circuit.False
	}
	if alive {
		return
	}
	ids := append([]FactID(nil), t.ids...)
	rows := append([]valueID(nil), t.cols...)
	t.reset()
	for i, id := range ids {
		if m.facts[id].lit == circuit.False {
			continue
		}
		local, _ := t.add(rows[i*t.arity : (i+1)*t.arity])
		m.facts[id].local = int32(local)
		t.ids = append(t.ids, id)
	}
}
