package lint

import (
	"slices"

	"molly/datalog"
	"molly/eval"
)

// apart looks for the reason why a rule never fires in the times of its premises: in the failure-free run all of them
// hold for the same values, but never together, because one is gone when another one comes, and nothing
// keeps it. It reports what is gone.
func (l *linter) apart(r *datalog.Rule) (gone, bool, error) {
	p := *l.datalog()
	probe, vars, ok := atAnyTime(&p, r)
	if !ok {
		return gone{}, false, nil
	}
	w, err := l.worldOf(&p, l.setting)
	if err != nil {
		return gone{}, false, err
	}
	ever, err := w.Free(l.ctx)
	if err != nil {
		return gone{}, false, err
	}
	var first gone
	found := false
	rows := slices.Clone(ever.At(probe, l.setting.Spec.EOT))
	slices.SortFunc(rows, func(a, b eval.FactID) int { return datalog.CompareTuples(ever.Args(a), ever.Args(b)) })
	for _, row := range rows {
		m := &moments{linter: l, run: l.free.Run, rule: r, values: map[datalog.VarID]datalog.Value{}}
		for i, v := range vars {
			m.values[v] = ever.Args(row)[i+1]
		}
		g, missed, together := m.apart()
		if together {
			return gone{}, false, nil // then something else blocks it
		}
		if missed && !found {
			first, found = g, true
		}
	}
	return first, found, nil
}

// moments are the times of the premises of a rule for some values of its variables.
type moments struct {
	*linter
	run    *eval.Run
	rule   *datalog.Rule
	values map[datalog.VarID]datalog.Value
}

// apart finds the premise that is gone when the last one comes; together means that there is a time at which all
// hold.
func (m *moments) apart() (g gone, missed, together bool) {
	eot := m.setting.Spec.EOT
	var latest *datalog.Literal
	need := 0
	common := make([]bool, eot+1)
	for t := range common {
		common[t] = t > 0
	}
	facts := map[*datalog.Literal][]eval.FactID{} // by premise, in the order of time
	for i := range m.rule.Body {
		lit := &m.rule.Body[i]
		if lit.Kind != datalog.Positive {
			continue
		}
		first := 0
		for t := 1; t <= eot; t++ {
			f, holds := m.at(lit, t)
			if !holds {
				common[t] = false
				continue
			}
			if first == 0 {
				first = t
			}
			facts[lit] = append(facts[lit], f)
		}
		if first == 0 {
			return g, false, false
		}
		if latest == nil || first > need {
			latest, need = lit, first
		}
	}
	if slices.Contains(common, true) {
		return g, false, true
	}
	for i := range m.rule.Body {
		lit := &m.rule.Body[i]
		if lit.Kind != datalog.Positive || lit == latest || lit.Atom.At > 0 {
			continue
		}
		list := facts[lit]
		last := list[len(list)-1]
		if m.run.Time(last) >= need {
			continue
		}
		other := facts[latest][0]
		name, _ := m.name(latest.Atom.Relation)
		n := gone{need: need, with: datalog.FormatTuple(name, m.run.Args(other))}
		if g, missed = m.lost(m.run, lit, last, n, map[eval.FactID]bool{}); missed {
			return g, true, false
		}
	}
	return g, false, false
}

// at finds a tuple that makes a premise true at a time.
func (m *moments) at(lit *datalog.Literal, t int) (eval.FactID, bool) {
	when := t
	if lit.Atom.At > 0 {
		if when = lit.Atom.At; when > t {
			return 0, false
		}
	}
	for _, f := range m.run.At(lit.Atom.Relation, when) {
		if m.matches(lit.Atom.Args, m.run.Args(f)) {
			return f, true
		}
	}
	return 0, false
}

func (m *moments) matches(terms []datalog.Term, args []datalog.Value) bool {
	for i, t := range terms {
		switch {
		case t.Kind == datalog.Constant && t.Value != args[i]:
			return false
		case t.Kind == datalog.Variable && m.values[t.Var] != args[i]:
			return false
		}
	}
	return true
}

// atAnyTime adds to a copy of the program a relation whose tuples, at the end of a run, are the values for
// which each of a rule's positive premises has held at some time, whatever it negates. It is false where a premise
// computes something, or reads a builtin relation.
func atAnyTime(p *datalog.Program, r *datalog.Rule) (probe datalog.RelID, vars []datalog.VarID, ok bool) {
	latches := map[datalog.RelID]datalog.RelID{}
	var body []datalog.Literal
	types := typesOf(p, r)
	bound := make([]bool, len(r.Vars))
	for _, lit := range r.Body {
		if lit.Kind == datalog.Negative {
			continue
		}
		if lit.Kind == datalog.Comparison {
			body = append(body, lit)
			continue
		}
		if p.BuiltIn(lit.Atom.Relation) || slices.ContainsFunc(lit.Atom.Args, func(t datalog.Term) bool { return t.Kind == datalog.Expression }) {
			return 0, nil, false
		}
		for _, t := range lit.Atom.Args {
			if t.Kind == datalog.Variable && !bound[t.Var] {
				bound[t.Var] = true
				vars = append(vars, t.Var)
			}
		}
		if lit.Atom.At == 0 {
			latch, made := latches[lit.Atom.Relation]
			if !made {
				latch = addLatch(p, lit.Atom.Relation)
				latches[lit.Atom.Relation] = latch
			}
			lit.Atom.Relation = latch
		}
		body = append(body, lit)
	}
	if len(body) == 0 {
		return 0, nil, false
	}
	rule := datalog.Rule{Body: body, Vars: r.Vars, Head: datalog.Head{Args: []datalog.HeadTerm{nowhere}}}
	columns := []datalog.Type{datalog.Text}
	for _, v := range vars {
		rule.Head.Args = append(rule.Head.Args, datalog.HeadTerm{Term: datalog.Term{Kind: datalog.Variable, Var: v}})
		columns = append(columns, types[v])
	}
	return addRule(p, columns, rule), vars, true
}

// addLatch adds a relation that holds what another one has held.
func addLatch(p *datalog.Program, of datalog.RelID) datalog.RelID {
	types := p.Relations[of].Types
	rule := datalog.Rule{}
	from := datalog.Literal{Atom: datalog.Atom{Relation: of}}
	for i := range types {
		x := datalog.Term{Kind: datalog.Variable, Var: datalog.VarID(i)}
		rule.Vars = append(rule.Vars, "X")
		rule.Head.Args = append(rule.Head.Args, datalog.HeadTerm{Term: x})
		from.Atom.Args = append(from.Atom.Args, x)
	}
	rule.Body = []datalog.Literal{from}
	rule.Location = &from.Atom.Args[0]
	latch := addRule(p, types, rule)
	keep := rule
	from.Atom.Relation = latch
	keep.ID, keep.Head.Relation, keep.Timing, keep.Body = len(p.Rules), latch, datalog.Inductive, []datalog.Literal{from}
	p.Rules = append(slices.Clone(p.Rules), keep)
	return latch
}
