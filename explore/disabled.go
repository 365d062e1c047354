package explore

import (
	"slices"

	"molly/node"
)

// taken tries the steps first that the last step of the path has taken away.
func (x *classes) taken(now *frame) {
	j := len(x.path) - 1
	if j < 0 {
		return
	}
	for _, s := range x.frames[j].enabled {
		if s.name != x.path[j].name && !contains(now.enabled, s.name) {
			x.try(j, nil, &s, nil)
		}
	}
}

// stuck is asked at the end of an execution: what is pending could have been done before its node went down or its link was cut,
// and what did not come from outside while it was possible.
func (x *classes) stuck() {
	for _, it := range x.world.Pending() {
		if !it.Timer {
			s := x.space.ofItem(node.Deliver, it, 0)
			x.earlier(&s, len(x.path))
		}
	}
	for i := range x.space.Externals {
		s := x.space.ofExternal(i, nil)
		x.earlier(&s, len(x.path))
	}
}

// earlier tries a step, with all that it needs, before each of the first n steps that may be in its way.
func (x *classes) earlier(s *step, n int) {
	var past bits
	cause, ok := x.cause(s)
	if !ok {
		return
	}
	if cause >= 0 {
		past = x.before[cause].clone().with(cause)
	}
	for j := range n {
		if !past.has(j) && x.path[j].name != s.name && x.blocks(j, s) {
			x.try(j, past.after(j), s, past)
		}
	}
}

// cause is the place in the path of the step without which a step cannot be; it is less than 0 where there is none, and false
// where it is not in the path.
func (x *classes) cause(s *step) (int, bool) {
	if s.item != nil {
		return x.place(s.item.Cause), true
	}
	if !x.space.Ordered || s.external == 0 {
		return -1, true
	}
	i := slices.IndexFunc(x.path, func(p step) bool { return p.external == s.external-1 })
	return i, i >= 0
}

// blocks reports whether after the j-th step another one may be impossible: a message whose receiver is down, or whose link is cut;
// an external, for many reasons.
func (x *classes) blocks(j int, s *step) bool {
	if s.external >= 0 {
		return x.space.dependent(&x.path[j], s)
	}
	e := x.events[j]
	return e.Node == s.node && (e.Kind == node.Crash || e.Broken != nil) || e.Kind == node.Cut && x.path[j].link == s.link
}
