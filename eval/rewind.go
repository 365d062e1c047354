package eval

import "slices"

// rewind forgets everything after the local rules of time t, and sends again. What was sent
// before and arrives after t is still under way.
func (m *machine) rewind(t int) {
	k := m.marks[t]
	ahead := m.ahead(t, k)
	m.facts, m.firings, m.premises = m.facts[:k.facts], m.firings[:k.firings], m.premises[:k.premises]
	m.groups, m.bindings, m.rows = m.groups[:k.groups], m.bindings[:k.bindings], m.rows[:k.rows]
	m.drawn = m.drawn[:k.drawn]
	m.lost, m.overflows = m.lost[:k.lost], m.overflows[:k.overflows]
	m.values.forget(k.values)
	m.ticks = k.ticks
	for _, u := range ahead {
		u.table.add(u.tuple)
		u.table.ids = append(u.table.ids, u.fact)
	}
	for w, list := range m.waiting {
		first, _ := slices.BinarySearch(list, FiringID(k.firings))
		m.waiting[w] = list[:first]
	}
	clear(m.links)
	m.begin(t)
	m.keepAndSend()
	for t++; t <= m.eot && m.err == nil; t++ {
		m.step(t)
	}
}

// aheadFact is a fact that is concluded for a later time.
type aheadFact struct {
	table *table
	tuple []valueID
	fact  FactID
}

// ahead empties the tables of the times after t, and returns what of them was there already at
// the mark of t, in its order, without what has concluded it since.
func (m *machine) ahead(t int, k mark) []aheadFact {
	var list []aheadFact
	for i := (t + 1) * len(m.program.Relations); i < len(m.tables); i++ {
		table := &m.tables[i]
		for local, id := range table.ids {
			if int(id) >= k.facts {
				break
			}
			f := &m.facts[id]
			f.given = false
			for int(f.firings) >= k.firings {
				f.firings = m.firings[f.firings].next
			}
			for int(f.rows) >= k.rows {
				f.rows = m.rows[f.rows].next
			}
			list = append(list, aheadFact{table, slices.Clone(table.row(local)), id})
		}
		table.reset()
	}
	return list
}
