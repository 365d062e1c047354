package trace

import (
	"fmt"

	"molly/node"
)

// String says an event in words.
func (r Record) String() string {
	switch r.Do {
	case node.Fire:
		return fmt.Sprintf("%s: timer %s", r.Node, r.Type)
	case node.Deliver:
		return fmt.Sprintf("%s: %s from %s", r.Node, r.Type, r.From)
	case node.Drop, node.Duplicate, node.Change:
		if r.To == "" {
			return fmt.Sprintf("%v the timer %s of %s", r.Do, r.Type, r.Node)
		}
		return fmt.Sprintf("%v %s from %s to %s", r.Do, r.Type, r.From, r.To)
	case node.Cut, node.Heal:
		return fmt.Sprintf("%v %s → %s", r.Do, r.From, r.To)
	case node.Command:
		return fmt.Sprintf("%s: command %s %s", r.Node, r.Type, r.Body)
	case node.Restart:
		if r.Lost {
			return r.Node + ": restart, with nothing on disk"
		}
	}
	return fmt.Sprintf("%s: %v", r.Node, r.Do)
}

// Clocks are the vector clocks of the events, as in Causality.
func (t *Trace) Clocks() [][]int {
	number := t.numbers()
	clocks := make([][]int, len(t.Records))
	last := make([][]int, len(t.Nodes))
	for i, r := range t.Records {
		clock := make([]int, len(t.Nodes))
		join := func(other []int) {
			for n, x := range other {
				clock[n] = max(clock[n], x)
			}
		}
		if r.Cause != nil {
			join(clocks[*r.Cause])
		}
		if n, ok := number[r.Node]; ok && r.Moves() {
			join(last[n])
			clock[n]++
			last[n] = clock
		}
		clocks[i] = clock
	}
	return clocks
}

// Moves reports whether a node takes a step in the event.
func (r Record) Moves() bool {
	switch r.Do {
	case node.Drop, node.Duplicate, node.Change, node.Cut, node.Heal:
		return false
	}
	return true
}

// Ranks are logical times from 1: an event is later than what happened before it, and else as early as can be.
// What moves no node has the rank of what it is about.
func (t *Trace) Ranks() []int {
	number := t.numbers()
	ranks := make([]int, len(t.Records))
	last := make([]int, len(t.Nodes))
	now := 1
	for i, r := range t.Records {
		rank := 0
		if r.Cause != nil {
			rank = ranks[*r.Cause]
		}
		if n, ok := number[r.Node]; ok && r.Moves() {
			rank = max(rank, last[n]) + 1
			last[n] = rank
			now = max(now, rank)
		} else if r.Cause == nil {
			rank = now
		}
		ranks[i] = max(1, rank)
	}
	return ranks
}

func (t *Trace) numbers() map[string]int {
	number := map[string]int{}
	for i, name := range t.Nodes {
		number[name] = i
	}
	return number
}
