package eval

import (
	"slices"

	"molly/circuit"
)

// closeStratum runs the deductive rules of one stratum to their least fixpoint and
// settles the literals of its facts.
func (m *machine) closeStratum(number int) {
	s := &m.strata[number]
	for _, r := range s.once {
		if !m.skipped(int(r.Head.Relation)) {
			m.conclude(r)
		}
	}
	if len(s.loop) > 0 && !m.skipped(s.relations[0]) {
		m.ground(s)
	}
	if m.err != nil {
		return
	}
	switch {
	case m.constant: // every fact is true, and derived from facts found before it
	case s.recursive:
		m.solve(s)
	default:
		for _, relation := range s.relations {
			m.settle(m.table(relation, m.now))
		}
	}
	m.satSweepStratum(number)
	m.inspectOverflows()
}

// ground finds all facts and firings of a recursive stratum, semi-naively: each
// round joins what the last one found with what was known. Literals inside the
// stratum are left out of the firings until solve adds them.
func (m *machine) ground(s *stratum) {
	for _, relation := range s.relations {
		m.windows[relation] = windowBounds{}
	}
	for first := true; m.err == nil; first = false {
		grown := false
		for _, relation := range s.relations {
			w := &m.windows[relation]
			w.old, w.all = w.all, m.table(relation, m.now).n
			grown = grown || w.all > w.old
		}
		if !grown && !first {
			break
		}
		for _, r := range s.loop {
			m.round(r, first)
		}
	}
}

// round joins the new facts. A premise with another absolute time does not grow; a
// rule that has only such premises here fires once.
func (m *machine) round(r *rule, first bool) {
	grows := false
	for _, d := range r.deltas {
		if d.at != 0 && d.at != m.now {
			continue
		}
		grows = true
		if w := m.windows[d.relation]; w.all > w.old {
			m.apply(d.plan)
		}
	}
	if !grows && first {
		m.apply(r.plan)
	}
}

// settle gives each fact of a complete table its literal: the OR of its firings.
func (m *machine) settle(t *table) {
	for _, id := range t.ids {
		m.facts[id].lit = m.support(id)
	}
}

// support is the OR of the literals of a fact's firings and rows.
func (m *machine) support(id FactID) circuit.Lit {
	f := &m.facts[id]
	lits := m.lits[:0]
	if f.given {
		lit, sometimes := m.sometimes[id]
		if !sometimes {
			return circuit.True
		}
		lits = append(lits, lit)
	}
	for i := f.firings; i != none; i = m.firings[i].next {
		lits = append(lits, m.firings[i].lit)
	}
	for i := f.rows; i != none; i = m.rows[i].next {
		lits = append(lits, m.rows[i].lit)
	}
	m.lits = lits
	return m.circuit.Or(lits...)
}

// inStratum reports whether a fact belongs to the stratum that is being solved: one
// of its relations, now.
func (m *machine) inStratum(s *stratum, id FactID) bool {
	f := &m.facts[id]
	relations := len(m.program.Relations)
	if int(f.table)/relations != m.now {
		return false
	}
	return slices.Contains(s.relations, int(f.table)%relations)
}
