package explore

import (
	"fmt"
	"slices"

	"molly/node"
)

// Space is what is explored: all executions that begin with a prefix and go on with deliveries, timers, and what
// comes from outside, within bounds.
type Space struct {
	System *node.System
	// Prefix is what each execution begins with; nil means the system's setup.
	Prefix []node.Action
	// Externals may happen in any order at any time at which the world allows them, each once or not at all. An action on an
	// item has the item's name.
	Externals []node.Action
	// Ordered says that the externals happen in their order: each after the one before it.
	Ordered bool
	// Fires bounds how often timers fire after the prefix. Of several bounds for a timer the last one counts; a timer without
	// may fire without end.
	Fires []Fires
	// Drops and Duplicates are how many messages may be lost and doubled, after the prefix. Only States and Fewest allow
	// for them. Where links keep no order a message that is lost is one that comes too late, which is explored anyway.
	Drops, Duplicates int
	// Lockstep leaves out what takes clocks that differ: executions are those in which all nodes fire a timer, then all their
	// next one, and so on; a message arrives after the timers of the time at which it was sent. Nothing but commands may
	// come from outside.
	Lockstep bool
}

// Fires is a bound on how often a node fires its timers of a type. It is counted for each node and type, so whether a timer may
// fire depends on what its node did, and on nothing else.
type Fires struct {
	Node int    // or less than 0 for all
	Type string // or "" for all
	Most int
}

// mostFires is how often a timer may fire; less than 0 means that there is no bound.
func (s *Space) mostFires(it *node.Item) int {
	most := -1
	for _, f := range s.Fires {
		if (f.Node < 0 || f.Node == it.To) && (f.Type == "" || f.Type == it.Type) {
			most = f.Most
		}
	}
	return most
}

// begin names the externals: the n-th of some equal ones has the name that the world would give it.
func (s *Space) begin() (*Space, error) {
	if err := s.notInLockstep(); s.Lockstep && err != nil {
		return nil, err
	}
	c := *s
	if c.Prefix == nil {
		c.Prefix = s.System.Setup
	}
	times := map[node.ID]int{}
	for _, a := range c.Prefix {
		if a.Kind.External() && a.ID == 0 {
			times[a.Name(0)]++
		}
	}
	c.Externals = make([]node.Action, len(s.Externals))
	for i, a := range s.Externals {
		if a.Node < 0 || a.Node >= len(s.System.Nodes) || a.To < 0 || a.To >= len(s.System.Nodes) {
			return nil, fmt.Errorf("%v of node %d: there are %d nodes", a.Kind, a.Node, len(s.System.Nodes))
		}
		switch {
		case a.Kind == node.Deliver || a.Kind == node.Fire:
			return nil, fmt.Errorf("%v comes from inside", a.Kind)
		case a.Kind.External() && a.ID == 0:
			plain := a.Name(0)
			a.ID = a.Name(times[plain])
			times[plain]++
		}
		c.Externals[i] = a
	}
	return &c, nil
}

// causal reports whether the system's oracle vouches that the order of independent steps does not matter to it.
func (s *Space) causal() bool {
	if s.System.Oracle == nil {
		return true // it finds panics only
	}
	o, ok := s.System.Oracle().(node.Causal)
	return ok && o.Causal(append(slices.Clone(s.Prefix), s.Externals...))
}
