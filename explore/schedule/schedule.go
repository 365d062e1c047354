// Package schedule follows a recorded execution, or a part of it, as far as it fits (DEMi, Scott et al. 2016, §3.2.1): what
// comes from outside is done as it was; for each internal event a pending message or timer is taken that is like the
// recorded one, and where there is none the event is skipped. Nothing unexpected is ever delivered.
package schedule

import (
	"slices"

	"molly/node"
)

// Step is an event that is expected.
type Step struct {
	Action   node.Action
	Timer    bool // of an item, as the following
	From, To int
	Type     string
	Key      node.Key
}

// External reports whether the step comes from outside.
func (s *Step) External() bool { return s.Action.Kind.External() }

// Of are the steps of an execution.
func Of(events []*node.Event) []Step {
	list := make([]Step, len(events))
	for i, e := range events {
		s := Step{Action: e.Action}
		if it := e.Item; it != nil {
			s.Timer, s.From, s.To, s.Type, s.Key = it.Timer, it.From, it.To, it.Type, it.Keys()
		}
		list[i] = s
	}
	return list
}

// Level is how like an item must be to stand for the recorded one. All levels have the same sender, receiver and type.
type Level int

// The levels, from the strictest on.
const (
	Identity Level = iota // it came about in the same way: node.ID
	Bytes                 // all of its body is the same
	Masked                // what matters of its body is the same: node.Key
	Type                  // any body
)

func (l Level) String() string { return [...]string{"identity", "bytes", "masked", "type"}[l] }

// Levels are all levels, in the order in which they are tried.
func Levels() []Level { return []Level{Identity, Bytes, Masked, Type} }

// Matcher finds the items that stand for recorded ones. It is not safe for concurrent use.
type Matcher struct {
	Levels  []Level
	enabled []*node.Item
}

// Find returns the item that stands for that of an internal step, and is nil where there is none: of the strictest level that
// has some, the oldest one.
func (m *Matcher) Find(w *node.World, s *Step) *node.Item {
	deliver := s.Action.Kind == node.Deliver || s.Action.Kind == node.Fire
	fits := func(it *node.Item) bool {
		return it.Timer == s.Timer && it.To == s.To && it.From == s.From && it.Type == s.Type
	}
	if slices.Contains(m.Levels, Identity) {
		if it, ok := w.Lookup(s.Action.Item); ok && fits(it) && (!deliver || w.Why(it) == nil) {
			return it
		}
	}
	m.enabled = m.enabled[:0]
	if deliver {
		m.enabled = w.Enabled(m.enabled)
	} else {
		m.enabled = append(m.enabled, w.Pending()...)
	}
	m.enabled = slices.DeleteFunc(m.enabled, func(it *node.Item) bool { return !fits(it) })
	for _, level := range m.Levels {
		for _, it := range m.enabled {
			switch level {
			case Bytes:
				if it.Keys().Bytes != s.Key.Bytes {
					continue
				}
			case Masked:
				if it.Keys().Masked != s.Key.Masked {
					continue
				}
			case Identity:
				continue // looked up above
			}
			return it
		}
	}
	return nil
}

// Follow does the steps in a world, and reports for each whether it was done; it ends at a violation. The world has done
// nothing before, not even a setup.
func (m *Matcher) Follow(w *node.World, steps []Step) (done []bool) {
	done = make([]bool, len(steps))
	for i := range steps {
		done[i] = m.Do(w, &steps[i])
		if w.Violation() != nil {
			break
		}
	}
	return done
}

// Do does a step, where it can be done, and reports whether it was.
func (m *Matcher) Do(w *node.World, s *Step) bool {
	a := s.Action
	if !s.External() {
		it := m.Find(w, s)
		if it == nil {
			return false
		}
		a.Item = it.ID
	}
	_, err := w.Do(a)
	return err == nil // a node that is down cannot crash, what is not pending cannot be changed
}
