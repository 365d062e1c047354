package eval

import (
	"molly/circuit"
	"molly/datalog"
)

// apply runs a rule's join and fires for each binding.
func (m *machine) apply(p *plan) {
	if m.err != nil || p.rule.only != unmet && p.rule.only != m.node {
		return
	}
	m.running = p.rule
	if n := len(p.rule.positives); cap(m.matched) < n {
		m.matched = make([]FactID, n)
	}
	m.matched = m.matched[:len(p.rule.positives)]
	m.absent, m.lits = m.absent[:0], m.lits[:0]
	m.join(p, 0)
	m.running = nil
}

// join continues a plan from step i under the current bindings. It is the inner
// loop of evaluation.
func (m *machine) join(p *plan, i int) {
	for ; i < len(p.steps); i++ {
		s := &p.steps[i]
		switch s.kind {
		case matchStep:
			m.match(p, i)
			return
		case absentStep:
			if !m.negate(s) {
				return
			}
		case checkStep:
			holds, o := m.compare(s)
			if m.interrupted(o) || !holds {
				return
			}
		case bindStep:
			v, o := m.term(&s.left)
			if m.interrupted(o) {
				return
			}
			m.slots[s.slot] = v
		}
	}
	if p.late {
		m.inspect(p.rule)
	} else {
		m.fire(p.rule)
	}
}

// interrupted ends a binding whose expression has no value. After an overflow the
// rule is evaluated again: overflow.go.
func (m *machine) interrupted(o outcome) bool {
	if o == overflow {
		m.overflowed[m.running] = true
	}
	return o != defined
}

// keyOf computes the key of an atom's step. It reports false when the binding ends
// there.
func (m *machine) keyOf(s *step) (key []valueID, ok bool) {
	key = m.key[s.scratch : s.scratch+len(s.key)]
	for k := range s.key {
		v, o := m.sought(&s.key[k].value)
		if m.interrupted(o) {
			return nil, false
		}
		key[k] = v
	}
	return key, true
}

// match binds the atom of step i to each matching fact in turn and joins on.
func (m *machine) match(p *plan, i int) {
	s := &p.steps[i]
	t := m.tableFor(s.relation, s.at)
	if t == nil || t.n == 0 {
		return
	}
	key, ok := m.keyOf(s)
	if !ok {
		return
	}
	low, high := 0, t.n
	if s.at == 0 || s.at == m.now {
		switch w := m.windows[s.relation]; s.window {
		case oldFacts:
			high = w.old
		case newFacts:
			low, high = w.old, w.all
		case knownFacts:
			high = w.all
		}
	}
	switch {
	case s.full(t.arity):
		if local := t.find(key); local >= low && local < high {
			m.extend(p, i, t, local)
		}
	case s.index < 0 || t.n <= small:
		for local := low; local < high && m.err == nil; local++ {
			if keyed(t.row(local), s.key, key) {
				m.extend(p, i, t, local)
			}
		}
	default:
		x := t.index(s.index, m.indexes[s.relation][s.index])
		for local := x.lookup(&t.tupleSet, key); local >= 0 && local < high && m.err == nil; local = int(x.next[local]) {
			if local >= low {
				m.extend(p, i, t, local)
			}
		}
	}
}

func keyed(row []valueID, parts []keyPart, key []valueID) bool {
	for k := range parts {
		if row[parts[k].column] != key[k] {
			return false
		}
	}
	return true
}

// extend binds the atom of step i to one fact and joins on.
func (m *machine) extend(p *plan, i int, t *table, local int) {
	m.tick(1)
	s := &p.steps[i]
	row := t.row(local)
	for _, b := range s.binds {
		m.slots[b.slot] = row[b.column]
	}
	for _, c := range s.same {
		if row[c.column] != row[c.earlier] {
			return
		}
	}
	id := t.ids[local]
	m.matched[s.premise] = id
	absent, lits := len(m.absent), len(m.lits)
	if l := m.facts[id].lit; l != circuit.True {
		m.lits = append(m.lits, l)
	}
	m.join(p, i+1)
	m.absent, m.lits = m.absent[:absent], m.lits[:lits]
}

