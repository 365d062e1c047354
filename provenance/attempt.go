package provenance

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval"
)

const (
	maxShown      = 8         // bindings of one rule that are shown for one absence
	maxSteps      = 20_000    // facts that one rule is matched against for one absence
	maxTotalSteps = 5_000_000 // the same, for a whole graph
)

// An attempt matches the body of a rule that does not conclude a tuple against the
// run, and keeps the bindings that get furthest.
//
// What can be decided is decided as soon as it can. An atom that nothing matches ends
// a binding, and all such atoms are its obstacles; as long as there is none, the atom
// with the fewest matches is matched next. So an obstacle rests on as few variables as
// possible: it speaks for all their values.
type attempt struct {
	*builder
	rule *datalog.Rule
	time int             // when the premises should hold
	want []datalog.Value // the tuple or pattern that the rule does not conclude

	tried    int // facts that were matched
	furthest int
	ends     []deadEnd
	seen     map[string]bool
}

// partial is a binding under way.
type partial struct {
	vars  []datalog.Value
	done  []bool // by literal
	tests []columnTest
}

// columnTest says that a computed column has a value.
type columnTest struct {
	term    datalog.Term
	value   datalog.Value
	literal int
}

// deadEnd is a binding with what it lacks, in the order of the body.
type deadEnd struct {
	vars      []datalog.Value
	obstacles []obstacle
}

// obstacle is a premise that fails. The literal after the last one is the head, the
// one after that the message.
type obstacle struct {
	kind    Kind
	literal int
	text    string
}

