package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"molly/circuit"
	"molly/datalog"
)

// LimitError says that evaluation grew beyond Options.MaxFacts and was given up.
type LimitError struct {
	What  string // "facts", "rule firings", "lost messages", "values of sum over 40 bindings"
	Limit int
	Time  int
	// Largest names the largest relations with their numbers of facts, largest first.
	Largest []RelationSize
	// Rule is the rule that was running, or -1.
	Rule int
	Pos  datalog.Position
}

// RelationSize is a relation with the number of its facts at all times.
type RelationSize struct {
	Name  string
	Facts int
}

func (e *LimitError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "more than %d %s at time %d", e.Limit, e.What, e.Time)
	if e.Rule >= 0 {
		fmt.Fprintf(&b, ", in the rule at %s", e.Pos.Short())
	}
	b.WriteString(NameLargest(e.Largest))
	return b.String()
}

// NameLargest says in an error which relations are the largest; nothing where there are
// none.
func NameLargest(largest []RelationSize) string {
	var b strings.Builder
	for i, r := range largest {
		if i == 0 {
			b.WriteString("; the largest relations are ")
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (%d facts)", r.Name, r.Facts)
	}
	return b.String()
}

func (m *machine) limitError(what string) error {
	e := &LimitError{What: what, Limit: m.options.MaxFacts, Time: m.now, Rule: -1}
	if m.running != nil {
		e.Rule, e.Pos = m.running.ID, m.running.Pos
	}
	e.Largest = m.Largest()
	return e
}

// Largest returns the three largest relations, largest first.
func (l *Lineage) Largest() []RelationSize {
	sizes := make([]RelationSize, len(l.program.Relations))
	for i := range l.tables {
		r := i % len(sizes)
		sizes[r].Name = l.program.Relations[r].Name
		sizes[r].Facts += l.tables[i].n
	}
	slices.SortStableFunc(sizes, func(a, b RelationSize) int { return cmp.Compare(b.Facts, a.Facts) })
	var largest []RelationSize
	for _, s := range sizes[:min(3, len(sizes))] {
		if s.Facts > 0 {
			largest = append(largest, s)
		}
	}
	return largest
}

// Overflow says that a rule computed a number that does not fit 64 bits.
type Overflow struct {
	Rule int
	Time int
	Lit  circuit.Lit // in which scenarios
}

// Overflows returns the overflows that some scenario may reach, in the order of time.
func (l *Lineage) Overflows() []Overflow { return l.overflows }