// negate requires that nothing that a negated atom matches holds. It reports whether
// that is possible.
func (m *machine) negate(s *step) bool {
	key, ok := m.keyOf(s)
	if !ok {
		return false
	}
	return m.refute(s.relation, s.at, s.index, s.key, key)
}

// refute adds the complement of every fact that has the key. It reports false when
// one of them holds in every scenario.
func (m *machine) refute(relation, at, indexNumber int, parts []keyPart, key []valueID) bool {
	t := m.tableFor(relation, at)
	if t == nil || t.n == 0 {
		return true
	}
	switch {
	case len(parts) == t.arity:
		local := t.find(key)
		return local < 0 || m.deny(t.ids[local])
	case indexNumber < 0 || t.n <= small:
		for local := range t.n {
			if keyed(t.row(local), parts, key) && !m.deny(t.ids[local]) {
				return false
			}
		}
	default:
		x := t.index(indexNumber, m.indexes[relation][indexNumber])
		for local := x.lookup(&t.tupleSet, key); local >= 0; local = int(x.next[local]) {
			if !m.deny(t.ids[local]) {
				return false
			}
		}
	}
	return true
}

func (m *machine) deny(id FactID) bool {
	l := m.facts[id].lit
	if l == circuit.True {
		return false
	}
	m.lits = append(m.lits, l.Not())
	m.absent = append(m.absent, id)
	return true
}

// fire draws the conclusion of a complete binding.
func (m *machine) fire(r *rule) {
	if m.err != nil {
		return
	}
	head := m.head[:0]
	for i := range r.head {
		v, o := m.term(&r.head[i])
		if m.interrupted(o) {
			return
		}
		head = append(head, v)
	}
	m.head = head
	lits := len(m.lits)
	if m.outages && !m.reside(r, head[0]) {
		m.lits = m.lits[:lits]
		return
	}
	if r.Timing == datalog.Asynchronous && m.net != nil {
		m.send(r, head)
		m.lits = m.lits[:lits]
		return
	}
	lit := m.circuit.And(m.lits...)
	m.lits = m.lits[:lits]
	if lit == circuit.False {
		return
	}
	if r.aggregates {
		f := m.record(r, none, m.next, lit)
		if r.Timing != datalog.Asynchronous || m.net != nil {
			m.collect(r, head, f) // else the receiver aggregates what it gets
		}
		return
	}
	time := m.now
	if r.Timing != datalog.Deductive {
		time = m.next
	}
	id, _ := m.insert(m.table(int(r.Head.Relation), time), head)
	m.record(r, id, time, lit)
}

// place is where the running rule's binding is.
func (m *machine) place(r *rule) valueID {
	if r.location.kind == datalog.Constant {
		return r.location.value
	}
	return m.slots[r.location.slot]
}

// record writes the firing down: its premises, and what it denies. It concludes for a time.
func (m *machine) record(r *rule, head FactID, time int, lit circuit.Lit) FiringID {
	id := FiringID(len(m.firings))
	f := firingRecord{
		rule: int32(r.ID), time: int32(m.now), head: head, lit: lit, next: none,
		first: int32(len(m.premises)), total: int32(len(m.matched) + len(m.absent)),
	}
	m.premises = append(m.premises, m.matched...)
	m.premises = append(m.premises, m.absent...)
	if head != none {
		f.next = m.facts[head].firings
		m.facts[head].firings = int32(id)
	} else {
		f.next = int32(len(m.drawn))
		m.drawn = append(m.drawn, m.head...)
		if r.Timing == datalog.Asynchronous {
			m.drawn = append(m.drawn, valueID(time))
		}
	}
	m.firings = append(m.firings, f)
	if len(m.firings) > m.options.MaxFacts {
		m.fail(m.limitError("rule firings"))
	}
	return id
}
