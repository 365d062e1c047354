package circuit

import "molly/failure"

// Network says what happens to messages and nodes, as functions of the faults that a
// specification allows. Under every admissible scenario it says what the methods of
// failure.Scenario say.
//
// The variable of a lateness says "late by so many rounds or more", that of an omission is "late
// without end", and the variable of a second copy says "so many rounds after the first or more".
// So the variables of one message imply each other in a row, and no copy comes of what is lost;
// who asks for scenarios demands that ([Network.Demands] is what to demand).
type Network struct {
	circuit *Circuit
	spec    failure.Spec
	begun   map[string][]Lit   // by node and time: crashed then or earlier
	down    map[downAt]Lit     // by node and time
	held    map[heldUp]Lit     // with fifo
	lossy   map[[2]string]bool // by link
}

type downAt struct {
	node string
	time int
}

type heldUp struct {
	from, to     string
	time, rounds int
}

// NewNetwork makes the functions in c.
func NewNetwork(c *Circuit, spec failure.Spec) *Network {
	return &Network{
		circuit: c, spec: spec, begun: map[string][]Lit{},
		down: map[downAt]Lit{}, held: map[heldUp]Lit{}, lossy: map[[2]string]bool{},
	}
}

// suffers reports whether a message may be late, lost or doubled by a fault of its own.
func (n *Network) suffers(from, to string, time int) bool {
	if from == to || time < 1 || time >= n.spec.EFF {
		return false
	}
	link := [2]string{from, to}
	lossy, known := n.lossy[link]
	if !known {
		lossy = n.spec.Lossy.Has(from, to)
		n.lossy[link] = lossy
	}
	return lossy
}

// Lost says when what from sends to at a time is lost on its way. Both must be nodes.
func (n *Network) Lost(from, to string, time int) Lit {
	if from == to {
		return False
	}
	by, begun := n.begun[from]
	if !begun {
		by = []Lit{False}
	}
	for t := len(by); t <= time; t++ {
		by = append(by, n.circuit.Or(by[t-1], n.Crash(from, t)))
	}
	n.begun[from] = by
	return n.circuit.Or(n.omitted(from, to, time), by[time])
}

// omitted says when a message is lost by an omission.
func (n *Network) omitted(from, to string, time int) Lit {
	if n.spec.NoLoss || !n.suffers(from, to, time) {
		return False
	}
	return n.circuit.Var(failure.Omit(from, to, time))
}

// late says when a message is late by so many rounds or more, by its own lateness, or lost by an
// omission.
func (n *Network) late(from, to string, time, rounds int) Lit {
	switch {
	case rounds <= 0:
		return True
	case rounds > n.spec.Delay:
		return n.omitted(from, to, time)
	case !n.suffers(from, to, time):
		return False
	}
	return n.circuit.Var(failure.LateBy(from, to, time, rounds))
}

// heldUp says when a message that is not lost arrives by so many rounds late or more: by its own
// lateness, or, where links keep order, by that of an earlier one that is not lost.
func (n *Network) heldUp(from, to string, time, rounds int) Lit {
	switch {
	case rounds <= 0:
		return True
	case rounds > n.spec.Delay:
		return False
	case !n.spec.FIFO:
		return n.late(from, to, time, rounds)
	}
	return n.circuit.Or(n.late(from, to, time, rounds), n.holdsUp(from, to, time-1, rounds+1))
}

// holdsUp says when something that is sent at a time or earlier, and not lost, arrives by so many
// rounds late or more, counted from that time. A node that is down sends nothing.
func (n *Network) holdsUp(from, to string, time, rounds int) Lit {
	if time < 1 || rounds > n.spec.Delay {
		return False
	}
	key := heldUp{from, to, time, rounds}
	l, known := n.held[key]
	if !known {
		own := n.circuit.And(n.late(from, to, time, rounds), n.Lost(from, to, time).Not(), n.Down(from, time).Not())
		l = n.circuit.Or(own, n.holdsUp(from, to, time-1, rounds+1))
		n.held[key] = l
	}
	return l
}

