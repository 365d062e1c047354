package datalog

import (
	"fmt"
	"slices"
	"strings"
)

// rewrittenHeader explains the text that Rewritten prints; %s is the name of the
// relation of all times.
const rewrittenHeader = `// The program as plain Datalog: the rewriting of §4.1 of "Lineage-driven Fault Injection".
//
// Every relation has one more column, the last: the time at which a tuple holds. Clauses end
// with ; and notin negates, as in Dedalus.
//   clock(From, To, Sent, Arrives)  Arrives is Sent + 1, and what From concludes at time Sent for To
//                                   gets there: always where From is To; else where both are nodes
//                                   and the failure scenario does not lose it.
//   %s(Time)  the times of the run, 1 … EOT. Facts and conclusions after EOT do not count.
//   crash(Observer, Node, T, Time)  Node crashes at time T; this holds at every time.
//   p_fired7  the firings of rule 7, which concludes p: one row for each binding of its premises,
//             with a variable for each _ of a positive premise. The head is read from it. count<X>,
//             min<X> and max<X> are taken of the distinct X of a group's rows, sum<X> over its rows.
//   p_at5     what p held at time 5, from that time on.
`

// Rewritten writes the program as the explicit Datalog of the LDFI paper's §4.1:
// a time column in every relation, clock atoms in inductive and asynchronous
// rules, and for each rule a firings relation from which its head is read. A
// header in the text explains its syntax. Names that the rewriting adds are
// different from all of the program's.
func (p *Program) Rewritten() string {
	w := &rewriter{program: p, taken: map[string]bool{"clock": true}, snapshots: map[snapshot]string{}}
	for _, r := range p.Relations {
		w.taken[r.Name] = true
	}
	w.times = fresh(w.taken, "time")
	fmt.Fprintf(&w.text, rewrittenHeader, w.times)
	if len(p.Facts) > 0 {
		w.text.WriteString("\n// facts\n")
	}
	for _, f := range p.Facts {
		args := append(slices.Clone(f.Args), Int(int64(f.Time)))
		w.text.WriteString(FormatTuple(p.Relations[f.Relation].Name, args) + ";\n")
	}
	for i := range p.Rules {
		w.rule(&p.Rules[i])
	}
	return w.text.String()
}

// snapshot is a relation at an absolute time.
type snapshot struct {
	relation RelID
	time     int
}

type rewriter struct {
	program   *Program
	text      strings.Builder
	taken     map[string]bool // the names of relations
	times     string          // the relation of all times
	snapshots map[snapshot]string
}

// fresh returns a name that is not taken, and takes it.
func fresh(taken map[string]bool, name string) string {
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}

// numbered returns the first of name1, name2, … that is not taken, and takes it.
func numbered(taken map[string]bool, name string) string {
	n := 1
	for taken[fmt.Sprint(name, n)] {
		n++
	}
	taken[fmt.Sprint(name, n)] = true
	return fmt.Sprint(name, n)
}

// rewriting is the rewriting of one rule.
type rewriting struct {
	*rewriter
	rule    *Rule
	taken   map[string]bool // the names of variables
	columns []string        // of the firings relation
	body    []string
	now     string // the variable of the time at which premises hold
	timed   bool   // a premise binds now
	place   string // the rule's location
}

func (w *rewriter) rule(r *Rule) {
	rw := &rewriting{rewriter: w, rule: r, taken: map[string]bool{}, columns: slices.Clone(r.Vars)}
	for _, v := range r.Vars {
		rw.taken[v] = true
	}
	concluded := ""
	if r.Timing == Deductive {
		rw.now = fresh(rw.taken, "Time")
		concluded = rw.now
	} else {
		rw.now = fresh(rw.taken, "Sent")
		concluded = fresh(rw.taken, "Arrives")
	}
	fmt.Fprintf(&w.text, "\n// rule %d, %s: %s\n", r.ID+1, r.Pos.Short(), w.program.FormatRule(r))
	rw.premises()
	head := rw.head()
	rw.clock(head[0], concluded)

	columns := append(rw.columns, rw.now)
	if r.Timing != Deductive {
		columns = append(columns, concluded)
	}
	name := w.program.Relations[r.Head.Relation].Name
	firing := fmt.Sprintf("%s(%s)", fresh(w.taken, fmt.Sprintf("%s_fired%d", name, r.ID+1)), strings.Join(columns, ", "))
	fmt.Fprintf(&w.text, "%s :- %s;\n", firing, strings.Join(rw.body, ", "))
	fmt.Fprintf(&w.text, "%s(%s) :- %s;\n", name, strings.Join(append(head, concluded), ", "), firing)
}

