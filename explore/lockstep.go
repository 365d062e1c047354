package explore

import (
	"errors"
	"slices"

	"molly/node"
)

// In lockstep the clock of a node is the number of timers that it has fired. What is sent when the sender's clock is t
// arrives when the receiver's is t or later, so the next timer that the receiver fires after it makes its clock greater than t:
// clocks are Lamport clocks. What a node sends another one in one step arrives as one, between two timers of the receiver, and what it sends
// itself arrives at once.
//
// All of this depends on what the receiver did and on the names of items alone. So nodes need not wait for each other: each
// execution is equivalent to one in which all fire their first timer, then all their second one, and so on.

// notInLockstep says why a space cannot be explored in lockstep, or is nil.
func (s *Space) notInLockstep() error {
	switch {
	case s.System.Commute == nil:
		return errors.New("lockstep is for nodes that take in their messages when a timer fires, as those of programs do")
	case s.Drops > 0 || s.Duplicates > 0:
		return errors.New("in lockstep, messages are neither lost nor doubled")
	case slices.ContainsFunc(s.Externals, func(a node.Action) bool { return a.Kind != node.Command }):
		return errors.New("in lockstep, commands are all that comes from outside")
	}
	return nil
}

// inLockstep reports whether a step on an item that could be taken is one in lockstep now, and adds to a message those that arrive with it.
func (x *walk) inLockstep(s *step) bool {
	it := s.item
	if it.Timer {
		return true
	}
	if x.clock(it.To, len(x.world.Events())) < x.clock(it.From, it.Cause+1) {
		return false
	}
	own := false
	for _, m := range x.world.Pending() {
		switch {
		case m.Timer || m.Cause != it.Cause || m.To != it.To:
		case m == it:
			own = true
		case !own:
			return false // it comes with an older one
		default:
			s.parcel = append(s.parcel, m.ID)
		}
	}
	return true
}

// clock is the number of timers that a node has fired in the first so many events.
func (x *walk) clock(i, events int) int {
	n := 0
	for _, e := range x.world.Events()[:events] {
		if e.Kind == node.Fire && e.Node == i {
			n++
		}
	}
	return n
}

// settle lets in, in lockstep, what a node has sent itself. It returns the last event, or nil.
func (x *walk) settle(i int) (last *node.Event, err error) {
	for x.space.Lockstep && i >= 0 && x.world.Status(i) == node.Up {
		at := slices.IndexFunc(x.world.Pending(), func(m *node.Item) bool { return !m.Timer && m.From == i && m.To == i })
		if at < 0 {
			break
		}
		if last, err = x.world.Do(node.Action{Kind: node.Deliver, Item: x.world.Pending()[at].ID}); err != nil {
			return nil, err
		}
	}
	return last, nil
}
