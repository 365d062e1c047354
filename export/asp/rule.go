package asp

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/datalog/flat"
)

// ruleEncoder writes one rule.
type ruleEncoder struct {
	*encoder
	*flat.Rule
	now  string // the variable of the present time
	body []string
}

// rule writes a rule, under a comment with what it says in the source.
func (e *encoder) rule(d *datalog.Rule) {
	r := &ruleEncoder{encoder: e, Rule: flat.New(e.Program, d, d.Aggregates())}
	r.now = variable(r.Fresh("T"))
	e.section(comment(fmt.Sprintf("rule %d, %s: %s", d.ID+1, d.Pos.Short(), e.Program.FormatRule(d))))
	for _, l := range r.Body {
		r.literal(l)
	}
	if !r.Timed {
		r.body = append(r.body, fmt.Sprintf("time(%s)", r.now))
	}
	then := r.now
	if d.Timing == datalog.Asynchronous {
		r.body = append(r.body, fmt.Sprintf("%sdelivers(%s,%s,%s)", e.prefix, r.term(r.Location), r.term(r.Head[0].Term), r.now))
	}
	if d.Timing != datalog.Deductive {
		r.body = append(r.body, fmt.Sprintf("%s < %d", r.now, e.Spec.EOT))
		then += "+1"
	}
	if d.Aggregates() {
		r.aggregate(then)
		return
	}
	args := make([]string, len(r.Head))
	for i, a := range r.Head {
		args[i] = r.term(a.Term)
	}
	r.conclude(append(args, then))
}

// comment keeps text on its line.
func comment(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' {
			return '?'
		}
		return c
	}, text)
}

