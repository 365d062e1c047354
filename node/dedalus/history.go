package dedalus

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/node"
)

// History is an execution of a program, prepared to be explained: what went into each step of each node. It is
// made by doing the execution again, so the execution itself keeps nothing for it.
type History struct {
	target *target
	names  []string
	events []*node.Event
	steps  [][]*step // by node, in the order of their local times
	sent   map[node.ID]*sending
}

// step is a local step of a node.
type step struct {
	node   int
	event  int // of its tick
	begins eval.State
	inbox  []entry
	facts  []datalog.Fact // computed on demand
	fired  []eval.StepFiring
}

// entry is a message in an inbox.
type entry struct {
	eval.Message
	item  *node.Item
	event int // of its delivery
}

// sending is what became of a message.
type sending struct {
	item      *node.Item
	by        *step // nil: a copy, or one that was changed by hand
	from      node.ID
	delivered *step // the step that took it in, or is to
	event     int   // of its delivery or its drop; -1: pending
	dropped   bool
}

// NewHistory prepares an execution of a system of this package.
func NewHistory(w *node.World) (*History, error) {
	if len(w.System.Nodes) == 0 {
		return nil, errors.New("there are no nodes")
	}
	first, ok := w.Node(0).(*Node)
	if !ok {
		return nil, fmt.Errorf("%s is no program: there is no lineage", w.System.Name)
	}
	h := &History{target: first.target, names: w.System.Nodes, events: w.Events(), steps: make([][]*step, len(w.System.Nodes)), sent: map[node.ID]*sending{}}
	system := *w.System
	system.Oracle = nil
	again := node.NewWorld(&system)
	defer again.Close()
	waiting := make([][]entry, len(h.names)) // by node: what is in its inbox
	for _, e := range h.events {
		var s *step
		switch e.Kind {
		case node.Fire:
			n := Of(again, e.Node)
			s = &step{node: e.Node, event: e.Index, begins: n.next, inbox: waiting[e.Node]}
			for _, x := range s.inbox {
				h.sent[x.item.ID].delivered = s
			}
			waiting[e.Node] = nil
		case node.Crash, node.SetState:
			waiting[e.Action.Node] = nil
		}
		if _, err := again.Do(e.Action); err != nil {
			return nil, fmt.Errorf("event %d cannot be done again: %w", e.Index, err)
		}
		if s != nil && Of(again, e.Node).next.Time == s.begins.Time+1 {
			h.steps[e.Node] = append(h.steps[e.Node], s)
		}
		for _, it := range e.Sent {
			x := &sending{item: it, by: s, event: -1}
			if e.Item != nil && s == nil {
				x.from = e.Item.ID
			}
			h.sent[it.ID] = x
		}
		switch e.Kind {
		case node.Deliver:
			inbox := Of(again, e.Node).inbox
			waiting[e.Node] = append(waiting[e.Node], entry{inbox[len(inbox)-1], e.Item, e.Index})
			h.sent[e.Item.ID].event = e.Index
		case node.Drop:
			h.sent[e.Item.ID].event, h.sent[e.Item.ID].dropped = e.Index, true
		case node.SetState:
			for _, m := range Of(again, e.Node).inbox {
				it := &node.Item{ID: e.ID, From: e.Node, To: e.Node, Type: h.target.program.Relations[m.Relation].Name}
				if h.sent[it.ID] == nil {
					h.sent[it.ID] = &sending{item: it, event: e.Index}
				}
				waiting[e.Node] = append(waiting[e.Node], entry{m, it, e.Index})
			}
		}
	}
	return h, nil
}

// at returns the step of a node at a local time, or nil.
func (h *History) at(n, time int) *step {
	i, ok := slices.BinarySearchFunc(h.steps[n], time, func(s *step, t int) int { return s.begins.Time - t })
	if !ok {
		return nil
	}
	return h.steps[n][i]
}

// open computes what held at a step, and which rules fired.
func (h *History) open(s *step) error {
	if s.facts != nil {
		return nil
	}
	return h.target.with(func(stepper *eval.Stepper) error {
		var inbox []eval.Message
		for _, x := range s.inbox {
			inbox = append(inbox, x.Message)
		}
		done, err := stepper.Step(context.Background(), h.names[s.node], s.begins, inbox, nil)
		if err != nil {
			return err
		}
		s.facts, s.fired = done.Facts(), done.Firings()
		return nil
	})
}

// has reports whether a tuple holds at a step.
func (s *step) has(f datalog.Fact) bool {
	return slices.ContainsFunc(s.facts, func(g datalog.Fact) bool { return same(f, g) })
}

// same reports whether two facts have one relation and tuple.
func same(f, g datalog.Fact) bool {
	return f.Relation == g.Relation && datalog.CompareTuples(f.Args, g.Args) == 0
}

// Firings are the rules that fired in a node's step at a local time.
func (h *History) Firings(n, time int) ([]Firing, error) {
	s := h.at(n, time)
	if s == nil {
		return nil, fmt.Errorf("%s has done no step at time %d", h.names[n], time)
	}
	if err := h.open(s); err != nil {
		return nil, err
	}
	p := h.target.program
	var list []Firing
	for _, f := range s.fired {
		rule := p.Rule(f.Rule)
		x := Firing{Rule: p.FormatRule(rule), Place: rule.Pos.Short(), Head: h.tuple(f.Head), Then: "now"}
		switch rule.Timing {
		case datalog.Inductive:
			x.Then = "next"
		case datalog.Asynchronous:
			x.Then = "sent to " + f.Head.Args[0].Text()
		}
		for _, premise := range f.Premises {
			x.Premises = append(x.Premises, h.tuple(premise))
		}
		list = append(list, x)
	}
	return list, nil
}

func (h *History) tuple(f datalog.Fact) string {
	return datalog.FormatTuple(h.target.program.Relations[f.Relation].Name, f.Args)
}
