package dedalus

import (
	"fmt"
	"strings"

	"molly/datalog"
)

// cycles reports negation and aggregation through a cycle of deductive rules.
func (ch *checker) cycles() {
	type premise struct {
		c       *clause
		a       *atom
		negated bool
	}
	var deps []datalog.Dependency
	var premises []premise
	for i, c := range ch.clauses {
		if c.fact || c.timing != datalog.Deductive {
			continue
		}
		c.atoms(func(a *atom, negated bool) {
			deps = append(deps, datalog.Dependency{
				Head: ch.byName[c.name].id, Body: ch.byName[a.name].id,
				Strict: negated || c.aggregates(), Rule: i, Pos: a.pos,
			})
			premises = append(premises, premise{c, a, negated})
		})
	}
	byDependency := map[datalog.Dependency]premise{}
	for i, d := range deps {
		byDependency[d] = premises[i]
	}
	_, found := datalog.Stratify(len(ch.relations), deps)
	for _, cycle := range found {
		path := []string{byDependency[cycle.Cycle[0]].c.name}
		var notes []Note
		for _, d := range cycle.Cycle {
			p := byDependency[d]
			how, mark := "needs", ""
			switch {
			case p.negated:
				how, mark = "needs the absence of", "notin "
			case d.Strict:
				how, mark = "aggregates over", "all "
			}
			path = append(path, mark+p.a.name)
			notes = append(notes, ch.note(p.a.span, fmt.Sprintf("%s %s %s", p.c.name, how, p.a.name)))
		}
		first := byDependency[cycle.Cycle[0]]
		what := "aggregation"
		if first.negated {
			what = "negation"
		}
		ch.fail(first.a.span, "cycle",
			fmt.Sprintf("%s through a cycle of deductive rules: %s", what, strings.Join(path, " ← ")),
			"@next or @async on one of these rules breaks the cycle", notes...)
	}
}
