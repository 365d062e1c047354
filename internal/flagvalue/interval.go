package flagvalue

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"molly/sweep"
	"molly/viz/scene"
)

// Interval is a number, or two as in 0..1.
type Interval struct{ From, To int }

// Set implements pflag.Value.
func (s *Interval) Set(text string) error {
	from, to, two := strings.Cut(text, "..")
	if !two {
		to = from
	}
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	switch {
	case errA != nil || errB != nil:
		return errors.New("it must be a number, or two as in 0..1")
	case a < 0 || b < a:
		return errors.New("it goes from a number ≥ 0 to one that is not smaller")
	}
	s.From, s.To = a, b
	return nil
}

// String implements pflag.Value.
func (s *Interval) String() string {
	if s.From == s.To {
		return strconv.Itoa(s.From)
	}
	return fmt.Sprintf("%d..%d", s.From, s.To)
}

// Type implements pflag.Value.
func (s *Interval) Type() string { return "from..to" }

// Times are a stretch of times of a run, such as 3..9, or, with the word all, each of its times.
type Times struct {
	First, Last int // 0 where none are given
	All         bool
}

// Set implements pflag.Value.
func (t *Times) Set(text string) error {
	if text == "all" {
		*t = Times{All: true}
		return nil
	}
	var over Interval
	if over.Set(text) != nil || over.From < 1 || over.From == over.To {
		return errors.New("it must be two times from 1 on, such as 3..9, or all")
	}
	*t = Times{First: over.From, Last: over.To}
	return nil
}

// String implements pflag.Value.
func (t *Times) String() string {
	switch {
	case t.All:
		return "all"
	case t.Last == 0:
		return ""
	}
	return fmt.Sprintf("%d..%d", t.First, t.Last)
}

// Type implements pflag.Value.
func (t *Times) Type() string { return "from..to" }

// Shifts are relations, each with the times that its first fact is swept over, such as
// bcast@1..4. The flag may be repeated.
type Shifts struct{ List []sweep.Shift }

// Set implements pflag.Value.
func (s *Shifts) Set(text string) error {
	relation, times, ok := strings.Cut(text, "@")
	var over Interval
	if !ok || relation == "" || over.Set(times) != nil || over.From < 1 {
		return errors.New("it must be a relation with times from 1 on, such as 'bcast@1..4'")
	}
	for _, other := range s.List {
		if other.Relation == relation {
			return fmt.Errorf("the times of %s are already given", relation)
		}
	}
	s.List = append(s.List, sweep.Shift{Relation: relation, From: over.From, To: over.To})
	return nil
}

// String implements pflag.Value.
func (s *Shifts) String() string { return "" }

// Type implements pflag.Value.
func (s *Shifts) Type() string { return "relation@from..to" }

// Length is a length in points, written with its unit, such as 84mm.
type Length struct {
	Points float64
	text   string
}

// Set implements pflag.Value.
func (l *Length) Set(text string) (err error) {
	l.Points, err = scene.ParseLength(text)
	l.text = text
	return err
}

// String implements pflag.Value.
func (l *Length) String() string { return l.text }

// Type implements pflag.Value.
func (l *Length) Type() string { return "length" }
