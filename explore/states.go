package explore

import (
	"context"
	"slices"
)

// States does each class of executions once, those of executions that could go on, too: so it sees every state. It is
// exact for oracles that look at the current states of nodes, or at what happened in which cause.
//
// It tries all steps that can be done. One that was tried sleeps while its later siblings are tried, for as long as
// nothing is done that depends on it: what begins with it was seen.
//
// The result is what was found until then, also where the context ends, which is the error.
func States(ctx context.Context, s *Space, o Options) (*Result, error) {
	r, err := start(ctx, s, o, func(x *search) error { return x.states(nil) })
	if r != nil {
		r.Method = ByStates
	}
	return r, err
}

// states tries all that can follow the path. Steps in sleep lead to nothing new here.
func (x *search) states(sleep []step) error {
	if x.every != nil {
		x.every(x)
	}
	depth := len(x.path)
	list := x.steps()
	if len(list) == 0 {
		return x.ended()
	}
	if most := x.options.Events; most > 0 {
		n := len(list)
		list = slices.DeleteFunc(list, func(s step) bool { return x.length()+1+len(s.parcel) > most })
		x.result.Cut = x.result.Cut || len(list) < n
		if len(list) == 0 {
			return x.ended()
		}
	}
	awake := false
	for _, c := range list {
		if slices.ContainsFunc(sleep, func(s step) bool { return s.name == c.name }) {
			continue
		}
		awake = true
		x.back(depth)
		if err := x.take(c); err != nil {
			return err
		}
		if err := x.states(x.asleep(sleep, &c)); err != nil {
			return err
		}
		sleep = append(sleep[:len(sleep):len(sleep)], c)
	}
	if !awake {
		x.count.Blocked++
	}
	return nil
}

// asleep are the sleeping steps that go on sleeping when a step is taken.
func (x *search) asleep(sleep []step, c *step) []step {
	var list []step
	for i := range sleep {
		if !x.space.dependent(&sleep[i], c) {
			list = append(list, sleep[i])
		}
	}
	return list
}
