package dedalus

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/node"
)

// maxReasons bounds an explanation.
const maxReasons = 500

// explainer builds one explanation.
type explainer struct {
	*History
	out  Explanation
	made map[string]int // by what they explain: tuples at steps
}

// Why explains why a tuple holds at a node's step. The error says that it does not.
func (h *History) Why(n, time int, f datalog.Fact) (*Explanation, error) {
	s := h.at(n, time)
	if s == nil {
		return nil, fmt.Errorf("%s has done no step at time %d", h.names[n], time)
	}
	if err := h.open(s); err != nil {
		return nil, err
	}
	if !s.has(f) {
		return nil, fmt.Errorf("%s does not hold at %s at time %d", h.tuple(f), h.names[n], time)
	}
	x := &explainer{History: h, made: map[string]int{}}
	if _, err := x.holds(s, f); err != nil {
		return nil, err
	}
	return &x.out, nil
}

// add adds a reason.
func (x *explainer) add(r Reason) int {
	x.out.Reasons = append(x.out.Reasons, r)
	return len(x.out.Reasons) - 1
}

func (x *explainer) full() bool { return len(x.out.Reasons) >= maxReasons }

// child adds a child.
func (x *explainer) child(parent, child int) {
	if r := &x.out.Reasons[parent]; !slices.Contains(r.Children, child) {
		r.Children = append(r.Children, child)
	}
}

// holds explains a tuple of a step.
func (x *explainer) holds(s *step, f datalog.Fact) (int, error) {
	if err := x.open(s); err != nil {
		return 0, err
	}
	tuple := x.tuple(f)
	key := fmt.Sprintf("holds %d %s", s.event, tuple)
	if i, ok := x.made[key]; ok {
		return i, nil
	}
	time := s.begins.Time
	i := x.add(Reason{Kind: Holds, Node: x.names[s.node], Time: time, Tuple: tuple, Event: s.event, Text: fmt.Sprintf("%s holds at time %d", tuple, time)})
	x.made[key] = i
	if x.full() {
		x.child(i, x.add(Reason{Kind: Cut, Event: -1, Text: "… the explanation is cut here"}))
		return i, nil
	}
	for _, why := range []func(*step, datalog.Fact, int) error{x.stated, x.kept, x.arrived, x.concluded} {
		if err := why(s, f, i); err != nil {
			return i, err
		}
	}
	return i, nil
}

// stated finds the program's own fact, and builtin relations.
func (x *explainer) stated(s *step, f datalog.Fact, i int) error {
	p, time := x.target.program, s.begins.Time
	for _, g := range p.Facts {
		if same(f, g) && g.Time == time {
			x.child(i, x.add(Reason{Kind: Given, Event: -1, Place: g.Pos.Short(), Text: fmt.Sprintf("the program states it for time %d", time)}))
			return nil
		}
	}
	for _, g := range p.Lasting {
		if same(f, g) && g.Time <= time {
			x.child(i, x.add(Reason{Kind: Given, Event: -1, Place: g.Pos.Short(), Text: fmt.Sprintf("the program states it from time %d on", g.Time)}))
			return nil
		}
	}
	if slices.Contains([]datalog.RelID{p.Boot, p.Member, p.Now, p.Crash, p.Outage}, f.Relation) {
		x.child(i, x.add(Reason{Kind: Given, Event: -1, Text: p.Relations[f.Relation].Name + " is a builtin relation"}))
	}
	return nil
}

// kept explains what a step began with.
func (x *explainer) kept(s *step, f datalog.Fact, i int) error {
	time := s.begins.Time
	if !slices.ContainsFunc(s.begins.Facts, func(g datalog.Fact) bool { return same(f, g) && g.Time == time }) {
		return nil
	}
	before := x.before(s)
	found := false
	if before != nil {
		if err := x.open(before); err != nil {
			return err
		}
		for _, g := range before.fired {
			rule := x.target.program.Rule(g.Rule)
			if rule.Timing != datalog.Inductive || rule.Aggregates() || !same(g.Head, f) {
				continue
			}
			found = true
			if err := x.fired(before, g, i); err != nil {
				return err
			}
		}
		groups, err := x.groups(before, f, datalog.Inductive, i)
		if err != nil {
			return err
		}
		found = found || groups
	}
	since := 0
	if before != nil {
		since = before.event
	}
	for _, e := range x.events[since:s.event] {
		if e.Node != s.node && e.Action.Node != s.node {
			continue
		}
		switch {
		case e.Kind == node.Command && e.Type == x.target.program.Relations[f.Relation].Name && string(e.Body) == string(written(f.Args)):
			x.child(i, x.add(Reason{Kind: Asked, Event: e.Index, Node: x.names[s.node], Text: "a command put it in"}))
			found = true
		case e.Kind == node.SetState && !found:
			x.child(i, x.add(Reason{Kind: ByHand, Event: e.Index, Node: x.names[s.node], Text: "the state was changed by hand"}))
			found = true
		case e.Kind == node.Restart && !found && before != nil && slices.Contains(x.target.program.Stable, f.Relation):
			j, err := x.holds(before, f)
			if err != nil {
				return err
			}
			r := x.add(Reason{Kind: Fired, Event: e.Index, Node: x.names[s.node], Text: "it is stable, and survived the crash", Children: []int{j}})
			x.child(i, r)
			found = true
		}
	}
	return nil
}

// before is the last step of a node before another.
func (x *explainer) before(s *step) *step {
	k := slices.Index(x.steps[s.node], s)
	if k <= 0 {
		return nil
	}
	return x.steps[s.node][k-1]
}

