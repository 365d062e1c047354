package explore

import (
	"context"
	"errors"
	"slices"

	"molly/node"
)

// Classes does, of each class of executions that are at their end, one (source-DPOR). It finds whether something is
// violated where the oracle is [node.Causal]; of which violations there are it may miss those that an oracle does not report because
// it reports another one.
//
// It does an execution to its end. Where two of its steps depend on each other and could come the other way round, they are
// a race: the later one, with what it needs, must be tried before the earlier one. Such a step is
// added to what is to be tried from there, unless some beginning of it is tried there already.
//
// In the paper a step never takes another one away. Here some do, and then the race is with a step that does not
// happen: a timer that is cleared, a message to a node that crashes or whose link is cut, an external that is no longer
// possible. The file disabled.go has these.
//
// The result is what was found until then, also where the context ends, which is the error.
func Classes(ctx context.Context, s *Space, o Options) (*Result, error) {
	if o.Events > 0 {
		return nil, errors.New("a bound on the events of an execution needs States")
	}
	if err := s.refused(); err != nil {
		return nil, err
	}
	r, err := start(ctx, s, o, func(x *search) error { return (&classes{search: x}).visit(nil) })
	if r != nil {
		r.Method = ByClasses
	}
	return r, err
}

// refused says why Classes cannot explore a space, or is nil.
func (s *Space) refused() error {
	switch {
	case s.Drops > 0 || s.Duplicates > 0:
		return errors.New("messages that are lost or doubled need States")
	case slices.ContainsFunc(s.Externals, func(a node.Action) bool { return !a.Kind.External() }):
		return errors.New("externals on messages and timers need States")
	}
	return nil
}

// classes is a search by source sets.
type classes struct {
	*search
	frames []*frame // by the length of the path: the states on it
	before []bits   // by the place of a step in the path: the steps that it depends on, directly or not
}

// frame is a state that is being explored.
type frame struct {
	enabled []step
	todo    []step // steps that are tried from here, or were
	sleep   []step // those that were, and those that were elsewhere
}

// visit explores what can follow the path.
func (x *classes) visit(sleep []step) error {
	f := &frame{enabled: x.steps(), sleep: sleep}
	depth := len(x.path)
	x.taken(f)
	x.frames = append(x.frames[:depth], f)
	if len(f.enabled) == 0 {
		x.stuck()
		if x.every != nil {
			x.every(x.search)
		}
		return x.ended()
	}
	first := slices.IndexFunc(f.enabled, func(s step) bool { return !contains(sleep, s.name) })
	if first < 0 {
		x.stuck()
		x.count.Blocked++
		return nil
	}
	f.todo = append(f.todo, f.enabled[first])
	for i := 0; i < len(f.todo); i++ { // todo grows meanwhile
		c := f.todo[i]
		x.back(depth)
		if err := x.take(c); err != nil {
			return err
		}
		x.frames = x.frames[:depth+1]
		x.relate()
		x.races()
		if err := x.visit(x.asleep(f.sleep, &c)); err != nil {
			return err
		}
		f.sleep = append(f.sleep[:len(f.sleep):len(f.sleep)], c)
	}
	return nil
}

func contains(list []step, name node.ID) bool {
	return slices.ContainsFunc(list, func(s step) bool { return s.name == name })
}

// relate computes what the last step of the path depends on.
func (x *classes) relate() {
	i := len(x.path) - 1
	var b bits
	for j := i - 1; j >= 0; j-- {
		if !b.has(j) && (x.place(x.events[i].Cause) == j || x.space.dependent(&x.path[j], &x.path[i])) {
			b = b.or(x.before[j]).with(j)
		}
	}
	x.before = append(x.before[:i], b)
}

// races finds the steps that the last step of the path could have come before: those that it depends on directly and that are
// not needed for it.
func (x *classes) races() {
	i := len(x.path) - 1
	last := &x.path[i]
	if last.external >= 0 {
		x.earlier(last, i)
		return
	}
	var seen bits
	for j := i - 1; j >= 0; j-- {
		if !x.before[i].has(j) || seen.has(j) {
			continue
		}
		seen = seen.or(x.before[j])
		if x.place(x.events[i].Cause) != j && !x.enables(j, last) {
			x.reverse(j, i)
		}
	}
	if !last.item.Timer {
		x.earlier(last, i)
	}
}

// enables reports whether a step is possible because of the j-th one, which is not its cause: it lets a node run
// or a link through, or is the message before it on a link that keeps order, or in lockstep the timer that it comes after.
func (x *classes) enables(j int, s *step) bool {
	switch p := &x.path[j]; p.action.Kind {
	case node.Start, node.Restart, node.Heal:
		return true
	case node.Deliver:
		return p.link == s.link && x.space.System.Order == node.FIFO
	case node.Fire:
		return x.space.Lockstep && !s.item.Timer && x.clock(s.item.To, x.events[j].Index+1) <= x.clock(s.item.From, s.item.Cause+1)
	default:
		return false
	}
}

// reverse makes sure that the i-th step is tried before the j-th: what follows the j-th and does not depend on it comes
// before it, and then the i-th.
func (x *classes) reverse(j, i int) {
	var v bits
	for k := j + 1; k < i; k++ {
		if !x.before[k].has(j) {
			v = v.with(k)
		}
	}
	x.try(j, v, &x.path[i], x.before[i])
}

// try makes sure that before the j-th step some steps of the path are tried, and then one more, which depends on those in past.
// It is enough that one of those is tried that could be the first.
func (x *classes) try(j int, v bits, then *step, past bits) {
	f := x.frames[j]
	var first *step
	if !past.meets(v) {
		first = then
	}
	if first != nil && (contains(f.todo, then.name) || contains(f.sleep, then.name)) {
		return
	}
	for k := j + 1; k < len(x.path); k++ {
		if !v.has(k) || x.before[k].meets(v) {
			continue
		}
		s := &x.path[k]
		if contains(f.todo, s.name) || contains(f.sleep, s.name) {
			return
		}
		if first == nil && past.has(k) { // what then needs, and nothing else
			first = s
		}
	}
	if i := slices.IndexFunc(f.enabled, func(s step) bool { return s.name == first.name }); i >= 0 {
		f.todo = append(f.todo, f.enabled[i])
	}
}
