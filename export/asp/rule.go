package asp

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/datalog/flat"
	"molly/dedalus/rewrite"
)

// ruleEncoder writes one rule of the program.
type ruleEncoder struct {
	*encoder
	rewrite.Rule
	firing *flat.Rule // concludes its firings
	now    string     // the variable of the time at which the premises hold
	then   string     // the time at which the conclusion holds
	bound  bool       // a premise binds it
	body   []string
}

// rule writes a rule, under a comment with what it says in the source. Where it aggregates,
// its firings are a relation, as in the rewriting; else the two rules of the rewriting are one,
// so that clingo need not ground the firings.
func (e *encoder) rule(w rewrite.Rule) {
	r := &ruleEncoder{encoder: e, Rule: w, firing: e.plain.Flat(w)}
	r.now = variable(r.firing.Fresh("T"))
	r.then = r.now + "+1"
	if r.arrives() {
		r.then = variable(r.firing.Fresh("A"))
	}
	source := w.Source
	e.section(comment(fmt.Sprintf("rule %d, %s: %s", source.ID+1, source.Pos.Short(), e.Program.FormatRule(source))))
	for _, l := range r.firing.Body {
		r.literal(l)
	}
	r.bindTime()
	head := e.plain.Datalog.Rules[w.Head].Head.Args
	r.up(head[0].Term)
	if source.Aggregates() {
		r.aggregate(head)
		return
	}
	args := make([]string, len(head))
	for i, a := range head {
		args[i] = r.term(a.Term)
	}
	r.conclude(args)
}

// arrives reports whether the rule sends what may arrive at several times.
func (r *ruleEncoder) arrives() bool {
	return r.Source.Timing == datalog.Asynchronous && r.timed()
}

// bindTime binds the present time, where no premise does: crash and outage, which hold at every time,
// have no time here.
func (r *ruleEncoder) bindTime() {
	if !r.bound {
		r.body = append(r.body, fmt.Sprintf("time(%s)", r.now))
		r.bound = true
	}
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
	name := r.name(r.Source.Head.Relation)
	if r.Source.Timing == datalog.Inductive && r.keeps(r.Source.Head.Relation) {
		name = r.kept(r.Source.Head.Relation)
	}
	r.line("%s(%s) :- %s.", name, strings.Join(args, ","), strings.Join(r.body, ", "))
}

func (r *ruleEncoder) term(t datalog.Term) string {
	switch {
	case t.Kind == datalog.Constant:
		return value(t.Value)
	case t.Kind == datalog.Wildcard:
		return "_"
	case t.Var == r.Now:
		return r.now
	case t.Var == r.Then:
		return r.then
	case int(t.Var) < len(r.Columns) && r.Columns[t.Var].Kind == rewrite.Wildcard && !r.Source.Aggregates() && !r.named(t.Var):
		return "_"
	}
	return variable(r.firing.Vars[t.Var])
}

func (r *ruleEncoder) terms(list []datalog.Term) []string {
	terms := make([]string, len(list))
	for i, t := range list {
		terms[i] = r.term(t)
	}
	return terms
}

