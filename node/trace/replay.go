package trace

import (
	"bytes"
	"fmt"
	"slices"

	"molly/node"
)

// Difference is the first step at which a replay is not what was recorded.
type Difference struct {
	N             int // the place of the event
	What          string
	Recorded, Now string // both may be empty
}

func (d *Difference) Error() string {
	text := fmt.Sprintf("the replay differs at event %d: %s", d.N, d.What)
	if d.Recorded != "" || d.Now != "" {
		text += fmt.Sprintf("\n  recorded: %s\n  now:      %s", d.Recorded, d.Now)
	}
	return text
}

// Replay does what a trace has recorded, by the names of the events, in a new world of a system, up to the
// first step that differs. The world is what came of it, and is nil only where the trace does not fit the
// system at all; the error is a *Difference, or says why it does not fit.
func Replay(s *node.System, t *Trace) (*node.World, error) { return Follow(s, t, nil) }

// Follow is Replay, and shows the world after each event that is as it was recorded.
func Follow(s *node.System, t *Trace, see func(*node.World, *node.Event)) (*node.World, error) {
	if !slices.Equal(s.Nodes, t.Nodes) {
		return nil, fmt.Errorf("the trace has the nodes %v, the system has %v", t.Nodes, s.Nodes)
	}
	if order := s.Order.String(); order != t.Order {
		return nil, fmt.Errorf("the trace has the order %q, the system has %q", t.Order, order)
	}
	actions, err := t.Actions()
	if err != nil {
		return nil, err
	}
	w := node.NewWorld(s)
	w.Digests = slices.ContainsFunc(t.Records, func(r Record) bool { return r.Digest != 0 })
	for i, a := range actions {
		e, err := w.Do(a)
		if err != nil {
			return w, &Difference{N: i, What: err.Error()}
		}
		if d := t.Compare(s.Nodes, e); d != nil {
			return w, d
		}
		if see != nil {
			see(w, e)
		}
	}
	return w, nil
}

// Compare returns what differs between an event of a replay and its record, or nil. The names are those of the
// system's nodes.
func (t *Trace) Compare(names []string, e *node.Event) *Difference {
	return compare(t.Records[e.Index], RecordOf(names, e))
}

// compare returns what differs between an event and what was recorded of it.
func compare(was, is Record) *Difference {
	differ := func(what string, a, b any) *Difference {
		return &Difference{is.N, what, fmt.Sprint(a), fmt.Sprint(b)}
	}
	switch {
	case was.ID != is.ID:
		return differ("its name", was.ID, is.ID)
	case was.Type != is.Type:
		return differ("the type", was.Type, is.Type)
	case !bytes.Equal(was.Body, is.Body):
		return differ("the body", string(was.Body), string(is.Body))
	case was.Broken != is.Broken:
		return differ("whether the node goes on", was.Broken, is.Broken)
	case !slices.EqualFunc(was.Sent, is.Sent, Made.equal):
		return differ("the messages that are sent", was.Sent, is.Sent)
	case !slices.EqualFunc(was.Set, is.Set, Made.equal):
		return differ("the timers that are set", was.Set, is.Set)
	case !slices.Equal(was.Gone, is.Gone):
		return differ("the timers that are gone", was.Gone, is.Gone)
	case was.Digest != 0 && is.Digest != 0 && was.Digest != is.Digest: // both were recorded
		return differ("the state of "+is.Node, was.Digest, is.Digest)
	case (was.Violation == nil) != (is.Violation == nil), was.Violation != nil && was.Violation.Fingerprint != is.Violation.Fingerprint:
		return differ("what is violated", said(was.Violation), said(is.Violation))
	}
	return nil
}

func said(v *node.Violation) string {
	if v == nil {
		return "nothing"
	}
	return v.Fingerprint
}

func (m Made) equal(other Made) bool {
	return m.ID == other.ID && m.To == other.To && m.Type == other.Type && bytes.Equal(m.Body, other.Body)
}

// String says what was made.
func (m Made) String() string {
	if m.To == "" {
		return m.Type + string(m.Body)
	}
	return m.Type + string(m.Body) + " to " + m.To
}
