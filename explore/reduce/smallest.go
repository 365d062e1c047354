package reduce

import (
	"molly/explore"
	"molly/node"
)

// Lower is what is known of executions that are shorter than the smallest one.
type Lower struct {
	// Tried is up to how many events all executions over the events from outside that are left were done: each of these at most
	// once, in any order, at any time, with any messages and timers between them. None of them violates the same.
	Tried int
	// Proved says that Tried is one less than the events of the result: there is no shorter execution.
	Proved bool
	// Events is how many events were done for it.
	Events int
}

// smallest looks through all executions over the events from outside that are left, from the shortest on, for one that is
// smaller and violates the same, and reports whether there was one.
func (r *reduction) smallest() bool {
	r.begin("smallest")
	defer r.end()
	s := &explore.Space{System: r.system, Prefix: []node.Action{}}
	for i := range r.best {
		switch a := r.best[i].Action; {
		case a.Kind.External():
			s.Externals = append(s.Externals, a)
		case a.Kind == node.Drop:
			s.Drops++
		case a.Kind == node.Duplicate:
			s.Duplicates++
		case a.Kind == node.Change:
			return false // by hand: any other change would do as well
		}
	}
	g := explore.Goal{Fingerprint: r.attempt.fingerprint, Events: len(r.best) - 1, Budget: r.options.Exhaust, Progress: func(int, explore.Count) { r.tell() }}
	a, err := explore.Fewest(r.ctx, s, g)
	if a == nil || err != nil && r.ctx.Err() == nil {
		return false
	}
	r.result.Executions += a.Executions
	if a.Found != nil {
		r.attempt.begin()
		for _, action := range a.Found.Actions {
			_, _ = r.attempt.world.Do(action) // what differs is seen below
		}
		if r.attempt.fails() {
			r.adopt(stepsOf(r.attempt.world.Events()))
		}
		return r.attempt.fails()
	}
	r.result.Lower = Lower{Tried: a.Tried, Proved: a.None(g), Events: a.Events}
	return false
}
