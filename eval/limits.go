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
	if len(e.Largest) > 0 {
		b.WriteString("; the largest relations are ")
		for i, r := range e.Largest {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s (%d facts)", r.Name, r.Facts)
		}
	}
	return b.String()
}

func (m *machine) limitError(what string) error {
	e := &LimitError{What: what, Limit: m.options.MaxFacts, Time: m.now, Rule: -1}
	if m.running != nil {
		e.Rule, e.Pos = m.running.ID, m.running.Pos
	}
	sizes := make([]RelationSize, len(m.program.Relations))
	for i := range m.tables {
		r := i % len(sizes)
		sizes[r].Name = m.program.Relations[r].Name
		sizes[r].Facts += m.tables[i].n
	}
	slices.SortStableFunc(sizes, func(a, b RelationSize) int { return cmp.Compare(b.Facts, a.Facts) })
	for _, s := range sizes[:min(3, len(sizes))] {
		if s.Facts > 0 {
			e.Largest = append(e.Largest, s)
		}
	}
	return e
}

// Overflow says that a rule computed a number that does not fit 64 bits.
type Overflow struct {
	Rule int
	Time int
	Lit  circuit.Lit // in which scenarios
}

// Overflows returns the overflows that some scenario may reach, in the order of time.
func (l *Lineage) Overflows() []Overflow { return l.overflows }
