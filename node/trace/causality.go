package trace

import "molly/node"

// Causality is the happens-before relation of an execution (Lamport 1978): an event is after the event before
// it on its node, and after the event that made what it delivers or fires.
//
// It is kept as vector clocks, so it takes memory for each event and node, not for each two events.
type Causality struct {
	events []*node.Event
	clocks [][]int
	uses   map[int][]int // of each event without a node: those that use what it made
}

// NewCausality computes the relation of some events, which are the first of an execution of so many nodes.
func NewCausality(nodes int, events []*node.Event) *Causality {
	c := &Causality{events: events, clocks: make([][]int, len(events)), uses: map[int][]int{}}
	last := make([][]int, nodes)
	for i, e := range events {
		clock := make([]int, nodes)
		join := func(other []int) {
			for n, t := range other {
				clock[n] = max(clock[n], t)
			}
		}
		if e.Cause >= 0 {
			join(c.clocks[e.Cause])
			if events[e.Cause].Node < 0 {
				c.uses[e.Cause] = append(c.uses[e.Cause], i)
			}
		}
		if e.Node >= 0 {
			join(last[e.Node])
			clock[e.Node]++
			last[e.Node] = clock
		}
		c.clocks[i] = clock
	}
	return c
}

// Clock is the vector clock of an event: how many events of each node are before it, or are it.
func (c *Causality) Clock(i int) []int { return c.clocks[i] }

// Before reports whether event i happened before event j.
func (c *Causality) Before(i, j int) bool {
	if i >= j {
		return false
	}
	if n := c.events[i].Node; n >= 0 {
		return c.clocks[j][n] >= c.clocks[i][n]
	}
	for _, k := range c.uses[i] {
		if k == j || c.Before(k, j) {
			return true
		}
	}
	return false
}

// Concurrent reports whether neither of two events happened before the other.
func (c *Causality) Concurrent(i, j int) bool {
	return i != j && !c.Before(i, j) && !c.Before(j, i)
}

// Past are the events before event j, in order.
func (c *Causality) Past(j int) []int {
	var list []int
	for i := range j {
		if c.Before(i, j) {
			list = append(list, i)
		}
	}
	return list
}
