package provenance

import (
	"slices"

	"molly/datalog"
	"molly/eval"
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
		last := n.Time
		if rule.Timing != datalog.Deductive {
			last--
		}
		for time := last; time >= 1 && time >= b.firstSending(rule, last, deep); time-- {
			start, unifies := unify(rule, n.Args)
			if !unifies {
				break
			}
			if b.steps >= maxTotalSteps {
				b.child(id, about(Cut, Goal{}))
				return
			}
			s := &search{builder: b, rule: rule, time: time, then: n.Time, seen: map[string]bool{}}
			s.extend(start)
			b.steps += s.steps + 1
			if time < last { // that it was not sent earlier is of less interest
				s.failed = slices.DeleteFunc(s.failed, func(d failedDerivation) bool { return d.failures[0].kind != Lost })
			}
			s.show(id, n.Args, deep)
		}
	}
}

// firstSending is the first time at which something may be sent that arrives a time after the last one. Where
// the space tells what may arrive, the usual time is enough.
func (b *builder) firstSending(rule *datalog.Rule, last int, deep bool) int {
	if rule.Timing != datalog.Asynchronous || !deep {
		return last
	}
	return last - b.run.Spec.Delay - b.run.Spec.CopyDelay()
}

// show adds the failed derivations to a goal. Where the rule aggregates, and concludes another
// tuple of the group that is wanted, they are bindings that the group lacks: only lost messages
// count.
func (s *search) show(id NodeID, want []datalog.Value, deep bool) {
	parent := id
	when := s.then // of the group
	if s.rule.Timing != datalog.Deductive {
		when--
	}
	if f, ok := s.instead(s.rule, when, want); s.rule.Aggregates() && ok {
		parent = s.child(id, ofRule(Regrouped, s.rule.ID, when, nil))
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
		s.link(blocked, s.missing(atom.Relation, readTime(atom, s.time), eval.Pattern(atom, vars), deep))
	case Holds:
		s.denied(blocked, atom, s.time, vars)
	case Lost:
		from, to := s.route(vars)
		s.delivery(blocked, s.rule, vars, from, to, s.then)
	case Down:
		head, _ := eval.Compute(s.rule.Head.Args[0].Term, vars)
		s.stops(blocked, s.rule, vars, head, s.time, s.then)
	case NotYet, Unmatched:
		n := about(f.kind, goalOf(atom.Relation, readTime(atom, s.time), eval.Pattern(atom, vars)))
		n.Text = f.text
		s.child(blocked, n)
	default:
		n := about(f.kind, Goal{})
		n.Text = f.text
		s.child(blocked, n)
	}
}
