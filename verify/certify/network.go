package certify

import (
	"slices"

	"molly/datalog"
	"molly/failure"
)

// network says what may happen to messages and nodes under a specification, and by clauses
// (admissible.go, arrive.go) when it does.
type network struct {
	spec      failure.Spec
	nodes     []string
	lossy     map[link]bool // the links that lose, delay and double messages
	crashable map[string]bool

	// What the encoder has made of it, by literal.
	fault   map[failure.Fault]int // the fault is there, or the input chosen
	late    map[lateness]int      // so many rounds or more, or lost
	crashed map[at]int            // then or earlier
	down    map[at]int
	back    map[at]int // from an outage, then
	arrived map[arrival]int
}

// link is from one node to another one.
type link struct{ from, to string }

// at is a node at a time.
type at struct {
	node string
	time int
}

// lateness is that of what is sent on a link at a time, in rounds.
type lateness struct {
	link
	sent, rounds int
}

// arrival is that of what is sent on a link at a time, first or second.
type arrival struct {
	link
	sent, time int
}

func newNetwork(q *Question) *network {
	n := &network{
		spec: q.Spec, nodes: q.Nodes, lossy: map[link]bool{}, crashable: map[string]bool{},
		fault: map[failure.Fault]int{}, late: map[lateness]int{}, crashed: map[at]int{},
		down: map[at]int{}, back: map[at]int{}, arrived: map[arrival]int{},
	}
	for _, from := range q.Nodes {
		n.crashable[from] = q.Spec.Crashes > 0 && q.Spec.Crashable.Has(from)
		for _, to := range q.Nodes {
			n.lossy[link{from, to}] = from != to && q.Spec.Lossy.Has(from, to)
		}
	}
	return n
}

// links lists the links that lose, in the order of the nodes.
func (n *network) links() (list []link) {
	for _, from := range n.nodes {
		for _, to := range n.nodes {
			if l := (link{from, to}); n.lossy[l] {
				list = append(list, l)
			}
		}
	}
	return list
}

// lateBy is by how many rounds the first arrival of a message may be late.
func (n *network) lateBy(l link, sent int) int {
	last := n.spec.EFF - 1 // the last time at which something is late by itself
	switch {
	case !n.lossy[l] || last < 1:
		return 0
	case sent <= last:
		return n.spec.Delay
	case n.spec.FIFO:
		return max(0, last+n.spec.Delay-sent)
	}
	return 0
}

// copyBy is by how many rounds a second copy may come after the first; 0 where there is none.
func (n *network) copyBy(l link, sent int) int {
	if !n.lossy[l] || !n.spec.Twice || sent >= n.spec.EFF {
		return 0
	}
	return max(n.spec.Delay, 1)
}

// moves reports whether a message may arrive at another time than the next one.
func (n *network) moves(l link, sent int) bool { return n.lateBy(l, sent) > 0 || n.copyBy(l, sent) > 0 }

// arrivals are the times at which a message may arrive, as far as the run goes.
func (n *network) arrivals(l link, sent int) (times []int) {
	for t := sent + 1; t <= min(n.spec.EOT, sent+1+n.lateBy(l, sent)+n.copyBy(l, sent)); t++ {
		times = append(times, t)
	}
	return times
}

// mayBeDown reports whether a place may be down at a time.
func (n *network) mayBeDown(place string, time int) bool {
	return n.spec.Restarts > 0 && n.crashable[place] && time >= 1 && time < n.spec.EFF
}

// mayComeBack reports whether a node may come back at a time.
func (n *network) mayComeBack(node string, time int) bool {
	return n.mayBeDown(node, time-1)
}

// need is what a support needs of the faults.
type need struct {
	what needed
	node string
	time int
	to   string        // of a message that node sends at the time
	at   int           // when the message arrives
	fact failure.Fault // the input that is chosen
}

// needed tells needs apart.
type needed uint8

const (
	arriving needed = iota // what node sends at the time arrives
	up                     // node is up at the time
	written                // it is, or was just before
	back                   // it comes back at the time
	isDown                 // it is down at the time
	chosen                 // the input is there
)

// ifUp is that a place is up at a time, unless it always is.
func (n *network) ifUp(place string, time int) []need {
	if !n.mayBeDown(place, time) {
		return nil
	}
	return []need{{what: up, node: place, time: time}}
}

// ifArrives is that a message between nodes arrives at a time, unless it always does.
func (n *network) ifArrives(l link, sent, time int) (needs []need) {
	lost := n.lossy[l] && sent < n.spec.EFF && !n.spec.NoLoss || n.crashable[l.from]
	if l.from != l.to && (lost || n.moves(l, sent)) {
		needs = append(needs, need{what: arriving, node: l.from, to: l.to, time: sent, at: time})
	}
	return append(needs, n.ifUp(l.to, time)...)
}

// isNode reports whether a value is the name of a node.
func (n *network) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(n.nodes, v.Text())
}

// place is the first column of a tuple, or "", which is no node.
func place(args []datalog.Value) string {
	if len(args) == 0 || args[0].Type() != datalog.Text {
		return ""
	}
	return args[0].Text()
}