// otherRules explains for the rules that were not tried why they do not conclude a
// goal. deep says to explain what they lack even if no scenario has it.
func (b *builder) otherRules(id NodeID, tried []int, deep bool) {
	n := b.graph.Nodes[id]
	for _, rule := range b.rulesOf(n.Relation) {
		if b.ctx.Err() != nil {
			return // build says so
		}
		if slices.Contains(tried, rule.ID) {
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
		a := &attempt{builder: b, rule: rule, time: time, want: n.Args, seen: map[string]bool{}}
		a.search(start)
		b.steps += a.tried + 1
		a.conclude(id, deep)
	}
}

// unify binds the variables of a rule's head to a tuple or pattern. It reports false
// where the rule cannot conclude it whatever holds.
func unify(rule *datalog.Rule, want []datalog.Value) (partial, bool) {
	p := partial{vars: make([]datalog.Value, len(rule.Vars)), done: make([]bool, len(rule.Body))}
	for i, t := range rule.Head.Args {
		if t.Aggregate != datalog.NoAggregate || want[i].Type() == datalog.Unknown {
			continue
		}
		if !p.equate(t.Term, want[i], len(rule.Body)) {
			return partial{}, false
		}
	}
	return p, true
}

// equate demands that a column has a value.
func (p *partial) equate(t datalog.Term, v datalog.Value, literal int) bool {
	switch t.Kind {
	case datalog.Constant:
		return t.Value == v
	case datalog.Variable:
		if have := p.vars[t.Var]; have.Type() != datalog.Unknown {
			return have == v
		}
		p.vars[t.Var] = v
	case datalog.Expression:
		p.tests = append(p.tests, columnTest{t, v, literal})
	}
	return true
}

func (p *partial) clone() partial {
	return partial{slices.Clone(p.vars), slices.Clone(p.done), slices.Clone(p.tests)}
}

// search continues a binding.
func (a *attempt) search(p partial) {
	obstacles := a.decide(&p)
	next, fewest := -1, []partial(nil)
	for i := range a.rule.Body {
		l := &a.rule.Body[i]
		if l.Kind != datalog.Positive || p.done[i] {
			continue
		}
		found, why := a.extensions(&p, i)
		switch {
		case len(found) == 0:
			obstacles = append(obstacles, obstacle{why, i, a.text(i, p.vars)})
		case next < 0 || len(found) < len(fewest):
			next, fewest = i, found
		}
	}
	if len(obstacles) == 0 && next < 0 {
		obstacles = a.complete(&p)
	}
	if len(obstacles) > 0 {
		a.end(p, obstacles)
		return
	}
	for _, q := range fewest {
		if a.tried > maxSteps {
			return
		}
		a.search(q)
	}
}

// decide evaluates what only tests or computes, as far as variables have values, and
// returns what fails.
func (a *attempt) decide(p *partial) []obstacle {
	var obstacles []obstacle
	for again := true; again; {
		again = false
		for i := range a.rule.Body {
			l := &a.rule.Body[i]
			if !p.done[i] && bindByEquality(l, p.vars) {
				p.done[i], again = true, true
			}
		}
	}
	for i := range a.rule.Body {
		l := &a.rule.Body[i]
		if p.done[i] {
			continue
		}
		switch l.Kind {
		case datalog.Comparison:
			if kind, decided := compare(l, p.vars); decided {
				p.done[i] = true
				if kind != Holds {
					obstacles = append(obstacles, obstacle{kind, i, a.text(i, p.vars)})
				}
			}
		case datalog.Negative:
			if kind, decided := a.negated(&l.Atom, p.vars); decided {
				p.done[i] = true
				if kind != Missing {
					obstacles = append(obstacles, obstacle{kind, i, a.text(i, p.vars)})
				}
			}
		}
	}
	p.tests = slices.DeleteFunc(p.tests, func(t columnTest) bool {
		if !known(t.term, p.vars) {
			return false
		}
		text := t.term.Format(shownVars(a.rule, p.vars)) + " == " + t.value.String()
		if v, ok := eval.Compute(t.term, p.vars); !ok {
			obstacles = append(obstacles, obstacle{Undefined, t.literal, text})
		} else if v != t.value {
			obstacles = append(obstacles, obstacle{False, t.literal, text})
		}
		return true
	})
	for _, o := range obstacles { // what fails is not done
		if o.literal < len(p.done) {
			p.done[o.literal] = false
		}
	}
	return obstacles
}

// compare decides a comparison: Holds, False or Undefined.
func compare(l *datalog.Literal, vars []datalog.Value) (kind Kind, decided bool) {
	x, okX := eval.Compute(l.Left, vars)
	y, okY := eval.Compute(l.Right, vars)
	switch {
	case !okX && known(l.Left, vars), !okY && known(l.Right, vars):
		return Undefined, true
	case !okX || !okY:
		return 0, false
	case l.Op.Holds(x.Compare(y)):
		return Holds, true
	}
	return False, true
}

// negated decides a negated atom: Missing, Holds or Undefined.
func (a *attempt) negated(atom *datalog.Atom, vars []datalog.Value) (kind Kind, decided bool) {
	for _, t := range atom.Args {
		if t.Kind == datalog.Wildcard {
			continue
		}
		if !known(t, vars) {
			return 0, false
		}
		if _, ok := eval.Compute(t, vars); !ok {
			return Undefined, true
		}
	}
	if atom.At <= a.time && len(matching(a.run.Lineage, atom.Relation, readTime(atom, a.time), patternOf(atom, vars))) > 0 {
		return Holds, true
	}
	return Missing, true
}

// extensions lists the bindings that match one more atom, or says why there is none.
func (a *attempt) extensions(p *partial, literal int) (list []partial, why Kind) {
	atom := &a.rule.Body[literal].Atom
	if atom.At > a.time {
		return nil, NotYet
	}
	for _, t := range atom.Args {
		if _, ok := eval.Compute(t, p.vars); !ok && t.Kind == datalog.Expression && known(t, p.vars) {
			return nil, Undefined
		}
	}
	facts := matching(a.run.Lineage, atom.Relation, readTime(atom, a.time), patternOf(atom, p.vars))
	for _, f := range facts {
		a.tried++
		q := p.clone()
		fits := true
		for c, v := range a.run.Args(f) {
			fits = fits && q.equate(atom.Args[c], v, literal)
		}
		if fits {
			q.done[literal] = true
			list = append(list, q)
		}
	}
	if len(facts) > 0 {
		return list, Unmatched
	}
	return list, Missing
}

// complete is for a binding of the whole body: the head has no value, or the message
// does not arrive. Without an obstacle the binding is one that an aggregate counts.
func (a *attempt) complete(p *partial) []obstacle {
	for _, t := range a.rule.Head.Args {
		if _, ok := eval.Compute(t.Term, p.vars); !ok {
			return []obstacle{{Undefined, len(a.rule.Body), t.Term.Format(shownVars(a.rule, p.vars))}}
		}
	}
	if a.rule.Timing != datalog.Asynchronous {
		return nil
	}
	from, to := a.route(p)
	if a.isNode(from) && a.isNode(to) && a.run.Scenario.Delivers(from.Text(), to.Text(), a.time) {
		return nil
	}
	return []obstacle{{Lost, len(a.rule.Body) + 1, fmt.Sprint(p.vars)}}
}

// route are the sender and receiver of a complete binding's message.
func (a *attempt) route(p *partial) (from, to datalog.Value) {
	from, _ = eval.Compute(*a.rule.Location, p.vars)
	to, _ = eval.Compute(a.rule.Head.Args[0].Term, p.vars)
	return from, to
}

// end keeps a binding if none got further.
func (a *attempt) end(p partial, obstacles []obstacle) {
	score := 0
	for _, d := range p.done {
		if d {
			score++
		}
	}
	if score < a.furthest {
		return
	}
	if score > a.furthest {
		a.furthest, a.ends = score, nil
		clear(a.seen)
	}
	slices.SortStableFunc(obstacles, func(x, y obstacle) int { return x.literal - y.literal })
	key := fmt.Sprint(obstacles)
	if !a.seen[key] {
		a.seen[key] = true
		a.ends = append(a.ends, deadEnd{p.vars, obstacles})
	}
}

// text is a literal with values in the place of variables.
func (a *attempt) text(literal int, vars []datalog.Value) string {
	return a.program.FormatLiteral(shown(a.rule, vars), a.rule.Body[literal])
}

// conclude adds what the attempt has found to a goal.
func (a *attempt) conclude(id NodeID, deep bool) {
	parent := id
	if f, ok := a.instead(a.rule, a.time, a.want); a.rule.Aggregates() && ok {
		parent = a.child(id, ofRule(Regrouped, a.rule.ID, a.time, nil))
		a.link(parent, a.holds(f))
		a.ends = slices.DeleteFunc(a.ends, func(e deadEnd) bool { return e.obstacles[0].kind != Lost })
	}
	if more := len(a.ends) - maxShown; more > 0 {
		a.graph.Nodes[id].More += more
		a.ends = a.ends[:maxShown]
	}
	for _, e := range a.ends {
		a.show(parent, e, deep)
	}
}

func (a *attempt) show(parent NodeID, e deadEnd, deep bool) {
	id := a.child(parent, ofRule(Blocked, a.rule.ID, a.time, e.vars))
	for _, o := range e.obstacles {
		var atom *datalog.Atom
		if o.literal < len(a.rule.Body) {
			atom = &a.rule.Body[o.literal].Atom
		}
		switch o.kind {
		case Missing:
			a.link(id, a.missing(atom.Relation, readTime(atom, a.time), patternOf(atom, e.vars), deep))
		case Holds:
			a.denied(id, atom, a.time, e.vars)
		case Lost:
			p := partial{vars: e.vars}
			from, to := a.route(&p)
			a.delivery(id, a.rule, e.vars, from, to)
		case NotYet, Unmatched:
			n := about(o.kind, goalOf(atom.Relation, readTime(atom, a.time), patternOf(atom, e.vars)))
			n.Text = o.text
			a.child(id, n)
		default:
			n := about(o.kind, Goal{})
			n.Text = o.text
			a.child(id, n)
		}
	}
}