func (r *ruleEncoder) literal(l flat.Literal) {
	switch l.Kind {
	case flat.Positive:
		r.positive(l.Atom)
	case flat.Negative:
		r.body = append(r.body, "not "+r.atom(l.Atom))
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

func (r *ruleEncoder) positive(a datalog.Atom) {
	switch a.Relation {
	case r.plain.Times:
		r.bindTime()
	case r.plain.Clock:
		r.clock(a)
	default:
		now := a.Args[len(a.Args)-1]
		r.bound = r.bound || now.Kind == datalog.Variable && !r.timeless(a.Relation)
		r.body = append(r.body, r.atom(a))
	}
}

// clock writes that what is concluded arrives, and before the end of the run. What an
// inductive rule concludes always arrives.
func (r *ruleEncoder) clock(a datalog.Atom) {
	r.bindTime()
	if r.arrives() {
		r.body = append(r.body, fmt.Sprintf("arrives(%s)", strings.Join(r.terms(a.Args), ",")))
		return
	}
	if r.Source.Timing == datalog.Asynchronous {
		r.body = append(r.body, fmt.Sprintf("%sdelivers(%s)", r.prefix, strings.Join(r.terms(a.Args[:3]), ",")))
	}
	r.body = append(r.body, fmt.Sprintf("%s < %d", r.now, r.Spec.EOT))
}

// atom writes an atom of a relation of the program, or of a snapshot.
func (r *ruleEncoder) atom(a datalog.Atom) string {
	args := r.terms(a.Args)
	if r.timeless(a.Relation) {
		args = args[:len(args)-1]
	}
	name := r.name(a.Relation)
	r.use(name, len(args))
	return fmt.Sprintf("%s(%s)", name, strings.Join(args, ","))
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

// aggregate writes the firings as a relation, from which the groups and their rows are read.
func (r *ruleEncoder) aggregate(head []datalog.HeadTerm) {
	group := make([]bool, len(r.Columns)) // the variables to group by
	args := make([]string, len(head))
	for i, a := range head {
		args[i] = r.term(a.Term)
		if a.Aggregate == datalog.NoAggregate && a.Term.Kind == datalog.Variable {
			group[a.Term.Var] = true
		}
	}
	var all, some, rest []string
	for i := range r.Columns[:r.Now] {
		v := r.term(datalog.Term{Kind: datalog.Variable, Var: datalog.VarID(i)})
		all = append(all, v)
		if group[i] {
			some = append(some, v)
		} else {
			some, rest = append(some, "_"), append(rest, v)
		}
	}
	at := r.now
	if r.arrives() { // what is sent at several times is one group, if it arrives at one
		all, some, rest = append(all, r.now), append(some, "_"), append(rest, r.now)
		at = r.then
	}
	binding := func(args []string) string {
		return fmt.Sprintf("%sfired%d(%s)", r.prefix, r.Source.ID+1, strings.Join(append(args, at), ","))
	}
	r.line("%s :- %s.", binding(all), strings.Join(r.body, ", "))
	r.body = []string{binding(some)}
	for i, a := range head {
		if a.Aggregate != datalog.NoAggregate {
			args[i] = r.row(a, group[a.Term.Var], binding(all), rest)
		}
	}
	r.conclude(args)
}

// row adds what computes an aggregate's column, and returns the column. The bindings of a
// group differ in the variables rest.
func (r *ruleEncoder) row(a datalog.HeadTerm, grouped bool, condition string, rest []string) string {
	element := r.term(a.Term)
	if grouped {
		// Clingo warns of a global variable in the tuple of an aggregate element.
		same := variable(r.firing.Fresh("Same"))
		condition += fmt.Sprintf(", %s = %s", same, element)
		element = same
	}
	if a.Aggregate == datalog.Sum {
		element = strings.Join(append([]string{element}, rest...), ",")
	}
	result := variable(r.firing.Fresh("Value"))
	r.body = append(r.body, fmt.Sprintf("%s = #%s { %s : %s }", result, a.Aggregate, element, condition))
	if empty, ok := ofNothing[a.Aggregate]; ok {
		r.body = append(r.body, fmt.Sprintf("%s != %s", result, empty))
	}
	return result
}

// ofNothing is what clingo aggregates nothing to. A group has a binding, so this never
// comes out; but clingo would use it while it grounds. A sum may be 0.
var ofNothing = map[datalog.Aggregate]string{datalog.Count: "0", datalog.Min: "#sup", datalog.Max: "#inf"}

// snapshot writes the rule of what held at an absolute time.
func (e *encoder) snapshot(s rewrite.Snapshot) {
	arity := e.Program.Relations[s.Of].Arity()
	x := columns(arity)
	held, width := fmt.Sprintf("%s(%s,%d)", e.name(s.Of), x, s.Time), arity+1
	if e.timeless(s.Of) {
		held, width = fmt.Sprintf("%s(%s)", e.name(s.Of), x), arity
	}
	e.use(e.name(s.Of), width)
	e.line("%s(%s,T) :- %s, time(T), %d <= T.", e.name(s.Relation), x, held, s.Time)
}
