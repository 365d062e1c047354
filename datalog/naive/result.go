package naive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
)

// Result is all that a run holds. Each list is sorted and without repetition.
type Result struct {
	EOT       int
	Tuples    []Tuple
	Firings   []Firing
	Messages  []Message
	Overflows []Overflow

	program *datalog.Program
	holds   map[string]bool // by Tuple.Key
}

// Holds reports whether a tuple holds at a time. For crash and outage any time will do.
func (r *Result) Holds(rel datalog.RelID, time int, args []datalog.Value) bool {
	if timeless(r.program, rel) {
		time = 0
	}
	return r.holds[Tuple{rel, time, args}.Key()]
}

// At returns the tuples of a relation at a time, sorted. For crash and outage any time will
// do.
func (r *Result) At(rel datalog.RelID, time int) [][]datalog.Value {
	if timeless(r.program, rel) {
		time = 0
	}
	var out [][]datalog.Value
	for _, t := range r.Tuples {
		if t.Relation == rel && t.Time == time {
			out = append(out, t.Args)
		}
	}
	return out
}

// Violated returns the tuples that pre holds at EOT and post does not. It is
// empty for a program without pre and post.
func (r *Result) Violated(p *datalog.Program) [][]datalog.Value {
	if !p.HasInvariant() {
		return nil
	}
	return slices.DeleteFunc(r.At(p.Pre, r.EOT), func(args []datalog.Value) bool {
		return r.Holds(p.Post, r.EOT, args)
	})
}

// Never returns the tuples that never holds at some time, each at the first one, sorted by time.
func (r *Result) Never(p *datalog.Program) (first []Tuple) {
	for _, t := range r.Tuples { // by time
		if t.Relation == p.Never && !slices.ContainsFunc(first, func(u Tuple) bool { return slices.Equal(u.Args, t.Args) }) {
			first = append(first, t)
		}
	}
	return first
}

// ByPersistence reports whether a program is judged by what persists: it has no pre, post and never.
func ByPersistence(p *datalog.Program) bool {
	return !p.HasInvariant() && p.Never == datalog.NoRelation
}

// Outcomes returns the tuples that pre and post of p speak of: those of pre at
// EOT, or those of persistent relations where p has neither these nor never. Where no
// admissible execution has any, a program holds only vacuously.
func (r *Result) Outcomes(p *datalog.Program) []Tuple {
	var relations []datalog.RelID
	switch {
	case p.HasInvariant():
		relations = []datalog.RelID{p.Pre}
	case ByPersistence(p):
		relations = p.Persistent
	}
	var out []Tuple
	for _, t := range r.Tuples {
		if t.Time == r.EOT && slices.Contains(relations, t.Relation) {
			out = append(out, t)
		}
	}
	return out
}

// Lost returns the tuples of persistent relations that the failure-free run free
// holds at EOT and r does not: what violates a program without pre, post and never.
func (r *Result) Lost(p *datalog.Program, free *Result) []Tuple {
	if !ByPersistence(p) {
		return nil
	}
	return slices.DeleteFunc(free.Outcomes(p), func(t Tuple) bool {
		return r.Holds(t.Relation, t.Time, t.Args)
	})
}

// Breaks reports whether r violates what the program promises: pre and post at EOT, never at
// every time, or else what persists in the failure-free run free.
func (r *Result) Breaks(p *datalog.Program, free *Result) bool {
	return len(r.Violated(p)) > 0 || len(r.Never(p)) > 0 || len(r.Lost(p, free)) > 0
}

// Keys returns a line for each tuple, firing, message and overflow, in this order;
// two runs are the same when their lines are.
func (r *Result) Keys() []string {
	var lines []string
	for _, t := range r.Tuples {
		lines = append(lines, "tuple "+r.format(t))
	}
	for _, f := range r.Firings {
		parts := make([]string, len(f.Premises))
		for i, t := range f.Premises {
			parts[i] = r.format(t)
		}
		head := "a group"
		if f.Head != nil {
			head = r.format(*f.Head)
		}
		lines = append(lines, fmt.Sprintf("firing of rule %d at %d: %s gives %s", f.Rule, f.Time, strings.Join(parts, ", "), head))
	}
	for _, m := range r.Messages {
		fate := "lost"
		switch {
		case slices.Equal(m.Arrivals, []int{m.Sent + 1}):
			fate = "arrived"
		case len(m.Arrivals) > 0:
			fate = fmt.Sprintf("arrived at %v", m.Arrivals)
		}
		lines = append(lines, fmt.Sprintf("message from %q to %q at %d: %s %s",
			m.From, m.To, m.Sent, datalog.FormatTuple(r.program.Relations[m.Relation].Name, m.Args), fate))
	}
	for _, o := range r.Overflows {
		lines = append(lines, fmt.Sprintf("overflow in rule %d at %d", o.Rule, o.Time))
	}
	return lines
}

// String joins the lines of Keys.
func (r *Result) String() string { return strings.Join(r.Keys(), "\n") }

func (r *Result) format(t Tuple) string {
	return fmt.Sprintf("%s@%d", datalog.FormatTuple(r.program.Relations[t.Relation].Name, t.Args), t.Time)
}

func (t Tuple) compare(u Tuple) int {
	return cmp.Or(
		cmp.Compare(t.Relation, u.Relation),
		cmp.Compare(t.Time, u.Time),
		datalog.CompareTuples(t.Args, u.Args),
	)
}

// Compare orders firings by rule, times and premises.
func (f Firing) Compare(g Firing) int {
	return cmp.Or(
		cmp.Compare(f.Rule, g.Rule),
		cmp.Compare(f.Time, g.Time),
		cmp.Compare(f.Then, g.Then),
		slices.CompareFunc(f.Premises, g.Premises, Tuple.compare),
	)
}

func (m Message) compare(n Message) int {
	return cmp.Or(
		cmp.Compare(m.Relation, n.Relation),
		cmp.Compare(m.Sent, n.Sent),
		strings.Compare(m.From, n.From),
		strings.Compare(m.To, n.To),
		datalog.CompareTuples(m.Args, n.Args),
	)
}

func (o Overflow) compare(p Overflow) int {
	return cmp.Or(cmp.Compare(o.Rule, p.Rule), cmp.Compare(o.Time, p.Time))
}
