package souffle

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/datalog/flat"
	"molly/dedalus/rewrite"
)

// ruleEncoder writes a rule of the program for one time: the columns that hold a time get
// their values, and so go into the names of relations.
type ruleEncoder struct {
	*encoder
	rewrite.Rule
	firing    *flat.Rule
	now, then int // when its premises and its conclusion hold
	body      []string
	fresh     map[string]bool
}

func (r *ruleEncoder) conclude(args []string) {
	name := r.at(r.Source.Head.Relation, r.then)
	if r.Source.Timing == datalog.Inductive {
		name = r.written(r.Source.Head.Relation, r.then)
	}
	r.concluded[name] = true
	r.clause(fmt.Sprintf("%s(%s)", name, strings.Join(args, ", ")))
}

// clause writes the body under a head.
func (r *ruleEncoder) clause(head string) {
	if len(r.body) == 0 {
		r.line("%s.", head)
		return
	}
	r.line("%s", once(fmt.Sprintf("%s :- %s.", head, strings.Join(r.body, ", "))))
}

func (r *ruleEncoder) term(t datalog.Term) string {
	switch {
	case t.Kind == datalog.Constant:
		return value(t.Value)
	case t.Kind == datalog.Wildcard, r.wildcard(t) && !r.Source.Aggregates() && !r.located(t.Var):
		return "_"
	}
	return variable(r.firing.Vars[t.Var])
}

// wildcard reports whether a variable is that of a wildcard in the source.
func (r *ruleEncoder) wildcard(t datalog.Term) bool {
	return int(t.Var) < len(r.Columns) && r.Columns[t.Var].Kind == rewrite.Wildcard
}

// name returns a variable that the rule does not have; the same rule is written for many
// times, with the same names.
func (r *ruleEncoder) name(name string) string {
	for slices.Contains(r.firing.Vars, name) || r.fresh[name] {
		name += "_"
	}
	r.fresh[name] = true
	return variable(name)
}

func (r *ruleEncoder) literal(l flat.Literal) {
	switch l.Kind {
	case flat.Positive, flat.Negative:
		r.atom(l)
	case flat.Comparison:
		r.comparison(l)
	case flat.Computed:
		r.computed(l)
	}
}

// comparison writes a comparison. That an absolute time has come is known.
func (r *ruleEncoder) comparison(l flat.Literal) {
	if l.Right.Kind == datalog.Variable && l.Right.Var == r.Now {
		return
	}
	left, right := r.term(l.Left), r.term(l.Right)
	if ordered(r.firing, l) {
		left, right = r.rank(l.Left), r.rank(l.Right)
	}
	op := l.Op.String()
	if l.Op == datalog.Equal {
		op = "="
	}
	r.body = append(r.body, left+" "+op+" "+right)
}

// rank writes the rank of a string, for a variable as a new one.
func (r *ruleEncoder) rank(t datalog.Term) string {
	if t.Kind == datalog.Constant {
		return fmt.Sprint(r.ranks[t.Value.Text()])
	}
	v := r.name("Ordinal")
	r.body = append(r.body, fmt.Sprintf("Rank(%s, %s)", r.term(t), v))
	return v
}

// time returns the time at which an atom is read, and the relation. For a snapshot these are
// the relation and the time that it is of.
func (r *ruleEncoder) time(a datalog.Atom) (int, datalog.RelID) {
	if s, ok := r.plain.Snapshot(a.Relation); ok {
		return s.Time, s.Of
	}
	if n := len(a.Args); n > 0 && a.Args[n-1].Kind == datalog.Constant {
		return int(a.Args[n-1].Value.Number()), a.Relation
	}
	return r.now, a.Relation
}

// atom writes an atom, but for clock and the times, which are known. What is read at an
// absolute time is absent before.
func (r *ruleEncoder) atom(l flat.Literal) {
	at, relation := r.time(l.Atom)
	if at > r.now || relation == r.plain.Clock || relation == r.plain.Times {
		return
	}
	columns := l.Atom.Args[:len(l.Atom.Args)-1]
	args := make([]string, len(columns))
	for i, t := range columns {
		args[i] = r.term(t)
	}
	negated := ""
	if l.Kind == flat.Negative {
		negated = "!"
	}
	r.body = append(r.body, fmt.Sprintf("%s%s(%s)", negated, r.at(relation, at), strings.Join(args, ", ")))
}

// computed writes an operation. A division by zero ends Soufflé, so the divisor is never
// 0: then it is 1, and the second literal fails.
func (r *ruleEncoder) computed(l flat.Literal) {
	result, right := r.term(datalog.Term{Kind: datalog.Variable, Var: l.Result}), r.term(l.Right)
	if l.Operator == datalog.Div || l.Operator == datalog.Rem {
		switch {
		case l.Right.Kind != datalog.Constant:
			r.body = append(r.body, right+" != 0")
			right = fmt.Sprintf("(%s + (lnot %s))", right, right)
		case l.Right.Value.Number() == 0:
			r.body = append(r.body, "0 != 0")
			right = "1"
		}
	}
	r.body = append(r.body, fmt.Sprintf("%s = %s %c %s", result, r.operand(l.Left), l.Operator, r.bracketed(right)))
}

func (r *ruleEncoder) operand(t datalog.Term) string { return r.bracketed(r.term(t)) }

// bracketed puts a negative number into parentheses.
func (r *ruleEncoder) bracketed(term string) string {
	if strings.HasPrefix(term, "-") {
		return "(" + term + ")"
	}
	return term
}
