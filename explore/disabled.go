package explore

import "molly/node"

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
			x.unblocked(&s, len(x.path))
		}
	}
	for i := range x.space.Externals {
		s := x.space.ofExternal(i, nil)
		x.earlier(&s)
	}
}

// earlier tries an external before each of the steps that it may be in the way of, or they of it.
func (x *classes) earlier(s *step) {
	for j := range x.path {
		if p := &x.path[j]; p.name != s.name && x.space.dependent(p, s) && contains(x.frames[j].enabled, s.name) {
			x.try(j, nil, s, nil)
		}
	}
}

// unblocked tries the delivery of a message, with all that it needs, before each of the first n steps that stops the receiver or
// cuts the link.
func (x *classes) unblocked(s *step, n int) {
	var past bits
	if cause := s.item.Cause - x.begun; cause >= 0 {
		past = x.before[cause].clone().with(cause)
	}
	for j := range n {
		if !past.has(j) && x.blocks(j, s) {
			x.try(j, past.after(j), s, past)
		}
	}
}

// blocks reports whether after the j-th step a message cannot be delivered.
func (x *classes) blocks(j int, s *step) bool {
	e := x.events[j]
	return e.Node == s.node && (e.Kind == node.Crash || e.Broken != nil) || e.Kind == node.Cut && x.path[j].link == s.link
}