// arrived explains a tuple that was in the inbox.
func (x *explainer) arrived(s *step, f datalog.Fact, i int) error {
	p := x.target.program
	for _, m := range s.inbox {
		if m.Relation != f.Relation || !same(f, datalog.Fact{Relation: m.Relation, Args: m.Args}) && !x.aggregated(m) {
			continue
		}
		if x.aggregated(m) && !sameGroup(p.Rule(m.Rule), m.Args, f.Args) {
			continue
		}
		sent := x.sent[m.item.ID]
		r := x.add(Reason{
			Kind: Arrived, Item: m.item.ID, Event: m.event, Node: x.names[s.node],
			Text: fmt.Sprintf("a message from %s arrived, in event %d", x.names[m.item.From], m.event),
		})
		x.child(i, r)
		if err := x.sending(sent, datalog.Fact{Relation: m.Relation, Args: m.Args}, r); err != nil {
			return err
		}
	}
	return nil
}

// aggregated reports whether the receiver aggregates messages like this one.
func (x *explainer) aggregated(m entry) bool {
	return m.Rule >= 0 && m.Rule < len(x.target.program.Rules) && x.target.program.Rules[m.Rule].Aggregates()
}

// sameGroup reports whether two tuples of an aggregate rule's head agree but for its aggregates.
func sameGroup(rule *datalog.Rule, a, b []datalog.Value) bool {
	for c, t := range rule.Head.Args {
		if t.Aggregate == datalog.NoAggregate && a[c] != b[c] {
			return false
		}
	}
	return true
}

// sending explains why a message was sent.
func (x *explainer) sending(m *sending, f datalog.Fact, parent int) error {
	seen := map[node.ID]bool{}
	for m != nil && m.by == nil && m.from != 0 && !seen[m.item.ID] {
		seen[m.item.ID] = true
		m = x.sent[m.from] // a copy, or one that was changed
	}
	if m == nil || m.by == nil {
		x.child(parent, x.add(Reason{Kind: ByHand, Event: -1, Text: "it was put in by hand"}))
		return nil
	}
	if err := x.open(m.by); err != nil {
		return err
	}
	found := false
	for _, g := range m.by.fired {
		if rule := x.target.program.Rule(g.Rule); rule.Timing == datalog.Asynchronous && same(g.Head, f) {
			found = true
			if err := x.fired(m.by, g, parent); err != nil {
				return err
			}
		}
	}
	if !found {
		x.child(parent, x.add(Reason{Kind: ByHand, Event: -1, Text: "its body was changed by hand"}))
	}
	return nil
}

// concluded explains a tuple that rules concluded within the step.
func (x *explainer) concluded(s *step, f datalog.Fact, i int) error {
	for _, g := range s.fired {
		rule := x.target.program.Rule(g.Rule)
		if rule.Timing == datalog.Deductive && !rule.Aggregates() && same(g.Head, f) {
			if err := x.fired(s, g, i); err != nil {
				return err
			}
		}
	}
	_, err := x.groups(s, f, datalog.Deductive, i)
	return err
}

// groups explains a tuple by the bindings of aggregate rules of a timing.
func (x *explainer) groups(s *step, f datalog.Fact, timing datalog.Timing, i int) (found bool, err error) {
	for _, g := range s.fired {
		rule := x.target.program.Rule(g.Rule)
		if rule.Timing == timing && rule.Aggregates() && g.Head.Relation == f.Relation && sameGroup(rule, g.Head.Args, f.Args) {
			found = true
			if err := x.fired(s, g, i); err != nil {
				return true, err
			}
		}
	}
	return found, nil
}

// fired explains by a rule firing: its premises, those of earlier times too.
func (x *explainer) fired(s *step, g eval.StepFiring, parent int) error {
	p := x.target.program
	rule := p.Rule(g.Rule)
	key := fmt.Sprintf("fired %d %d %v %v", s.event, g.Rule, g.Head, g.Premises)
	r, ok := x.made[key]
	if !ok {
		text := "by the rule"
		if rule.Aggregates() {
			text = "one of the bindings of the aggregate"
		}
		r = x.add(Reason{Kind: Fired, Node: x.names[s.node], Time: s.begins.Time, Rule: p.FormatRule(rule), Place: rule.Pos.Short(), Event: s.event, Text: text})
		x.made[key] = r
		for _, premise := range g.Premises {
			at := s
			if premise.Time > 0 && premise.Time != s.begins.Time {
				if at = x.at(s.node, premise.Time); at == nil {
					x.child(r, x.add(Reason{Kind: NoStep, Event: -1, Text: fmt.Sprintf("%s held at time %d, of which nothing is known", x.tuple(premise), premise.Time)}))
					continue
				}
			}
			j, err := x.holds(at, premise)
			if err != nil {
				return err
			}
			x.child(r, j)
		}
		vars := binding(rule, g.Premises)
		for _, l := range rule.Body {
			if l.Kind == datalog.Negative {
				x.child(r, x.add(Reason{Kind: Absent, Node: x.names[s.node], Time: s.begins.Time, Event: -1, Text: p.FormatLiteral(eval.Shown(rule, vars), l)}))
			}
		}
	}
	x.child(parent, r)
	return nil
}

// binding recovers the values of a rule's variables from the premises of a firing.
func binding(rule *datalog.Rule, premises []datalog.Fact) []datalog.Value {
	vars := make([]datalog.Value, len(rule.Vars))
	k := 0
	for _, l := range rule.Body {
		if l.Kind != datalog.Positive || k >= len(premises) {
			continue
		}
		for c, t := range l.Atom.Args {
			if t.Kind == datalog.Variable {
				vars[t.Var] = premises[k].Args[c]
			}
		}
		k++
	}
	eval.BindByEqualities(rule, vars)
	return vars
}
