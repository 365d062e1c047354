package fuzz

import (
	"encoding/json"

	"molly/node"
)

// sampled is of how many events one is looked at for the shape of the state that its node has then. To look at each would
// take longer than to make the events.
const sampled = 32

// sight is which shapes of states an execution has shown.
type sight struct {
	world *node.World
	seen  map[uint64]bool
	list  []uint64
}

func newSight(w *node.World) *sight { return &sight{world: w, seen: map[uint64]bool{}} }

// last looks at the node that took the last step.
func (s *sight) last() {
	events := s.world.Events()
	if n := events[len(events)-1].Node; n >= 0 {
		s.look(n)
	}
}

// all looks at all nodes.
func (s *sight) all() {
	for i := range s.world.System.Nodes {
		s.look(i)
	}
}

func (s *sight) look(i int) {
	if s.world.Status(i) != node.Up {
		return
	}
	if h := shapeOf(s.world.State(i)); !s.seen[h] {
		s.seen[h] = true
		s.list = append(s.list, h)
	}
}

// shapeOf is a hash of the shape of a state: of its JSON with each number told as negative, zero or positive, with the digits
// in strings left out, and with neighbours in lists and objects that have the same shape counted once.
func shapeOf(state any) uint64 {
	text, raw := state.(json.RawMessage)
	if !raw {
		var err error
		if text, err = json.Marshal(state); err != nil {
			return 0
		}
	}
	s := shaper{text: text}
	return s.value()
}

// shaper reads JSON that encoding/json has written.
type shaper struct {
	text []byte
	at   int
}

// The marks of what has no parts.
const (
	markNull = iota + 1
	markTrue
	markFalse
	markNegative
	markZero
	markPositive
	markObject
	markList
	markString
)

// next is the next byte that is no space, or 0 at the end.
func (s *shaper) next() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\n', '\t', '\r':
			s.at++
		default:
			return c
		}
	}
	return 0
}

func (s *shaper) value() uint64 {
	switch s.next() {
	case '{':
		return s.parts('}', markObject)
	case '[':
		return s.parts(']', markList)
	case '"':
		return s.string()
	case 't':
		s.at += len("true")
		return markTrue
	case 'f':
		s.at += len("false")
		return markFalse
	case 'n':
		s.at += len("null")
		return markNull
	}
	begin := s.at
	h := s.number()
	if s.at == begin {
		s.at++ // this is no JSON
	}
	return h
}

// parts reads a list or an object.
func (s *shaper) parts(end byte, mark uint64) uint64 {
	h, last := mark, uint64(0)
	for s.at++; s.next() != end && s.at < len(s.text); {
		part := uint64(0)
		if mark == markObject {
			part = s.string()
			s.next()
			s.at++ // the colon
		}
		part = node.Combine(part, s.value())
		if part != last {
			h, last = node.Combine(h, part), part
		}
		if s.next() == ',' {
			s.at++
		}
	}
	s.at++
	return h
}

// string reads a string, without its digits.
func (s *shaper) string() uint64 {
	h := uint64(markString)
	for s.at++; s.at < len(s.text) && s.text[s.at] != '"'; s.at++ {
		c := s.text[s.at]
		if c == '\\' {
			s.at++
		}
		if c < '0' || c > '9' {
			h = h*1099511628211 ^ uint64(c)
		}
	}
	s.at++
	return h
}

// number reads a number.
func (s *shaper) number() uint64 {
	mark := uint64(markZero)
	for negative := false; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '-' && mark == markZero:
			negative = true
		case c >= '1' && c <= '9' && mark == markZero:
			if mark = markPositive; negative {
				mark = markNegative
			}
		case c == '0' || c >= '1' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-':
		default:
			return mark
		}
	}
	return mark
}
