package eval

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// Which rules a node runs by itself. The rules that keep and send, and the deductive rules
// that these depend on within a time or through an absolute time, are the protocol: each must
// be local, with one term as the first column of all its atoms and, unless it sends, of its
// head. Then a node that knows its own facts knows all that the rule can read. The other
// deductive rules are observers, which may see several nodes at once.

// RemoteRuleError says that a rule of the protocol reads or concludes at several places, so
// that no node can run it by itself.
type RemoteRuleError struct {
	Rule int
	Pos  datalog.Position
}

func (e *RemoteRuleError) Error() string {
	return fmt.Sprintf("the rule at %s reads or concludes at several places: no node can run it alone", e.Pos.Short())
}

// observed returns by relation whether it is left to observers: no rule that keeps or sends
// depends on it.
func observed(p *datalog.Program) []bool {
	observer := make([]bool, len(p.Relations))
	for i := range observer {
		observer[i] = true
	}
	var need func(r *datalog.Rule)
	need = func(r *datalog.Rule) {
		for _, l := range r.Body {
			if l.Kind == datalog.Comparison || !observer[l.Atom.Relation] {
				continue
			}
			observer[l.Atom.Relation] = false
			for i := range p.Rules {
				if d := &p.Rules[i]; d.Timing == datalog.Deductive && d.Head.Relation == l.Atom.Relation {
					need(d)
				}
			}
		}
	}
	for i := range p.Rules {
		if p.Rules[i].Timing != datalog.Deductive {
			need(&p.Rules[i])
		}
	}
	return observer
}

// home returns the term that is the first column of all of a local rule.
func home(r *datalog.Rule) (place datalog.Term, local bool) {
	if r.Location != nil {
		place = *r.Location
	} else if place = r.Head.Args[0].Term; place.Kind != datalog.Constant {
		return place, false
	}
	same := func(t datalog.Term) bool {
		return t.Kind == place.Kind && t.Var == place.Var && t.Value == place.Value &&
			(t.Kind == datalog.Variable || t.Kind == datalog.Constant)
	}
	for _, l := range r.Body {
		if l.Kind != datalog.Comparison && !same(l.Atom.Args[0]) {
			return place, false
		}
	}
	return place, r.Timing == datalog.Asynchronous || same(r.Head.Args[0].Term)
}

// A node's clock has no last time, but its rules read only few absolute times: these, the
// present and the next one are the rows of a step's tables. Times keep their order:
//
//	row 2i    the i-th absolute time, from i = 1
//	row 2i+1  the present, where it lies after the i-th and before the next one
//	the last  the next time
type clock struct {
	absolute []int // sorted
	present  int   // the time of the step
}

func newClock(p *datalog.Program) clock {
	var c clock
	for i := range p.Rules {
		for _, l := range p.Rules[i].Body {
			if l.Kind != datalog.Comparison && l.Atom.At > 0 {
				c.absolute = append(c.absolute, l.Atom.At)
			}
		}
	}
	slices.Sort(c.absolute)
	c.absolute = slices.Compact(c.absolute)
	return c
}

// row is where facts of a time up to the present are. It reports false for a time that has
// none, because nothing reads it.
func (c *clock) row(time int) (row int, ok bool) {
	i, absolute := slices.BinarySearch(c.absolute, time)
	if absolute {
		return 2 * (i + 1), true
	}
	return 2*i + 1, time == c.present
}

// next is the row of the next time.
func (c *clock) next() int { return 2*len(c.absolute) + 2 }

// time is the inverse of row.
func (c *clock) time(row int) int {
	switch {
	case row == 0:
		return 0 // crash and outage, which are timeless
	case row == c.next():
		return c.present + 1
	case row%2 == 0:
		return c.absolute[row/2-1]
	}
	return c.present
}

// byRow returns the program with rows for its rules' absolute times.
func (c *clock) byRow(p *datalog.Program) *datalog.Program {
	q := *p
	q.Rules = slices.Clone(p.Rules)
	for i := range q.Rules {
		r := &q.Rules[i]
		r.Body = slices.Clone(r.Body)
		for j := range r.Body {
			if at := &r.Body[j].Atom.At; *at > 0 {
				*at, _ = c.row(*at)
			}
		}
	}
	return &q
}

// Observed returns by relation whether it is left to observers: no rule that keeps or sends
// depends on it. Rules that conclude it fire also while a node is down.
func Observed(p *datalog.Program) []bool { return observed(p) }
