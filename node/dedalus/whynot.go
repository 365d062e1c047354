package dedalus

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/node"
)

// WhyNot explains why no tuple of a pattern holds at a node's step; a column without a value stands for anything.
// The error names one that does hold.
func (h *History) WhyNot(w *node.World, n, time int, pattern datalog.Fact) (*Explanation, error) {
	x := &explainer{History: h, made: map[string]int{}}
	s := h.at(n, time)
	if s == nil {
		text := fmt.Sprintf("%s has done no step at time %d", h.names[n], time)
		if w.Status(n) != node.Up {
			text += fmt.Sprintf("; it is %v", w.Status(n))
		} else {
			text += fmt.Sprintf("; its next step is that of time %d", Of(w, n).next.Time)
		}
		x.add(Reason{Kind: NoStep, Node: h.names[n], Time: time, Event: -1, Tuple: h.pattern(pattern), Text: text})
		return &x.out, nil
	}
	if err := h.open(s); err != nil {
		return nil, err
	}
	for _, f := range s.facts {
		if matches(pattern, f) {
			return nil, fmt.Errorf("%s holds at %s at time %d", h.tuple(f), h.names[n], time)
		}
	}
	if _, err := x.missing(w, s, pattern); err != nil {
		return nil, err
	}
	return &x.out, nil
}

// matches reports whether a fact has the relation of a pattern and its values where it has some.
func matches(pattern, f datalog.Fact) bool {
	if pattern.Relation != f.Relation {
		return false
	}
	for c, v := range pattern.Args {
		if v.Type() != datalog.Unknown && v != f.Args[c] {
			return false
		}
	}
	return true
}

// pattern writes a pattern; _ stands for anything.
func (h *History) pattern(f datalog.Fact) string {
	text := h.target.program.Relations[f.Relation].Name + "("
	for i, v := range f.Args {
		if i > 0 {
			text += ", "
		}
		if v.Type() == datalog.Unknown {
			text += "_"
		} else {
			text += v.String()
		}
	}
	return text + ")"
}

// missing explains why nothing matches a pattern at a step.
func (x *explainer) missing(w *node.World, s *step, f datalog.Fact) (int, error) {
	if err := x.open(s); err != nil {
		return 0, err
	}
	tuple, time := x.pattern(f), s.begins.Time
	key := fmt.Sprintf("missing %d %s", s.event, tuple)
	if i, ok := x.made[key]; ok {
		return i, nil
	}
	i := x.add(Reason{Kind: Missing, Node: x.names[s.node], Time: time, Tuple: tuple, Event: s.event, Text: fmt.Sprintf("no %s at time %d", tuple, time)})
	x.made[key] = i
	if x.full() {
		x.child(i, x.add(Reason{Kind: Cut, Event: -1, Text: "… the explanation is cut here"}))
		return i, nil
	}
	p := x.target.program
	concluded := false
	sends := false
	for r := range p.Rules {
		rule := &p.Rules[r]
		if rule.Head.Relation != f.Relation {
			continue
		}
		concluded = true
		switch rule.Timing {
		case datalog.Deductive:
			if err := x.blocked(w, s, rule, f, i); err != nil {
				return i, err
			}
		case datalog.Inductive:
			before := x.before(s)
			if before == nil {
				x.child(i, x.add(Reason{Kind: NoStep, Node: x.names[s.node], Event: -1, Rule: p.FormatRule(rule), Place: rule.Pos.Short(), Text: "there is no step before, for the rule to keep it from"}))
			} else if s.begins.Boot && !slices.Contains(p.Stable, f.Relation) {
				x.child(i, x.add(Reason{Kind: Blocked, Node: x.names[s.node], Event: s.event, Rule: p.FormatRule(rule), Place: rule.Pos.Short(), Text: "the node has restarted since, and the relation is not stable"}))
			} else if err := x.blocked(w, before, rule, f, i); err != nil {
				return i, err
			}
		default:
			sends = true
		}
	}
	if sends {
		if err := x.unsent(w, s, f, i); err != nil {
			return i, err
		}
	}
	if !concluded {
		x.child(i, x.add(Reason{Kind: NoRule, Event: -1, Text: "no rule concludes it, and the program does not state it for this time"}))
	}
	return i, nil
}

