package eval

// step runs one time: what the nodes hold and received becomes complete under their
// local rules, and yields what they keep and what they send.
//
//	state, inbox ── deductive rules ──▸ complete state ──▸ next state, outbox
//
// State and inbox of time t are the facts that steps before put there; the next state goes to
// time t+1, the outbox through the network to t+1 or later.
func (m *machine) step(t int) {
	m.begin(t)
	m.receive()
	m.complete()
	m.marks[t] = m.mark()
	if t < m.eot { // what is kept or sent at EOT does not matter
		m.keepAndSend()
	}
	m.considerSATSweep()
	if !m.constant {
		m.growth.grow(m)
		if m.options.Progress != nil && m.err == nil {
			m.options.Progress(m.growth)
		}
	}
}

// begin turns to a time.
func (m *machine) begin(t int) {
	m.now, m.next, m.skip = t, t+1, nil
	if m.options.SkipObservers && t < m.eot {
		m.skip = m.observer
	}
	m.underWay = m.underWay[:0]
	m.lookDown()
}

// complete closes the state under the deductive rules, one stratum after the other.
func (m *machine) complete() {
	for i := range m.strata {
		if m.err != nil {
			return
		}
		m.closeStratum(i)
	}
}

// keepAndSend draws the conclusions for the next time: what each node keeps, and the
// messages that the network does not lose.
func (m *machine) keepAndSend() {
	for _, r := range m.inductive {
		m.conclude(r)
	}
	m.holdOver()
	for _, r := range m.async {
		m.conclude(r)
	}
	m.inspectOverflows()
}

// conclude applies a rule to facts that are complete.
func (m *machine) conclude(r *rule) {
	if len(m.waiting) > 0 {
		m.collectWaiting(r)
	}
	m.apply(r.plan)
	if r.aggregates {
		m.aggregate(r)
	}
}

// skipped reports whether a relation is left out at this time.
func (m *machine) skipped(relation int) bool {
	return m.skip != nil && m.skip[relation]
}

// mark is how much there was at the end of a time's local rules.
type mark struct {
	facts, firings, premises, groups, bindings, rows, drawn, lost, overflows, values, ticks int
}

func (m *machine) mark() mark {
	return mark{
		len(m.facts), len(m.firings), len(m.premises), len(m.groups),
		len(m.bindings), len(m.rows), len(m.drawn), len(m.lost), len(m.overflows), len(m.values.list), m.ticks,
	}
}