// premises rewrites the body, in its order.
func (rw *rewriting) premises() {
	home := rw.home()
	for i, l := range rw.rule.Body {
		switch l.Kind {
		case Comparison:
			rw.body = append(rw.body, rw.program.FormatLiteral(rw.rule, l))
		case Positive:
			args := rw.arguments(l.Atom)
			if i == home {
				rw.place = args[0]
			}
			rw.positive(l.Atom, args)
		default:
			rw.negative(l.Atom)
		}
	}
}

// home returns the index of the premise whose first column is the rule's location.
func (rw *rewriting) home() int {
	first := -1
	for i, l := range rw.rule.Body {
		if l.Kind == Positive && l.Atom.At == 0 {
			return i
		}
		if l.Kind == Positive && first < 0 {
			first = i
		}
	}
	return first
}

// arguments writes the arguments of a positive premise with a variable for each
// wildcard.
func (rw *rewriting) arguments(a Atom) []string {
	args := make([]string, len(a.Args))
	for i, t := range a.Args {
		if t.Kind == Wildcard {
			args[i] = numbered(rw.taken, "Any")
			rw.columns = append(rw.columns, args[i])
		} else {
			args[i] = t.Format(rw.rule.Vars)
		}
	}
	return args
}

func (rw *rewriting) positive(a Atom, args []string) {
	name := rw.program.Relations[a.Relation].Name
	if a.At == 0 {
		rw.timed = true
		rw.body = append(rw.body, fmt.Sprintf("%s(%s)", name, strings.Join(append(args, rw.now), ", ")))
		return
	}
	rw.body = append(rw.body,
		fmt.Sprintf("%s(%s)", name, strings.Join(append(args, fmt.Sprint(a.At)), ", ")),
		fmt.Sprintf("%d <= %s", a.At, rw.now))
}

// negative rewrites a negated premise. The absence at an absolute time is that
// from the snapshot, because before this time nothing is there.
func (rw *rewriting) negative(a Atom) {
	name := rw.program.Relations[a.Relation].Name
	if a.At > 0 {
		name = rw.snapshot(snapshot{a.Relation, a.At})
	}
	args := []string{rw.now}
	if len(a.Args) > 0 {
		args = []string{formatTerms(a.Args, rw.rule.Vars), rw.now}
	}
	rw.body = append(rw.body, fmt.Sprintf("notin %s(%s)", name, strings.Join(args, ", ")))
}

// snapshot returns the name of the relation that holds what another one held at
// an absolute time, from that time on; it writes its rule at first use.
func (w *rewriter) snapshot(s snapshot) string {
	if name, ok := w.snapshots[s]; ok {
		return name
	}
	r := w.program.Relations[s.relation]
	name := fresh(w.taken, fmt.Sprintf("%s_at%d", r.Name, s.time))
	w.snapshots[s] = name
	columns := make([]string, r.Arity())
	for i := range columns {
		columns[i] = fmt.Sprintf("X%d", i+1)
	}
	list := strings.Join(columns, ", ")
	fmt.Fprintf(&w.text, "%s(%s, Time) :- %s(%s, %d), %s(Time), %d <= Time;\n", name, list, r.Name, list, s.time, w.times, s.time)
	return name
}

// head writes the head's columns. A computed column gets a variable that the
// firing has too: where it is undefined, there is no firing.
func (rw *rewriting) head() []string {
	columns := make([]string, len(rw.rule.Head.Args))
	for i, t := range rw.rule.Head.Args {
		columns[i] = formatHeadTerm(t, rw.rule.Vars)
		if t.Term.Kind == Expression {
			v := numbered(rw.taken, "Result")
			rw.body = append(rw.body, v+" == "+columns[i])
			rw.columns = append(rw.columns, v)
			columns[i] = v
		}
	}
	return columns
}

// clock adds what relates the times of a rule, and binds the time of the premises
// where no premise does.
func (rw *rewriting) clock(to, arrives string) {
	switch {
	case rw.rule.Timing == Asynchronous:
		rw.body = append(rw.body, fmt.Sprintf("clock(%s, %s, %s, %s)", rw.place, to, rw.now, arrives))
	case rw.rule.Timing == Inductive:
		place := rw.place
		if place == "" {
			place = to
		}
		rw.body = append(rw.body, fmt.Sprintf("clock(%s, %s, %s, %s)", place, place, rw.now, arrives))
	case !rw.timed:
		rw.body = append(rw.body, fmt.Sprintf("%s(%s)", rw.times, rw.now))
	}
}
