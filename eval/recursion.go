package eval

import (
	"slices"

	"molly/circuit"
	"molly/datalog"
)

// A recursive stratum is grounded first, with the literals of its own facts left out. Then
// its facts are taken by strongly connected components of the dependency graph (Tarjan, 1972),
// in topological order. In a component with a cycle, equivalences "a fact holds when one of its
// firings does" (Clark's completion) would also have solutions in which facts support only each
// other, unfounded sets; the literals of the component are the least solution instead
// (system.go).

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
		m.dropFalse(m.table(relation, m.now))
	}
}

// positives returns the positive premises of a firing.
func (m *machine) positives(firing int) []FactID {
	f := &m.firings[firing]
	return m.premises[f.first : int(f.first)+len(m.rules[f.rule].positives)]
}

// solveComponent settles the literals of a component. All that supports it from outside
// is settled.
func (m *machine) solveComponent(s *stratum, component []FactID) {
	if m.err != nil {
		return
	}
	// Components of the same shape are solved in the same order, so that they share
	// circuits: in a transitive closure there is one for each place where paths begin.
	slices.SortFunc(component, func(a, b FactID) int {
		if c := int(m.facts[a].table - m.facts[b].table); c != 0 {
			return c
		}
		return slices.Compare(m.row(a), m.row(b))
	})
	sys := &system{machine: m, equations: make([]equation, len(component))}
	place := make(map[FactID]int, len(component))
	for i, id := range component {
		place[id] = i
	}
	for i, id := range component {
		sys.equations[i] = m.equation(s, id, i, place)
	}
	for i, lit := range sys.solve() {
		m.facts[component[i]].lit = lit
	}
}

// equation says when a fact of a component holds: number is its place there. Firings that
// need the fact itself are left out: what they derive is there without them.
func (m *machine) equation(s *stratum, id FactID, number int, place map[FactID]int) equation {
	var e equation
	f := &m.facts[id]
	if f.given {
		lit, sometimes := m.sometimes[id]
		if !sometimes {
			e.base = append(e.base, circuit.True)
			return e
		}
		e.base = append(e.base, lit)
	}
	for i := f.rows; i != none; i = m.rows[i].next {
		e.base = append(e.base, m.rows[i].lit)
	}
	for i := f.firings; i != none; i = m.firings[i].next {
		lits := append(m.lits[:0], m.firings[i].lit)
		var with []int
		for _, p := range m.positives(int(i)) {
			if n, own := place[p]; own {
				if !slices.Contains(with, n) {
					with = append(with, n)
				}
			} else if m.inStratum(s, p) {
				lits = append(lits, m.facts[p].lit)
			}
		}
		m.lits = lits
		guard := m.circuit.And(lits...)
		switch {
		case guard == circuit.False, slices.Contains(with, number):
		case len(with) == 0:
			e.base = append(e.base, guard)
		default:
			e.terms = append(e.terms, term{guard, with})
		}
		m.tick(1 + len(with))
	}
	return e
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

// dropFalse removes the facts whose literal is false from a table.
func (m *machine) dropFalse(t *table) {
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