func (r *ruleEncoder) conclude(args []string) {
	r.line("%s(%s) :- %s.", r.name(r.Source.Head.Relation), strings.Join(args, ","), strings.Join(r.body, ", "))
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

func (r *ruleEncoder) literal(l flat.Literal) {
	switch l.Kind {
	case flat.Positive, flat.Negative:
		r.atom(l)
	case flat.Comparison:
		op := l.Op.String()
		if l.Op == datalog.Equal {
			op = "="
		}
		r.body = append(r.body, fmt.Sprintf("%s %s %s", r.term(l.Left), op, r.term(l.Right)))
	case flat.Computed:
		r.computed(l)
	}
}

func (r *ruleEncoder) atom(l flat.Literal) {
	a := l.Atom
	args := make([]string, len(a.Args))
	for i, t := range a.Args {
		args[i] = r.term(t)
	}
	name := r.name(a.Relation)
	negated := ""
	if l.Kind == flat.Negative {
		negated = "not "
	}
	switch {
	case a.At > 0 && l.Kind == flat.Negative:
		name = r.snapshotName(a)
		args = append(args, r.now)
	case a.Relation == r.Program.Crash:
	case a.At > 0:
		args = append(args, fmt.Sprint(a.At))
	default:
		args = append(args, r.now)
	}
	r.use(name, len(args))
	r.body = append(r.body, fmt.Sprintf("%s%s(%s)", negated, name, strings.Join(args, ",")))
	if a.At > 0 && l.Kind == flat.Positive {
		r.body = append(r.body, fmt.Sprintf("%d <= %s", a.At, r.now))
	}
}

// computed writes an operation. Where it divides, it goes by magnitudes and signs:
// engines agree on those, and not on what a negative quotient is rounded to.
func (r *ruleEncoder) computed(l flat.Literal) {
	result := r.term(datalog.Term{Kind: datalog.Variable, Var: l.Result})
	left, right := r.operand(l.Left), r.operand(l.Right)
	if l.Operator != datalog.Div && l.Operator != datalog.Rem {
		r.body = append(r.body, fmt.Sprintf("%s = %s%c%s", result, left, l.Operator, right))
		return
	}
	if l.Right.Kind != datalog.Constant {
		r.body = append(r.body, r.term(l.Right)+" != 0")
	} else if l.Right.Value.Number() == 0 {
		r.body = append(r.body, "0 != 0", result+" = 0") // never: but clingo wants a value for it
		return
	}
	sign, op := r.sign(l.Left), `\`
	if l.Operator == datalog.Div {
		sign, op = sign+r.sign(l.Right), "/"
	}
	r.body = append(r.body, fmt.Sprintf("%s = %s(%s%s%s)", result, sign, r.magnitude(l.Left), op, r.magnitude(l.Right)))
}

func (r *ruleEncoder) operand(t datalog.Term) string {
	if t.Kind == datalog.Constant && t.Value.Number() < 0 {
		return "(" + r.term(t) + ")"
	}
	return r.term(t)
}

// sign writes the sign of a number as a factor, 1 or -1: an odd number, which is not 0,
// by its magnitude.
func (r *ruleEncoder) sign(t datalog.Term) string {
	switch {
	case t.Kind != datalog.Constant:
		return fmt.Sprintf("((%[1]s?1)/|%[1]s?1|)*", r.term(t))
	case t.Value.Number() < 0:
		return "(-1)*"
	}
	return ""
}

func (r *ruleEncoder) magnitude(t datalog.Term) string {
	if t.Kind != datalog.Constant {
		return "|" + r.term(t) + "|"
	}
	return strings.TrimPrefix(r.term(t), "-")
}

// aggregate writes the bindings of the body as a relation of their own, from which the
// groups and their rows are read.
func (r *ruleEncoder) aggregate(then string) {
	fired := fmt.Sprintf("%sfired%d", r.prefix, r.Source.ID+1)
	group := make([]bool, len(r.Vars)) // the variables to group by
	head := make([]string, len(r.Head))
	for i, a := range r.Head {
		head[i] = r.term(a.Term)
		if a.Aggregate == datalog.NoAggregate && a.Term.Kind == datalog.Variable {
			group[a.Term.Var] = true
		}
	}
	var all, some, rest []string
	for i, g := range group {
		v := variable(r.Vars[i])
		all = append(all, v)
		if g {
			some = append(some, v)
		} else {
			some, rest = append(some, "_"), append(rest, v)
		}
	}
	binding := func(args []string) string {
		return fmt.Sprintf("%s(%s)", fired, strings.Join(append(args, r.now), ","))
	}
	r.line("%s :- %s.", binding(all), strings.Join(r.body, ", "))
	r.body = []string{binding(some)}
	for i, a := range r.Head {
		if a.Aggregate != datalog.NoAggregate {
			head[i] = r.row(a, group[a.Term.Var], binding(all), rest)
		}
	}
	r.conclude(append(head, then))
}

// row adds what computes an aggregate's column, and returns the column. The bindings of a
// group differ in the variables rest.
func (r *ruleEncoder) row(a datalog.HeadTerm, grouped bool, condition string, rest []string) string {
	element := r.term(a.Term)
	if grouped {
		// Clingo minds a variable that has one value here.
		same := variable(r.Fresh("Same"))
		condition += fmt.Sprintf(", %s = %s", same, element)
		element = same
	}
	if a.Aggregate == datalog.Sum {
		element = strings.Join(append([]string{element}, rest...), ",")
	}
	result := variable(r.Fresh("Value"))
	r.body = append(r.body, fmt.Sprintf("%s = #%s { %s : %s }", result, a.Aggregate, element, condition))
	if empty, ok := ofNothing[a.Aggregate]; ok {
		r.body = append(r.body, fmt.Sprintf("%s != %s", result, empty))
	}
	return result
}

// ofNothing is what clingo aggregates nothing to. A group has a binding, so this never
// comes out; but clingo would go on with it while it grounds. A sum may be 0.
var ofNothing = map[datalog.Aggregate]string{datalog.Count: "0", datalog.Min: "#sup", datalog.Max: "#inf"}

// snapshots lists what rules negate at absolute times, each once.
func (e *encoder) snapshots() []datalog.Atom {
	var list []datalog.Atom
	for _, r := range e.Program.Rules {
		for _, l := range r.Body {
			same := func(a datalog.Atom) bool { return a.Relation == l.Atom.Relation && a.At == l.Atom.At }
			if l.Kind == datalog.Negative && l.Atom.At > 0 && !slices.ContainsFunc(list, same) {
				list = append(list, l.Atom)
			}
		}
	}
	return list
}

func (e *encoder) snapshotName(a datalog.Atom) string {
	return fmt.Sprintf("%sat%d_%s", e.prefix, a.At, relation(e.Program.Relations[a.Relation].Name))
}

// snapshot writes the rule of what held at an absolute time.
func (e *encoder) snapshot(a datalog.Atom) {
	x := columns(len(a.Args))
	held, width := fmt.Sprintf("%s(%s,%d)", e.name(a.Relation), x, a.At), len(a.Args)+1
	if a.Relation == e.Program.Crash {
		held, width = fmt.Sprintf("%s(%s)", e.name(a.Relation), x), len(a.Args)
	}
	e.use(e.name(a.Relation), width)
	e.line("%s(%s,T) :- %s, time(T), %d <= T.", e.snapshotName(a), x, held, a.At)
}
