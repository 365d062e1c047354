package dedalus

import (
	"encoding/json"
	"fmt"

	"molly/datalog"
	"molly/eval"
)

// relations are tuples by the names of their relations.
type relations map[string][]json.RawMessage

// state is what there is to see of a node.
type state struct {
	Time  int       `json:"time"`            // of the last step; 0 before the first
	Holds relations `json:"holds,omitempty"` // at the last step
	Inbox relations `json:"inbox,omitempty"` // what the next step takes in
	Next  relations `json:"next,omitempty"`  // what is kept for the next step
}

// State shows what held at the last step, what is in the inbox and what is kept for the next step.
func (n *Node) State() any {
	s := state{Time: n.Time(), Holds: n.group(n.closed, 0), Next: n.group(n.next.Facts, n.next.Time)}
	for _, m := range n.inbox {
		if s.Inbox == nil {
			s.Inbox = relations{}
		}
		name := n.target.program.Relations[m.Relation].Name
		s.Inbox[name] = append(s.Inbox[name], written(m.Args))
	}
	return s
}

// group groups facts of a time, or with 0 of all, by relation.
func (n *Node) group(facts []datalog.Fact, time int) relations {
	r := relations{}
	for _, f := range facts {
		if time == 0 || f.Time == time {
			name := n.target.program.Relations[f.Relation].Name
			r[name] = append(r[name], written(f.Args))
		}
	}
	return r
}

func written(args []datalog.Value) json.RawMessage {
	text, err := json.Marshal(args)
	if err != nil {
		panic(err) // strings and integers
	}
	return text
}

// SetState replaces what is kept for the next step and what is in the inbox. What held at the last step is past.
func (n *Node) SetState(text json.RawMessage) error {
	var s state
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	if s.Time != n.Time() {
		return fmt.Errorf("the time is %d, and cannot be changed to %d", n.Time(), s.Time)
	}
	var facts []datalog.Fact
	for _, f := range n.next.Facts {
		if f.Time != n.next.Time {
			facts = append(facts, f)
		}
	}
	err := n.each(s.Next, func(r datalog.RelID, args []datalog.Value) {
		facts = append(facts, datalog.Fact{Relation: r, Args: args, Time: n.next.Time})
	})
	if err != nil {
		return err
	}
	var inbox []eval.Message
	err = n.each(s.Inbox, func(r datalog.RelID, args []datalog.Value) {
		inbox = append(inbox, eval.Message{Relation: r, From: datalog.String(n.name), To: datalog.String(n.name), Args: args, Rule: -1})
	})
	if err != nil {
		return err
	}
	n.next.Facts, n.inbox = sorted(facts), inbox
	return nil
}

// each reads tuples, which must be at this node.
func (n *Node) each(list relations, use func(r datalog.RelID, args []datalog.Value)) error {
	for i := range n.target.program.Relations {
		name := n.target.program.Relations[i].Name
		for _, text := range list[name] {
			r, args, err := n.target.tuple(name, text)
			if err != nil {
				return err
			}
			if args[0] != datalog.String(n.name) {
				return fmt.Errorf("%s is at another node", datalog.FormatTuple(name, args))
			}
			use(r, args)
		}
	}
	for name := range list {
		if _, ok := n.target.program.Lookup(name); !ok {
			return fmt.Errorf("the program has no relation %q", name)
		}
	}
	return nil
}
