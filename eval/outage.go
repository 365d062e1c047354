package eval

import (
	"slices"

	"molly/circuit"
	"molly/datalog"
)

// While a node is down, its rules do not fire, and nothing is concluded there but by observers.
// Only what its stable relations have by @next rules stays: it is held over from each time at
// which the node is down to the next one.
//
// A rule needs to ask whether its location is down only where its premise there may hold at a
// node that is down. All others, of relations that are not stable, are gone.

// residence is what a rule needs to know of the nodes at which it fires and concludes.
type residence struct {
	premise  int  // which positive atom is at the rule's location; -1: the rule has none
	asks     bool // the premise may hold at a node that is down
	observer bool // the rule is an observer's
	stays    bool // its head is at its location
	stable   bool // its head's relation is stable
}

func (c *compiler) residence(r *rule) residence {
	res := residence{
		premise:  -1,
		observer: r.Timing == datalog.Deductive && c.watched[r.Head.Relation],
		stable:   slices.Contains(c.program.Stable, r.Head.Relation),
	}
	for i, literal := range r.positives {
		if r.Body[literal].Atom.At == 0 {
			res.premise = i
			break
		}
	}
	if res.premise < 0 && len(r.positives) > 0 {
		res.premise = 0
	}
	head := r.Head.Args[0].Term
	if res.premise < 0 {
		res.stays = true
		return res
	}
	a := &r.Body[r.positives[res.premise]].Atom
	res.asks = a.At > 0 || a.Relation == c.program.Crash || a.Relation == c.program.Outage ||
		slices.Contains(c.program.Stable, a.Relation)
	place := a.Args[0]
	res.stays = place.Kind == head.Kind && (place.Kind == datalog.Variable && place.Var == head.Var ||
		place.Kind == datalog.Constant && place.Value == head.Value)
	return res
}

// lookDown finds out which nodes may be down now, and at the next time.
func (m *machine) lookDown() {
	if !m.outages {
		return
	}
	m.downNow, m.downNext = m.downNow[:0], m.downNext[:0]
	for _, name := range m.nodes {
		m.downNow = append(m.downNow, m.net.Down(name, m.now))
		m.downNext = append(m.downNext, m.net.Down(name, m.next))
	}
}

// at is the literal of a place; one that is no node is never down.
func (m *machine) at(down []circuit.Lit, place valueID) circuit.Lit {
	if node, isNode := m.nodeOf[place]; isNode {
		return down[node]
	}
	return circuit.False
}

// isUp says when a place is not down now.
func (m *machine) isUp(place valueID) circuit.Lit {
	if !m.outages {
		return circuit.True
	}
	return m.at(m.downNow, place).Not()
}

// located is where the running rule's binding is, for a head with the given place.
func (m *machine) located(r *rule, head valueID) valueID {
	if r.residence.premise < 0 {
		return head
	}
	return m.row(m.matched[r.residence.premise])[0]
}

// reside adds to the literals that the nodes are up at which a binding fires and concludes. It
// reports false where they are certainly not.
func (m *machine) reside(r *rule, head valueID) bool {
	res := &r.residence
	if res.observer {
		return true
	}
	place := m.located(r, head)
	if (res.asks || res.premise < 0) && !m.require(m.at(m.downNow, place).Not()) {
		return false
	}
	switch {
	case r.Timing == datalog.Asynchronous:
		return true // the network knows whether the receiver is down
	case r.Timing == datalog.Deductive:
		return res.stays || m.require(m.at(m.downNow, head).Not())
	case !res.stable:
		return m.require(m.at(m.downNext, head).Not())
	}
	return res.stays || m.require(m.circuit.Or(m.at(m.downNow, head).Not(), m.at(m.downNext, head).Not()))
}

// require adds a literal, and reports whether it can hold.
func (m *machine) require(lit circuit.Lit) bool {
	if lit != circuit.True {
		m.lits = append(m.lits, lit)
	}
	return lit != circuit.False
}

// holdOver keeps what stable relations have at nodes that are down.
func (m *machine) holdOver() {
	if !m.outages {
		return
	}
	for _, r := range m.holds {
		relation := int(r.Head.Relation)
		for _, id := range m.table(relation, m.now).ids {
			down := m.at(m.downNow, m.row(id)[0])
			if down == circuit.False {
				continue
			}
			lit := m.circuit.And(down, m.written(id))
			if lit == circuit.False {
				continue
			}
			m.tick(1)
			m.matched, m.absent = append(m.matched[:0], id), m.absent[:0]
			head, _ := m.insert(m.table(relation, m.next), m.row(id))
			m.record(r, head, m.next, lit)
		}
	}
}

// written says when a fact has come about by an @next rule, or was held over.
func (m *machine) written(id FactID) circuit.Lit {
	f := &m.facts[id]
	relation := m.Relation(id)
	if !m.watched[relation] {
		return f.lit // at a node that is down, nothing else concludes it
	}
	lits := m.lits[:0]
	for i := f.firings; i != none; i = m.firings[i].next {
		if m.rules[m.firings[i].rule].Timing == datalog.Inductive {
			lits = append(lits, m.firings[i].lit)
		}
	}
	for i := f.rows; i != none; i = m.rows[i].next {
		if m.rules[m.groups[m.rows[i].group].rule].Timing == datalog.Inductive {
			lits = append(lits, m.rows[i].lit)
		}
	}
	m.lits = lits
	return m.circuit.Or(lits...)
}
