package dedalus

import (
	"molly/datalog"
)

// lower turns the checked clauses into a datalog program: names become numbers.
// It also returns what the clauses became, in the order of the text.
func (ch *checker) lower() (*datalog.Program, []clauseRef) {
	p := datalog.NewProgram()
	for _, r := range ch.relations {
		types := make([]datalog.Type, len(r.types))
		for i, n := range r.types {
			types[i] = ch.types.typeOf(n)
		}
		p.Relations = append(p.Relations, datalog.Relation{Name: r.name, Types: types})
	}
	var order []clauseRef
	for _, c := range ch.clauses {
		if ch.over() {
			return nil, nil
		}
		order = append(order, ch.lowerClause(p, c))
	}
	p.Strata, _ = datalog.Stratify(len(p.Relations), p.Dependencies())
	for name, id := range map[string]*datalog.RelID{
		crashName: &p.Crash, bootName: &p.Boot, outageName: &p.Outage, memberName: &p.Member, nowName: &p.Now,
	} {
		if r := ch.byName[name]; r != nil && ch.builtinOf(name) != nil {
			*id = r.id
		}
	}
	if ch.defined(neverName) {
		p.Never = ch.byName[neverName].id
	}
	p.Stable = ch.stableIDs()
	if ch.defined(preName) && ch.defined(postName) {
		p.Pre, p.Post = ch.byName[preName].id, ch.byName[postName].id
	}
	for _, name := range ch.persistent() {
		p.Persistent = append(p.Persistent, ch.byName[name].id)
	}
	return p, order
}

// lowerClause adds what a clause says to the program.
func (ch *checker) lowerClause(p *datalog.Program, c *clause) clauseRef {
	if !c.fact {
		p.Rules = append(p.Rules, ch.lowerRule(len(p.Rules), c))
		return clauseRef{kind: ruleClause, index: len(p.Rules) - 1}
	}
	f := datalog.Fact{Relation: ch.byName[c.name].id, Time: c.when.time, Pos: c.pos}
	for _, col := range c.cols {
		f.Args = append(f.Args, col.value)
	}
	switch first, last := c.when.time, c.when.last(); {
	case c.may:
		in := datalog.Input{Relation: f.Relation, Args: f.Args, Pos: f.Pos}
		for t := first; t <= last; t++ {
			in.Times = append(in.Times, t)
		}
		p.Inputs = append(p.Inputs, in)
		return clauseRef{kind: inputClause, index: len(p.Inputs) - 1}
	case c.when.open():
		p.Lasting = append(p.Lasting, f)
		return clauseRef{kind: lastingClause, index: len(p.Lasting) - 1}
	default:
		ref := clauseRef{kind: factClause, index: len(p.Facts), count: last - first + 1}
		for ; f.Time <= last; f.Time++ {
			p.Facts = append(p.Facts, f)
		}
		return ref
	}
}

func (ch *checker) lowerRule(id int, c *clause) datalog.Rule {
	r := datalog.Rule{ID: id, Timing: c.timing, Pos: c.pos}
	numbers := map[string]datalog.VarID{}
	c.exprs(func(e *expr) {
		e.variables(func(v *expr) {
			if _, ok := numbers[v.name]; !ok {
				numbers[v.name] = datalog.VarID(len(r.Vars))
				r.Vars = append(r.Vars, v.name)
			}
		})
	})
	r.Head = datalog.Head{Relation: ch.byName[c.name].id, Pos: c.pos}
	for _, col := range c.cols {
		r.Head.Args = append(r.Head.Args, datalog.HeadTerm{Aggregate: col.aggregate, Term: lowerTerm(col.expr, numbers)})
	}
	for _, l := range c.body {
		r.Body = append(r.Body, ch.lowerLiteral(l, numbers))
	}
	if home := c.home(); home != nil {
		place := lowerTerm(home.args[0], numbers)
		r.Location = &place
	}
	return r
}

func (ch *checker) lowerLiteral(l *literal, numbers map[string]datalog.VarID) datalog.Literal {
	low := datalog.Literal{Kind: l.kind, Pos: l.pos}
	if l.atom == nil {
		low.Op, low.Left, low.Right = l.op, lowerTerm(l.left, numbers), lowerTerm(l.right, numbers)
		return low
	}
	low.Atom = datalog.Atom{Relation: ch.byName[l.atom.name].id, At: l.atom.when.time, Pos: l.atom.pos}
	for _, a := range l.atom.args {
		low.Atom.Args = append(low.Atom.Args, lowerTerm(a, numbers))
	}
	return low
}

func lowerTerm(e *expr, numbers map[string]datalog.VarID) datalog.Term {
	switch e.kind {
	case datalog.Variable:
		return datalog.Term{Kind: datalog.Variable, Var: numbers[e.name]}
	case datalog.Constant:
		return datalog.Term{Kind: datalog.Constant, Value: e.value}
	case datalog.Wildcard:
		return datalog.Term{Kind: datalog.Wildcard}
	default:
		left, right := lowerTerm(e.left, numbers), lowerTerm(e.right, numbers)
		return datalog.Term{Kind: datalog.Expression, Op: e.op, Left: &left, Right: &right}
	}
}
