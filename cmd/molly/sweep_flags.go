package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"molly/datalog"
	"molly/sweep"
)

// formerly is the former name of a flag, for scripts that have it.
type formerly struct{ flag *pflag.Flag }

func (f formerly) Set(text string) error {
	f.flag.Changed = true
	return f.flag.Value.Set(text)
}

func (f formerly) String() string { return "" }

func (f formerly) Type() string { return f.flag.Value.Type() }

// interval is a flag with a number, or with two as in 0..1.
type interval struct{ from, to int }

func (s *interval) Set(text string) error {
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
		return errors.New("it goes from a number that is not negative to one that is not smaller")
	}
	s.from, s.to = a, b
	return nil
}

func (s *interval) String() string {
	if s.from == s.to {
		return strconv.Itoa(s.from)
	}
	return fmt.Sprintf("%d..%d", s.from, s.to)
}

func (s *interval) Type() string { return "from..to" }

// shift is a relation with the times that its first fact is swept over.
type shift struct {
	relation string
	times    interval
}

// shifts is a flag that may be repeated.
type shifts struct{ list []shift }

func (s *shifts) Set(text string) error {
	relation, times, ok := strings.Cut(text, "@")
	one := shift{relation: relation}
	if !ok || relation == "" || one.times.Set(times) != nil || one.times.from < 1 {
		return errors.New("it must be a relation with times from 1 on, such as 'bcast@1..4'")
	}
	for _, other := range s.list {
		if other.relation == relation {
			return fmt.Errorf("the times of %s were given before", relation)
		}
	}
	s.list = append(s.list, one)
	return nil
}

func (s *shifts) String() string { return "" }

func (s *shifts) Type() string { return "relation@from..to" }

// variant is at which times the facts of some relations are.
type variant []sweep.Shifted

// name writes them in a line.
func (v variant) name() string {
	words := make([]string, len(v))
	for i, s := range v {
		words[i] = fmt.Sprintf("%s@%d", s.Relation, s.Time)
	}
	return strings.Join(words, " ")
}

// variants returns all combinations of the shifts.
func (s *shifts) variants(p *datalog.Program) ([]variant, error) {
	list := []variant{nil}
	for _, sh := range s.list {
		if _, err := (sweep.Shifted{Relation: sh.relation, Time: sh.times.from}).Shift(p); err != nil {
			return nil, usageError("--shift: %v", err)
		}
		var next []variant
		for _, v := range list {
			for time := sh.times.from; time <= sh.times.to; time++ {
				next = append(next, append(slices.Clip(v), sweep.Shifted{Relation: sh.relation, Time: time}))
			}
		}
		list = next
	}
	return list, nil
}
