package certify

import "molly/failure"

// admissible says which sets of faults and inputs are admissible: a message has one lateness and
// one second copy at most, an input one time, a node one crash or outage; and there are no
// more crashes, restarts and faults than the specification allows.
func (e *Plain) admissible() {
	n := e.network
	var faults []int // each one that counts
	for sent := 1; sent < n.spec.EFF; sent++ {
		for _, l := range n.links() {
			faults = append(faults, e.message(l, sent)...)
		}
	}
	e.inputs()
	if n.spec.Crashes > 0 {
		var ever, restarts []int
		for _, node := range n.nodes {
			if n.crashable[node] {
				ends, comesBack := e.ends(node)
				ever, restarts = append(ever, ends), append(restarts, comesBack)
			}
		}
		e.atMost(n.spec.Crashes, ever)
		if n.spec.Restarts > 0 {
			e.atMost(n.spec.Restarts, restarts)
		}
		faults = append(faults, ever...)
	}
	if most := n.spec.MaxFaults; most > 0 && most < len(faults) {
		e.atMost(most, faults)
	}
}

// message says that a message has one lateness and one second copy at most, none where it is
// lost. It returns what says that it is late or lost, and that it comes twice, where that is possible.
func (e *Plain) message(l link, sent int) (faults []int) {
	n := e.network
	lost := n.fault[failure.Omit(l.from, l.to, sent)]
	late := lost
	for d := n.spec.Delay; d > 0; d-- {
		late = e.chain(late, n.fault[failure.LateBy(l.from, l.to, sent, d)])
		n.late[lateness{l, sent, d}] = late
	}
	if late != 0 {
		faults = append(faults, late)
	}
	twice := 0
	for d := n.copyBy(l, sent); d > 0; d-- {
		twice = e.chain(twice, n.fault[failure.TwiceBy(l.from, l.to, sent, d)])
	}
	if twice != 0 {
		faults = append(faults, twice)
		if lost != 0 {
			e.clause(-twice, -lost)
		}
	}
	return faults
}

// chain says that a literal excludes those before it, of which one holds where before
// does; 0 for none. It returns what says the same with the literal.
func (e *Plain) chain(before, literal int) int {
	if before == 0 {
		return e.some(literal)
	}
	e.clause(-before, -literal)
	return e.some(before, literal)
}

// inputs says that each input is there at one time at most.
func (e *Plain) inputs() {
	for i, c := range e.network.spec.Inputs.List() {
		there := 0
		for _, t := range c.Times {
			if t <= e.network.spec.EOT {
				there = e.chain(there, e.network.fault[failure.Choose(c.Tuple, i+1, t)])
			}
		}
	}
}

// ends says that a node crashes or goes down once at most. It returns what says that it does, and
// that it comes back.
func (e *Plain) ends(node string) (ever, comesBack int) {
	n := e.network
	last := n.spec.LastCrash()
	for k := 1; k <= last; k++ {
		ever = e.chain(ever, n.fault[failure.CrashAt(node, k)])
		n.crashed[at{node, k}] = ever
	}
	for k := last + 1; k <= n.spec.EOT; k++ {
		n.crashed[at{node, k}] = ever
	}
	var outages []int
	for from := 1; from <= last && n.spec.Restarts > 0; from++ {
		for until := from + 1; until <= n.spec.EFF; until++ {
			l := n.fault[failure.OutageOf(node, from, until)]
			ever = e.chain(ever, l)
			outages = append(outages, l)
		}
	}
	if n.spec.Restarts > 0 {
		comesBack = e.some(outages...)
	}
	return ever, comesBack
}

// atMost says that no more than so many of the literals hold.
func (e *Plain) atMost(most int, literals []int) {
	count := []int{e.both()} // count[k]: k or more of those so far hold
	for range most + 1 {
		count = append(count, e.some())
	}
	for _, l := range literals {
		next := count[:1:1]
		for k := 1; k < len(count); k++ {
			next = append(next, e.some(count[k], e.both(count[k-1], l)))
		}
		count = next
	}
	e.clause(-count[most+1])
}
