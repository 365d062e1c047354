package souffle

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/datalog/flat"
)

// ruleEncoder writes a rule for one time.
type ruleEncoder struct {
	*encoder
	*flat.Rule
	now, then int // when its premises and its conclusion hold
	body      []string
	fresh     map[string]bool
}

// rule writes a rule whose premises hold now, and whose conclusion then.
func (e *encoder) rule(f *flat.Rule, now, then int) {
	r := &ruleEncoder{encoder: e, Rule: f, now: now, then: then, fresh: map[string]bool{}}
	where := fmt.Sprintf("rule %d, %s: %s", f.Source.ID+1, f.Source.Pos.Short(), e.Program.FormatRule(f.Source))
	e.line("// %s", comment(where))
	for _, l := range f.Body {
		if l.Kind == flat.Positive && l.Atom.At > now {
			e.line("// (not before time %d)", l.Atom.At)
			return
		}
	}
	if f.Source.Timing == datalog.Asynchronous {
		to := f.Head[0].Term
		if f.Type(f.Location) != datalog.Text || f.Type(to) != datalog.Text {
			e.line("// (never: a number is no node)")
			return
		}
		r.body = append(r.body, fmt.Sprintf("Clock(%s, %s, %d, %d)", r.term(f.Location), r.term(to), now, then))
	}
	for _, l := range f.Body {
		r.literal(l)
	}
	if f.Source.Aggregates() {
		r.aggregate()
		return
	}
	args := make([]string, len(f.Head))
	for i, a := range f.Head {
		args[i] = r.term(a.Term)
	}
	r.conclude(args)
}

func (r *ruleEncoder) conclude(args []string) {
	r.concluded[r.at(r.Source.Head.Relation, r.then)] = true
	r.clause(fmt.Sprintf("%s(%s)", r.at(r.Source.Head.Relation, r.then), strings.Join(args, ", ")))
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
	switch t.Kind {
	case datalog.Constant:
		return value(t.Value)
	case datalog.Variable:
		return variable(r.Vars[t.Var])
	}
	return "_"
}

// name returns a variable that the rule does not have; the same rule is written for many
// times, with the same names.
func (r *ruleEncoder) name(name string) string {
	taken := func() bool {
		for _, v := range r.Vars {
			if v == name {
				return true
			}
		}
		return r.fresh[name]
	}
	for taken() {
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
		left, right := r.term(l.Left), r.term(l.Right)
		if ordered(r.Rule, l) {
			left, right = r.rank(l.Left), r.rank(l.Right)
		}
		op := l.Op.String()
		if l.Op == datalog.Equal {
			op = "="
		}
		r.body = append(r.body, left+" "+op+" "+right)
	case flat.Computed:
		r.computed(l)
	}
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

// atom writes an atom. What an absolute time names is not there before that time.
func (r *ruleEncoder) atom(l flat.Literal) {
	a, time, negated := l.Atom, r.now, ""
	if l.Kind == flat.Negative {
		negated = "!"
	}
	if a.At > 0 {
		time = a.At
	}
	if time > r.now {
		return
	}
	args := make([]string, len(a.Args))
	for i, t := range a.Args {
		args[i] = r.term(t)
	}
	r.body = append(r.body, fmt.Sprintf("%s%s(%s)", negated, r.at(a.Relation, time), strings.Join(args, ", ")))
}

// computed writes an operation. A division by zero ends Soufflé, so the divisor is never
// 0: then it is 1, and the literal beside it fails.
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
