package randprog

import (
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
)

// Programs that compare names have every operator, and min and max of names.
func TestOrdered(t *testing.T) {
	const n = 300
	count := map[string]int{}
	r := seeded(5)
	for range n {
		src := Program(r, Options{})
		ordered := Ordered(r, src)
		p, diagnostics := dedalus.ParseString("ordered.ded", ordered)
		if diagnostics.HasErrors() {
			t.Fatalf("%v\n%s", diagnostics, ordered)
		}
		if ordered != src {
			count["changed"]++
		}
		for _, rule := range p.Datalog().Rules {
			for _, l := range rule.Body {
				if l.Kind == datalog.Comparison && isName(l.Left, rule.Vars) && isName(l.Right, rule.Vars) {
					count[l.Op.String()]++
				}
			}
			for _, h := range rule.Head.Args {
				if h.Aggregate != datalog.NoAggregate && isName(h.Term, rule.Vars) {
					count[h.Aggregate.String()]++
				}
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"<", "<=", ">", ">=", "min", "max"} {
		if count[what] < n/12 {
			t.Errorf("%s compares names only %d times in %d programs", what, count[what], n)
		}
	}
	if count["changed"] < n*9/10 {
		t.Errorf("only %d of %d programs compare names", count["changed"], n)
	}
}

func isName(t datalog.Term, names []string) bool {
	if t.Kind == datalog.Variable {
		return placeVariable.MatchString(names[t.Var])
	}
	return t.Kind == datalog.Constant && t.Value.Type() == datalog.Text && strings.ContainsAny(t.Value.Text(), "abc")
}
