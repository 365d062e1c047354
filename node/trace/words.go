package trace

import (
	"bytes"
	"fmt"
	"io"

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

// Words says an event in words; the names are those of its system's nodes.
func Words(names []string, e *node.Event) string { return head(names, e).String() }

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

// Text writes the events in words, with what the nodes said and what was violated.
func (t *Trace) Text(w io.Writer) error {
	var b bytes.Buffer
	if t.About != "" {
		fmt.Fprintln(&b, t.About)
	}
	for _, r := range t.Records {
		_ = r.Text(&b) // a buffer takes everything
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Text writes an event in words, and below it what came of it.
func (r Record) Text(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d  %s\n", r.N, r)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "    %s\n", note)
	}
	if r.Broken != "" {
		fmt.Fprintf(&b, "    down: %s\n", r.Broken)
	}
	if r.Violation != nil {
		fmt.Fprintf(&b, "    violation: %s\n", r.Violation.Text)
	}
	_, err := w.Write(b.Bytes())
	return err
}
