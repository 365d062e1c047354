package lint

import (
	"context"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/dedalus"
	"molly/verify"
)

// An excuse is a premise under notin of a rule that pre rests on.
type excuse struct{ rule, premise int }

func (l *linter) literal(x excuse) *datalog.Literal {
	return &l.datalog().Rules[x.rule].Body[x.premise]
}

// excuses are those of the rules that pre depends on within a time.
func (l *linter) excuses(of func(l datalog.Literal) bool) []excuse {
	p := l.datalog()
	owing := cone(p, []datalog.RelID{p.Pre})
	var list []excuse
	for i := range p.Rules {
		r := &p.Rules[i]
		if r.Timing != datalog.Deductive || !owing[r.Head.Relation] {
			continue
		}
		for k, lit := range r.Body {
			if lit.Kind == datalog.Negative && of(lit) {
				list = append(list, excuse{i, k})
			}
		}
	}
	return list
}

// cone marks what some relations depend on through deductive rules, and these themselves.
func cone(p *datalog.Program, from []datalog.RelID) []bool {
	in := make([]bool, len(p.Relations))
	for _, r := range from {
		in[r] = true
	}
	for changed := true; changed; {
		changed = false
		for i := range p.Rules {
			r := &p.Rules[i]
			if r.Timing != datalog.Deductive || !in[r.Head.Relation] {
				continue
			}
			for _, l := range r.Body {
				if l.Kind != datalog.Comparison && !in[l.Atom.Relation] {
					in[l.Atom.Relation], changed = true, true
				}
			}
		}
	}
	return in
}

// leftOut is the program without an excuse, evaluated.
func (l *linter) leftOut(x excuse) (*verify.Owing, error) {
	p := *l.datalog()
	r := p.Rules[x.rule]
	body, ok := without(&r, x.premise)
	if !ok {
		return nil, nil
	}
	r.Body = body
	number(&r)
	p.Rules = slices.Clone(p.Rules)
	p.Rules[x.rule] = r
	p.Strata, _ = datalog.Stratify(len(p.Relations), p.Dependencies())
	w, err := l.worldOf(&p, l.setting)
	if err != nil {
		return nil, err
	}
	return w.Owing(l.ctx)
}

// emptied warns of the excuses without which something would be owed, where nothing is; it reports
// whether there is one.
func (l *linter) emptied() (bool, error) {
	found := false
	for _, x := range l.excuses(func(datalog.Literal) bool { return true }) {
		o, err := l.leftOut(x)
		if err != nil {
			return false, err
		}
		if o == nil || o.Nothing() {
			continue
		}
		found = true
		d := l.wide(x, fmt.Sprintf("this premise leaves nothing to be owed in any admissible execution under %v", l.setting.Spec))
		d.Hint = "without it pre would hold something; let it excuse less"
		l.found = append(l.found, d)
	}
	return found, nil
}

// emptiedByFailure warns of the excuses without which something would be owed after the failure of a node,
// where nothing is after any: those that excuse the nodes that are up, too.
func (l *linter) emptiedByFailure() error {
	p := l.datalog()
	if !p.HasInvariant() || l.owing.AfterFailure || l.setting.Spec.Crashes == 0 {
		return nil
	}
	fails := dependsOnFailures(p)
	for _, x := range l.excuses(func(lit datalog.Literal) bool { return fails[lit.Atom.Relation] }) {
		o, err := l.leftOut(x)
		if err != nil {
			return err
		}
		if o == nil || !o.AfterFailure {
			continue
		}
		others, err := l.excusesOthers(l.ctx, x)
		if err != nil {
			return err
		}
		if !others {
			continue
		}
		d := l.wide(x, fmt.Sprintf("this excuse leaves nothing to be owed as soon as any node fails: under %v no execution with a crash or an outage owes anything", l.setting.Spec))
		d.Hint = "excuse only the node that failed, such as `notin crash(N, N, _)`: the first column of crash is the observer, the second one the node"
		l.found = append(l.found, d)
	}
	return nil
}

// wide is a warning about an excuse.
func (l *linter) wide(x excuse, message string) dedalus.Diagnostic {
	lit := l.literal(x)
	_, width := l.name(lit.Atom.Relation)
	return l.warning(lit.Atom.Pos, width, "wide-excuse", message)
}

// excusesOthers reports whether an excuse applies somewhere though no node fails that the values of its rule name.
func (l *linter) excusesOthers(ctx context.Context, x excuse) (bool, error) {
	p := *l.datalog()
	r := p.Rules[x.rule]
	body := slices.Clone(r.Body)
	body[x.premise].Kind = datalog.Positive
	probe := datalog.Rule{Body: body, Vars: r.Vars}
	probe.Head.Args = []datalog.HeadTerm{nowhere}
	types := []datalog.Type{datalog.Text}
	for v, t := range typesOf(&p, &r) {
		if t == datalog.Text {
			probe.Head.Args = append(probe.Head.Args, datalog.HeadTerm{Term: datalog.Term{Kind: datalog.Variable, Var: datalog.VarID(v)}})
			types = append(types, t)
		}
	}
	for _, lit := range r.Body { // nodes that the rule names itself
		for _, t := range lit.Atom.Args {
			if t.Kind == datalog.Constant && t.Value.Type() == datalog.Text {
				probe.Head.Args = append(probe.Head.Args, datalog.HeadTerm{Term: t})
				types = append(types, datalog.Text)
			}
		}
	}
	id := addRule(&p, types, probe)
	w, err := l.worldOf(&p, l.setting)
	if err != nil {
		return false, err
	}
	return w.WhileOthersFail(ctx, id)
}

// typesOf says of each variable of a rule which type the columns have where it occurs.
func typesOf(p *datalog.Program, r *datalog.Rule) []datalog.Type {
	types := make([]datalog.Type, len(r.Vars))
	for _, l := range r.Body {
		if l.Kind == datalog.Comparison {
			continue
		}
		for i, t := range l.Atom.Args {
			if t.Kind == datalog.Variable {
				types[t.Var] = p.Relations[l.Atom.Relation].Types[i]
			}
		}
	}
	return types
}

// dependsOnFailures marks crash, outage, and what deductive rules conclude from them.
func dependsOnFailures(p *datalog.Program) []bool {
	on := make([]bool, len(p.Relations))
	for _, r := range []datalog.RelID{p.Crash, p.Outage} {
		if r != datalog.NoRelation {
			on[r] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range p.Rules {
			r := &p.Rules[i]
			if r.Timing != datalog.Deductive || on[r.Head.Relation] {
				continue
			}
			if slices.ContainsFunc(r.Body, func(l datalog.Literal) bool { return l.Kind != datalog.Comparison && on[l.Atom.Relation] }) {
				on[r.Head.Relation], changed = true, true
			}
		}
	}
	return on
}
