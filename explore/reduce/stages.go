package reduce

import (
	"slices"

	"molly/node"
	"molly/node/trace"
)

// provenance leaves out what did not happen before the violation (§5): what is neither the last step of a node that it speaks
// of, nor before one. What moves no node stays where something after it needs it, and cuts, heals and drops always stay:
// what they prevent cannot be seen in what happened.
func (r *reduction) provenance(v *node.Violation) {
	events := r.events
	c := trace.NewCausality(len(r.system.Nodes), events)
	last := map[int]bool{len(events) - 1: true}
	for _, n := range v.Nodes {
		for i := len(events) - 1; i >= 0; i-- {
			if events[i].Node == n {
				last[i] = true
				break
			}
		}
	}
	needed := func(i int) bool {
		switch events[i].Kind {
		case node.Cut, node.Heal, node.Drop:
			return true
		}
		for j := range last {
			if i == j || c.Before(i, j) {
				return true
			}
		}
		return false
	}
	dropped := map[int]bool{}
	for i := range events {
		if !needed(i) {
			dropped[i] = true
		}
	}
	if len(dropped) > 0 {
		r.try(r.without(dropped))
	}
}

// externals leaves out events from outside: first by delta debugging over those that belong together, then one by one.
func (r *reduction) externals() {
	r.narrow(r.groups())
	r.sweep((*step).External)
}

// groups are the places of the events from outside. A crash and the restart after it are a group, and a cut and its heal. What
// needs an event that is left out, as a command to a node that has not started does, cannot be done, and is not.
func (r *reduction) groups() (list [][]int) {
	type about struct {
		kind     node.Kind
		node, to int
	}
	open := map[about]int{} // crashes and cuts that have not ended, by their groups
	for i := range r.best {
		s := &r.best[i]
		if !s.External() {
			continue
		}
		a := s.Action
		ends := about{node: a.Node, to: a.To}
		switch a.Kind {
		case node.Restart:
			ends.kind = node.Crash
		case node.Heal:
			ends.kind = node.Cut
		}
		if g, ok := open[ends]; ok && ends.kind != 0 {
			list[g] = append(list[g], s.place)
			delete(open, ends)
			continue
		}
		if a.Kind == node.Crash || a.Kind == node.Cut {
			open[about{a.Kind, a.Node, a.To}] = len(list)
		}
		list = append(list, []int{s.place})
	}
	return list
}

// internals leaves out deliveries, timers, drops and copies: first chains of them, then single ones, by delta debugging, then
// one by one.
func (r *reduction) internals() {
	r.narrow(r.chains())
	numbered(r.best)
	var groups [][]int
	for i := range r.best {
		if !r.best[i].External() {
			groups = append(groups, []int{i})
		}
	}
	r.narrow(groups)
	r.sweep(func(s *step) bool { return !s.External() })
}

// chains are the places of internal events, by the timer that fired, or the event from outside, that they came of. A timer that
// was set begins another one.
func (r *reduction) chains() (list [][]int) {
	of := make([]int, len(r.events)) // the chain of each event, or -1
	for i, e := range r.events {
		of[i] = -1
		if e.Kind == node.Deliver || e.Kind == node.Drop || e.Kind == node.Duplicate || e.Kind == node.Change {
			of[i] = of[e.Cause]
		}
		if of[i] < 0 {
			of[i] = len(list)
			list = append(list, nil)
		}
		if !e.Kind.External() {
			list[of[i]] = append(list[of[i]], i)
		}
	}
	return slices.DeleteFunc(list, func(places []int) bool { return len(places) == 0 })
}
