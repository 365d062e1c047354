package lint

import (
	"slices"

	"molly/datalog"
)

// without is the body of a rule without one of its premises; ok reports whether that binds all variables
// that are left, and leaves anything.
func without(r *datalog.Rule, premise int) (body []datalog.Literal, ok bool) {
	body = slices.Delete(slices.Clone(r.Body), premise, premise+1)
	rest := datalog.Rule{Body: body, Vars: r.Vars}
	bound := rest.Bound()
	ok = slices.ContainsFunc(body, func(l datalog.Literal) bool { return l.Kind == datalog.Positive })
	rest.EachVariable(func(v datalog.VarID) { ok = ok && bound[v] })
	return body, ok
}

// number gives the variables of a rule numbers without gaps, in the order in which they occur.
func number(r *datalog.Rule) {
	fresh := map[datalog.VarID]datalog.VarID{}
	var names []string
	r.EachVariable(func(v datalog.VarID) {
		if _, seen := fresh[v]; !seen {
			fresh[v] = datalog.VarID(len(names))
			names = append(names, r.Vars[v])
		}
	})
	var term func(t datalog.Term) datalog.Term
	term = func(t datalog.Term) datalog.Term {
		switch t.Kind {
		case datalog.Variable:
			t.Var = fresh[t.Var]
		case datalog.Expression:
			left, right := term(*t.Left), term(*t.Right)
			t.Left, t.Right = &left, &right
		}
		return t
	}
	r.Vars = names
	head := slices.Clone(r.Head.Args)
	for i := range head {
		head[i].Term = term(head[i].Term)
	}
	r.Head.Args = head
	body := slices.Clone(r.Body)
	for i := range body {
		l := &body[i]
		l.Left, l.Right = term(l.Left), term(l.Right)
		l.Atom.Args = slices.Clone(l.Atom.Args)
		for k, t := range l.Atom.Args {
			l.Atom.Args[k] = term(t)
		}
	}
	r.Body = body
	if r.Location != nil {
		place := term(*r.Location)
		r.Location = &place
	}
}

// nowhere is the first column of what is concluded at no place.
var nowhere = datalog.HeadTerm{Term: datalog.Term{Kind: datalog.Constant, Value: datalog.String("")}}

// addRule adds a relation that nothing reads, and the deductive rule that concludes it. It changes no slice
// that the program shares with the one it is a copy of.
func addRule(p *datalog.Program, types []datalog.Type, r datalog.Rule) datalog.RelID {
	id := datalog.RelID(len(p.Relations))
	p.Relations = append(slices.Clone(p.Relations), datalog.Relation{Types: types})
	p.Strata = append(slices.Clone(p.Strata), datalog.Stratum{Relations: []datalog.RelID{id}})
	r.ID, r.Head.Relation = len(p.Rules), id
	number(&r)
	p.Rules = append(slices.Clone(p.Rules), r)
	return id
}