// LastArrival is the last time at which something that is sent at a time may arrive.
func (n *Network) LastArrival(time int) int { return time + 1 + n.spec.Delay + n.spec.CopyDelay() }

// Arrives says when what from sends to at a time arrives at another one, for the first or the
// second time: a node that is down then receives nothing. Both must be nodes.
func (n *Network) Arrives(from, to string, sent, at int) Lit {
	if from == to {
		if at != sent+1 {
			return False
		}
		return n.Down(to, at).Not()
	}
	rounds := at - sent - 1
	if rounds < 0 || rounds > n.spec.Delay+n.spec.CopyDelay() {
		return False
	}
	if n.spec.CopyDelay() == 0 {
		return n.circuit.And(n.first(from, to, sent, rounds), n.Down(to, at).Not())
	}
	ways := []Lit{n.first(from, to, sent, rounds)}
	for d := 1; d <= min(rounds, n.spec.CopyDelay()); d++ {
		ways = append(ways, n.circuit.And(n.first(from, to, sent, rounds-d), n.copied(from, to, sent, d)))
	}
	return n.circuit.And(n.circuit.Or(ways...), n.Down(to, at).Not())
}

// first says when a message gets there for the first time by just so many rounds late.
func (n *Network) first(from, to string, time, rounds int) Lit {
	return n.circuit.And(
		n.Lost(from, to, time).Not(),
		n.heldUp(from, to, time, rounds),
		n.heldUp(from, to, time, rounds+1).Not(),
	)
}

// copied says when a second copy comes just so many rounds after the first.
func (n *Network) copied(from, to string, time, rounds int) Lit {
	if !n.suffers(from, to, time) {
		return False
	}
	l := n.circuit.Var(failure.TwiceBy(from, to, time, rounds))
	if rounds == n.spec.CopyDelay() {
		return l
	}
	return n.circuit.And(l, n.circuit.Var(failure.TwiceBy(from, to, time, rounds+1)).Not())
}

// Crash says when a node crashes at just that time.
func (n *Network) Crash(node string, time int) Lit {
	if n.spec.Crashes == 0 || time < 1 || time > n.spec.LastCrash() || !n.spec.Crashable.Has(node) {
		return False
	}
	return n.circuit.Var(failure.CrashAt(node, time))
}

// Outage says when a node is down from just the one time on, and back at the other.
func (n *Network) Outage(node string, from, until int) Lit {
	switch {
	case n.spec.Restarts == 0, from < 1, until <= from, until > n.spec.EFF, from > n.spec.LastCrash(), !n.spec.Crashable.Has(node):
		return False
	}
	return n.circuit.Var(failure.OutageOf(node, from, until))
}

// Down says when a node is down at a time.
func (n *Network) Down(node string, time int) Lit {
	if n.spec.Restarts == 0 || time >= n.spec.EFF {
		return False
	}
	key := downAt{node, time}
	l, known := n.down[key]
	if !known {
		var ways []Lit
		for from := 1; from <= time; from++ {
			for until := time + 1; until <= n.spec.EFF; until++ {
				ways = append(ways, n.Outage(node, from, until))
			}
		}
		l = n.circuit.Or(ways...)
		n.down[key] = l
	}
	return l
}

// Boots says when a node starts at a time: at time 1 where it is not down then, and when it comes
// back from an outage.
func (n *Network) Boots(node string, time int) Lit {
	if time == 1 {
		return n.Down(node, 1).Not()
	}
	var ways []Lit
	for from := 1; from < time; from++ {
		ways = append(ways, n.Outage(node, from, time))
	}
	return n.circuit.Or(ways...)
}

// Chosen says when an input is there at a time.
func (n *Network) Chosen(tuple string, number, time int) Lit {
	return n.circuit.Var(failure.Choose(tuple, number, time))
}
