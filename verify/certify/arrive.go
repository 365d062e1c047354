package certify

import "molly/failure"

// outages says when a node is down, and when it comes back.
func (e *Plain) outages() {
	n := e.network
	for _, node := range n.nodes {
		for t := 1; n.mayBeDown(node, t); t++ {
			n.down[at{node, t}] = e.some(n.outages(node, func(from, until int) bool { return from <= t && t < until })...)
		}
		for t := 2; n.mayComeBack(node, t); t++ {
			n.back[at{node, t}] = e.some(n.outages(node, func(_, until int) bool { return until == t })...)
		}
	}
}

// outages lists the outages of a node of some kind, by from and until.
func (n *network) outages(node string, is func(from, until int) bool) (list []int) {
	for from := 1; from <= n.spec.LastCrash(); from++ {
		for until := from + 1; until <= n.spec.EFF; until++ {
			if is(from, until) {
				list = append(list, n.fault[failure.OutageOf(node, from, until)])
			}
		}
	}
	return list
}

// arrivals says when messages arrive that may be late or come twice.
func (e *Plain) arrivals() {
	for _, l := range e.network.links() {
		held := e.held(l)
		for sent := 1; sent < e.network.spec.EOT && !e.ended(); sent++ {
			if e.network.moves(l, sent) {
				e.arrivalsOf(l, sent, held)
			}
		}
	}
}

// held says, where links keep order, when something that is sent at a time or before, and not lost,
// arrives by so many rounds late or more, counted from that time.
func (e *Plain) held(l link) map[lateness]int {
	n := e.network
	held := map[lateness]int{}
	for sent := 1; sent < n.spec.EFF && n.spec.FIFO; sent++ {
		for d := 2; d <= n.spec.Delay; d++ {
			ways := []int{e.both(append([]int{n.late[lateness{l, sent, d}]}, n.sends(l, sent)...)...)}
			if before := held[lateness{l, sent - 1, d + 1}]; before != 0 {
				ways = append(ways, before)
			}
			held[lateness{l, sent, d}] = e.some(ways...)
		}
	}
	return held
}

// sends lists what there must be for something to be sent that is not lost: no omission, no
// crash, no outage.
func (n *network) sends(l link, sent int) []int {
	needs := n.delivers(l, sent)
	if down := n.down[at{l.from, sent}]; down != 0 {
		needs = append(needs, -down)
	}
	return needs
}

// delivers lists what there must be for a message not to be lost on its way.
func (n *network) delivers(l link, sent int) (needs []int) {
	if o := n.fault[failure.Omit(l.from, l.to, sent)]; o != 0 {
		needs = append(needs, -o)
	}
	if c := n.crashed[at{l.from, sent}]; c != 0 {
		needs = append(needs, -c)
	}
	return needs
}

// arrivalsOf says when a message arrives, given what holds it up.
func (e *Plain) arrivalsOf(l link, sent int, held map[lateness]int) {
	n := e.network
	most := n.lateBy(l, sent)
	late := make([]int, most+2) // by rounds: so many or more; none has none
	for d := 1; d <= most; d++ {
		late[d] = n.late[lateness{l, sent, d}]
		if n.spec.FIFO {
			before := min(sent, n.spec.EFF) - 1
			if h := held[lateness{l, before, d + sent - before}]; late[d] == 0 {
				late[d] = h
			} else if h != 0 {
				late[d] = e.some(late[d], h)
			}
		}
	}
	var first []int // by rounds: arrives for the first time
	for d := 0; d <= most; d++ {
		needs := n.delivers(l, sent)
		if d > 0 {
			needs = append(needs, late[d])
		}
		if d < most {
			needs = append(needs, -late[d+1])
		}
		first = append(first, e.both(needs...))
	}
	for _, t := range n.arrivals(l, sent) {
		rounds := t - sent - 1
		var ways []int
		if rounds <= most {
			ways = append(ways, first[rounds])
		}
		for c := 1; c <= min(rounds, n.copyBy(l, sent)); c++ {
			if rounds-c <= most {
				ways = append(ways, e.both(first[rounds-c], n.fault[failure.TwiceBy(l.from, l.to, sent, c)]))
			}
		}
		n.arrived[arrival{l, sent, t}] = e.some(ways...)
	}
}

// literals is what a need comes to.
func (e *Plain) literals(of need) []int {
	n := e.network
	switch of.what {
	case arriving:
		l := link{of.node, of.to}
		if arrived := n.arrived[arrival{l, of.time, of.at}]; arrived != 0 {
			return []int{arrived}
		}
		return n.delivers(l, of.time)
	case up:
		return []int{-n.down[at{of.node, of.time}]}
	case written:
		return []int{e.some(-n.down[at{of.node, of.time}], -n.down[at{of.node, of.time - 1}])}
	case back:
		return []int{n.back[at{of.node, of.time}]}
	case isDown:
		return []int{n.down[at{of.node, of.time}]}
	}
	return []int{n.fault[of.fact]}
}
