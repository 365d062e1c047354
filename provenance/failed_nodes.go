package provenance

import (
	"slices"

	"molly/datalog"
)

// failedRules explains for the rules that are not in done why they do not conclude a goal. deep
// says to explain what they lack even if no scenario has it.
func (b *builder) failedRules(id NodeID, done []int, deep bool) {
	n := b.graph.Nodes[id]
	for _, rule := range b.rulesOf(n.Relation) {
		if b.ctx.Err() != nil {
			return // build says so
		}
		if slices.Contains(done, rule.ID) {
			continue
		}
		time := n.Time
		if rule.Timing != datalog.Deductive {
			time--
		}
		start, unifies := unify(rule, n.Args)
		if time < 1 || !unifies {
			continue
		}
		if b.steps >= maxTotalSteps {
			b.child(id, about(Cut, Goal{}))
			return
		}
		s := &search{builder: b, rule: rule, time: time, seen: map[string]bool{}}
		s.extend(start)
		b.steps += s.steps + 1
		s.show(id, n.Args, deep)
	}
}

// show adds the failed derivations to a goal. Where the rule aggregates, and concludes another
// tuple of the group that is wanted, they are bindings that the group lacks: only lost messages
// count.
func (s *search) show(id NodeID, want []datalog.Value, deep bool) {
	parent := id
	if f, ok := s.instead(s.rule, s.time, want); s.rule.Aggregates() && ok {
		parent = s.child(id, ofRule(Regrouped, s.rule.ID, s.time, nil))
		s.link(parent, s.holds(f))
		s.failed = slices.DeleteFunc(s.failed, func(d failedDerivation) bool { return d.failures[0].kind != Lost })
	}
	if more := len(s.failed) - maxShown; more > 0 {
		s.graph.Nodes[id].More += more
		s.failed = s.failed[:maxShown]
	}
	for _, d := range s.failed {
		blocked := s.child(parent, ofRule(Blocked, s.rule.ID, s.time, d.vars))
		for _, f := range d.failures {
			s.failure(blocked, d.vars, f, deep)
		}
	}
}

// failure adds a premise that fails to a Blocked.
func (s *search) failure(blocked NodeID, vars []datalog.Value, f failedPremise, deep bool) {
	var atom *datalog.Atom
	if f.premise < len(s.rule.Body) {
		atom = &s.rule.Body[f.premise].Atom
	}
	switch f.kind {
	case Missing:
		s.link(blocked, s.missing(atom.Relation, readTime(atom, s.time), patternOf(atom, vars), deep))
	case Holds:
		s.denied(blocked, atom, s.time, vars)
	case Lost:
		from, to := s.route(vars)
		s.delivery(blocked, s.rule, vars, from, to)
	case NotYet, Unmatched:
		n := about(f.kind, goalOf(atom.Relation, readTime(atom, s.time), patternOf(atom, vars)))
		n.Text = f.text
		s.child(blocked, n)
	default:
		n := about(f.kind, Goal{})
		n.Text = f.text
		s.child(blocked, n)
	}
}