// unsent says what became of the messages that could have brought a tuple, or why there is none.
func (x *explainer) unsent(w *node.World, s *step, f datalog.Fact, parent int) error {
	found := false
	for _, e := range x.events {
		for _, it := range e.Sent {
			body, ok := it.Body.(Tuple)
			if !ok || it.To != s.node || it.Type != x.target.program.Relations[f.Relation].Name || !matches(f, datalog.Fact{Relation: f.Relation, Args: body.Args}) {
				continue
			}
			m := x.sent[it.ID]
			r := Reason{Item: it.ID, Event: m.event, Node: x.names[s.node]}
			from := x.names[it.From]
			switch {
			case m.dropped:
				r.Kind, r.Text = Dropped, fmt.Sprintf("a message from %s with it was dropped, in event %d", from, m.event)
			case m.event < 0:
				r.Kind, r.Text = Pending, fmt.Sprintf("a message from %s with it is pending", from)
				if pending, ok := w.Lookup(it.ID); ok {
					if why := w.Why(pending); why != nil {
						r.Text += ": " + why.Error()
					}
				} else {
					r.Kind, r.Text = Dropped, fmt.Sprintf("a message from %s with it was changed by hand", from)
				}
			case m.delivered == nil:
				r.Kind, r.Text = Later, fmt.Sprintf("a message from %s with it was delivered in event %d, and no step has taken it in since", from, m.event)
			default:
				r.Kind, r.Text = Later, fmt.Sprintf("a message from %s with it was taken in at time %d", from, m.delivered.begins.Time)
			}
			found = true
			x.child(parent, x.add(r))
		}
	}
	if found {
		return nil
	}
	i := x.add(Reason{Kind: Unsent, Event: -1, Node: x.names[s.node], Text: "no step of any node has sent a message with it"})
	x.child(parent, i)
	p := x.target.program
	for r := range p.Rules {
		rule := &p.Rules[r]
		if rule.Head.Relation != f.Relation || rule.Timing != datalog.Asynchronous {
			continue
		}
		for n := range x.names {
			var last *step // of the sender, before the step that is asked about
			for _, t := range x.steps[n] {
				if t.event < s.event {
					last = t
				}
			}
			if last == nil {
				continue
			}
			if err := x.blocked(w, last, rule, f, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// blocked says why a rule does not conclude a pattern from a step: what fails first, of the bindings that come
// furthest.
func (x *explainer) blocked(w *node.World, s *step, rule *datalog.Rule, f datalog.Fact, parent int) error {
	if err := x.open(s); err != nil {
		return err
	}
	vars := make([]datalog.Value, len(rule.Vars))
	for c, t := range rule.Head.Args {
		if v := f.Args[c]; t.Aggregate == datalog.NoAggregate && v.Type() != datalog.Unknown && !unify(t.Term, v, vars) {
			return nil // the rule concludes other tuples
		}
	}
	a := attempt{explainer: x, step: s, rule: rule, pattern: f}
	// The rule runs at the step's node.
	if loc := rule.Location; loc != nil && !unify(*loc, datalog.String(x.names[s.node]), vars) {
		return nil
	}
	a.try(0, vars)
	p := x.target.program
	r := x.add(Reason{Kind: Blocked, Node: x.names[s.node], Time: s.begins.Time, Event: s.event, Rule: p.FormatRule(rule), Place: rule.Pos.Short(), Text: "the rule does not conclude it"})
	x.child(parent, r)
	if a.complete {
		x.out.Reasons[r].Text = "the aggregate has another value"
		return nil
	}
	if a.other != "" {
		x.child(r, x.add(Reason{Kind: False, Event: -1, Text: "it concludes " + a.other + " in the place of the wanted value"}))
		return nil
	}
	for _, fail := range a.fails {
		l := fail.literal
		text := p.FormatLiteral(eval.Shown(rule, fail.vars), l)
		switch {
		case l.Kind == datalog.Comparison:
			x.child(r, x.add(Reason{Kind: False, Event: -1, Text: text + " is false"}))
		case l.Kind == datalog.Negative:
			at := a.stepOf(l.Atom)
			g, _ := a.find(l.Atom, fail.vars)
			j, err := x.holds(at, g)
			if err != nil {
				return err
			}
			x.child(r, j)
		default:
			at := a.stepOf(l.Atom)
			if at == nil {
				x.child(r, x.add(Reason{Kind: NoStep, Event: -1, Text: fmt.Sprintf("%s: the node has done no step at that time", text)}))
				continue
			}
			j, err := x.missing(w, at, datalog.Fact{Relation: l.Atom.Relation, Args: eval.Pattern(&l.Atom, fail.vars)})
			if err != nil {
				return err
			}
			x.child(r, j)
		}
	}
	return nil
}
