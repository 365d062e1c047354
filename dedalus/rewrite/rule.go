package rewrite

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// rewriting is the rewriting of one rule under way.
type rewriting struct {
	*rewriter
	Rule
	vars  []string
	taken map[string]bool // the names in vars
	body  []datalog.Literal
	timed bool          // a premise binds Now
	place *datalog.Term // where the rule runs; nil where it has no positive premise
}

// rewrite adds the rules that a rule becomes.
func (w *rewriter) rewrite(r *datalog.Rule) {
	rw := &rewriting{rewriter: w, Rule: Rule{Source: r}, taken: map[string]bool{}}
	for _, v := range r.Vars {
		rw.taken[v] = true
	}
	rw.columns()
	rw.premises()
	head := rw.head()
	rw.clock(head[0].Term)

	name := w.Source.Relations[r.Head.Relation].Name
	rule := datalog.Rule{Vars: rw.vars, Body: rw.body, Pos: r.Pos}
	rule.Head = datalog.Head{Relation: datalog.RelID(len(w.Datalog.Relations)), Pos: r.Head.Pos}
	var row []datalog.Term
	for v := range rw.vars {
		row = append(row, variable(datalog.VarID(v)))
		rule.Head.Args = append(rule.Head.Args, datalog.HeadTerm{Term: row[v]})
	}
	rw.Firings = w.relation(fresh(w.taken, fmt.Sprintf("%s_fired%d", name, r.ID+1)), w.Datalog.VariableTypes(&rule))
	rw.Body = w.add(rule)

	rule.Body = []datalog.Literal{positive(rw.Firings, row, r.Pos)}
	rule.Head = datalog.Head{Relation: r.Head.Relation, Args: append(head, datalog.HeadTerm{Term: variable(rw.Then)}), Pos: r.Head.Pos}
	rw.Head = w.add(rule)
	w.Rules = append(w.Rules, rw.Rule)
}

// columns names the variables: the source rule's, one for each wildcard of a positive
// premise, one for each computed column of the head, and the times.
func (rw *rewriting) columns() {
	rw.vars = slices.Clone(rw.Source.Vars)
	rw.Columns = make([]Column, len(rw.vars))
	add := func(name string, c Column) datalog.VarID {
		rw.vars = append(rw.vars, name)
		rw.Columns = append(rw.Columns, c)
		return datalog.VarID(len(rw.vars) - 1)
	}
	for i, l := range rw.Source.Body {
		for j, t := range l.Atom.Args {
			if l.Kind == datalog.Positive && t.Kind == datalog.Wildcard {
				add(numbered(rw.taken, "Any"), Column{Kind: Wildcard, Premise: i, Argument: j})
			}
		}
	}
	for j, t := range rw.Source.Head.Args {
		if t.Term.Kind == datalog.Expression {
			add(numbered(rw.taken, "Result"), Column{Kind: Computed, Argument: j})
		}
	}
	if rw.Source.Timing == datalog.Deductive {
		rw.Now = add(fresh(rw.taken, "Time"), Column{Kind: Time})
		rw.Then = rw.Now
		return
	}
	rw.Now = add(fresh(rw.taken, "Sent"), Column{Kind: Time})
	rw.Then = add(fresh(rw.taken, "Arrives"), Column{Kind: Arrival})
}

// column returns the variable of a column.
func (rw *rewriting) column(c Column) datalog.Term {
	return variable(datalog.VarID(slices.Index(rw.Columns, c)))
}

// premises rewrites the body, in its order.
func (rw *rewriting) premises() {
	home := home(rw.Source)
	for i, l := range rw.Source.Body {
		switch l.Kind {
		case datalog.Comparison:
			rw.body = append(rw.body, l)
		case datalog.Negative:
			rw.negative(l)
		case datalog.Positive:
			args := slices.Clone(l.Atom.Args)
			for j, t := range args {
				if t.Kind == datalog.Wildcard {
					args[j] = rw.column(Column{Kind: Wildcard, Premise: i, Argument: j})
				}
			}
			if i == home {
				rw.place = &args[0]
			}
			rw.positive(l, args)
		}
	}
}

// positive adds a premise that must hold now, or at an absolute time that has come.
func (rw *rewriting) positive(l datalog.Literal, args []datalog.Term) {
	now, at := variable(rw.Now), l.Atom.At
	l.Atom.At = 0
	if at == 0 {
		rw.timed = true
		l.Atom.Args = append(args, now)
		rw.body = append(rw.body, l)
		return
	}
	l.Atom.Args = append(args, number(at))
	rw.body = append(rw.body, l, notBefore(number(at), now, l.Pos))
}

// negative adds a premise that must be absent. The absence at an absolute time is that
// from the snapshot, because before this time nothing is there.
func (rw *rewriting) negative(l datalog.Literal) {
	if l.Atom.At > 0 {
		l.Atom.Relation = rw.snapshot(l.Atom.Relation, l.Atom.At, l.Atom.Pos)
		l.Atom.At = 0
	}
	l.Atom.Args = append(slices.Clone(l.Atom.Args), variable(rw.Now))
	rw.body = append(rw.body, l)
}

// head returns the head's columns. A computed one is computed in the body.
func (rw *rewriting) head() []datalog.HeadTerm {
	head := slices.Clone(rw.Source.Head.Args)
	for j, t := range head {
		if t.Term.Kind == datalog.Expression {
			head[j].Term = rw.column(Column{Kind: Computed, Argument: j})
			rw.body = append(rw.body, datalog.Literal{
				Kind: datalog.Comparison, Op: datalog.Equal, Left: head[j].Term, Right: t.Term, Pos: rw.Source.Head.Pos,
			})
		}
	}
	return head
}

// clock adds what relates the times of the rule, and binds the time of the premises
// where no premise does.
func (rw *rewriting) clock(to datalog.Term) {
	now, then, pos := variable(rw.Now), variable(rw.Then), rw.Source.Pos
	from := to
	if rw.place != nil {
		from = *rw.place
	}
	switch {
	case rw.Source.Timing == datalog.Asynchronous:
		rw.body = append(rw.body, positive(rw.Clock, []datalog.Term{from, to, now, then}, pos))
	case rw.Source.Timing == datalog.Inductive:
		rw.body = append(rw.body, positive(rw.Clock, []datalog.Term{from, from, now, then}, pos))
	case !rw.timed:
		rw.body = append(rw.body, positive(rw.Times, []datalog.Term{now}, pos))
	}
}
