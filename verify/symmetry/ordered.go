package symmetry

import (
	"slices"

	"molly/datalog"
)

// ordered tells for each node whether its name may be compared by order: by <, <=, >, >=,
// or by a min or max. Everything else in the language asks of names only whether they are
// equal.
//
// It follows the names through the program: which may occur in a column, in any run.
func ordered(p *datalog.Program, number map[string]int32) []bool {
	f := &flow{program: p, number: number}
	if !f.compares() {
		return make([]bool, len(number))
	}
	f.columns = make([][]names, len(p.Relations))
	for i, r := range p.Relations {
		f.columns[i] = make([]names, r.Arity())
		for j := range f.columns[i] {
			f.columns[i][j] = f.none()
		}
	}
	for _, builtin := range []struct {
		relation datalog.RelID
		nodes    int // its first columns have nodes
	}{{p.Crash, 2}, {p.Outage, 2}, {p.Boot, 1}, {p.Member, 2}, {p.Now, 1}} {
		if builtin.relation != datalog.NoRelation {
			for j := range builtin.nodes {
				f.columns[builtin.relation][j].addAll()
			}
		}
	}
	holds := func(r datalog.RelID, args []datalog.Value) {
		for j, v := range args {
			f.columns[r][j].add(f.constant(v))
		}
	}
	for _, fact := range slices.Concat(p.Facts, p.Lasting) {
		holds(fact.Relation, fact.Args)
	}
	for _, in := range p.Inputs {
		holds(in.Relation, in.Args)
	}
	for again := true; again; {
		again = false
		for i := range p.Rules {
			again = f.conclude(&p.Rules[i]) || again
		}
	}
	all := f.none()
	for i := range p.Rules {
		f.order(&p.Rules[i], all)
	}
	return all
}

// names is a set of nodes.
type names []bool

// add adds a set and reports whether that changed anything.
func (n names) add(other names) bool {
	changed := false
	for i, in := range other {
		if in && !n[i] {
			n[i], changed = true, true
		}
	}
	return changed
}

func (n names) addAll() {
	for i := range n {
		n[i] = true
	}
}

// flow is the names that may occur in each column.
type flow struct {
	program *datalog.Program
	number  map[string]int32
	columns [][]names // by relation and column
}

func (f *flow) none() names { return make(names, len(f.number)) }

// compares reports whether anything is compared by order at all.
func (f *flow) compares() bool {
	for _, r := range f.program.Rules {
		for _, t := range r.Head.Args {
			if t.Aggregate == datalog.Min || t.Aggregate == datalog.Max {
				return true
			}
		}
		for _, l := range r.Body {
			if byOrder(l) {
				return true
			}
		}
	}
	return false
}

func byOrder(l datalog.Literal) bool {
	return l.Kind == datalog.Comparison && l.Op != datalog.Equal && l.Op != datalog.NotEqual
}

func (f *flow) constant(v datalog.Value) names {
	set := f.none()
	if n, isNode := f.number[v.Text()]; isNode && v.Type() == datalog.Text {
		set[n] = true
	}
	return set
}

// term returns the names that may be the value of a term. What is computed is a number.
func (f *flow) term(t datalog.Term, variables []names) names {
	switch t.Kind {
	case datalog.Variable:
		return variables[t.Var]
	case datalog.Constant:
		return f.constant(t.Value)
	default:
		return f.none()
	}
}

// variables returns for each variable of a rule the names that may be its value: those
// that may occur in all the columns that it is read from, or, where it is read from none,
// those of all that it is equal to.
func (f *flow) variables(r *datalog.Rule) []names {
	variables := make([]names, len(r.Vars))
	for _, l := range r.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		for j, t := range l.Atom.Args {
			if t.Kind != datalog.Variable {
				continue
			}
			column := f.columns[l.Atom.Relation][j]
			if variables[t.Var] == nil {
				variables[t.Var] = append(f.none()[:0], column...)
				continue
			}
			for i := range column {
				variables[t.Var][i] = variables[t.Var][i] && column[i]
			}
		}
	}
	read := make([]bool, len(variables))
	for v := range variables {
		read[v] = variables[v] != nil
		if !read[v] {
			variables[v] = f.none()
		}
	}
	for again := true; again; {
		again = false
		equal := func(t, to datalog.Term) {
			if t.Kind == datalog.Variable && !read[t.Var] {
				again = variables[t.Var].add(f.term(to, variables)) || again
			}
		}
		for _, l := range r.Body {
			if l.Kind == datalog.Comparison && l.Op == datalog.Equal {
				equal(l.Left, l.Right)
				equal(l.Right, l.Left)
			}
		}
	}
	return variables
}

// conclude adds what a rule may conclude, and reports whether that was new.
func (f *flow) conclude(r *datalog.Rule) bool {
	variables := f.variables(r)
	changed := false
	for j, t := range r.Head.Args {
		if t.Aggregate != datalog.Count && t.Aggregate != datalog.Sum {
			changed = f.columns[r.Head.Relation][j].add(f.term(t.Term, variables)) || changed
		}
	}
	return changed
}

// order adds the names that a rule may compare by order.
func (f *flow) order(r *datalog.Rule, all names) {
	variables := f.variables(r)
	for _, t := range r.Head.Args {
		if t.Aggregate == datalog.Min || t.Aggregate == datalog.Max {
			all.add(f.term(t.Term, variables))
		}
	}
	for _, l := range r.Body {
		if byOrder(l) {
			all.add(f.term(l.Left, variables))
			all.add(f.term(l.Right, variables))
		}
	}
}
