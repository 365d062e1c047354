package dedalus

import (
	"slices"
	"testing"

	"molly/datalog"
)

// Every relation of a list is stable, whatever the number and order of clauses.
func TestStableLists(t *testing.T) {
	p, found := ParseString("t.ded", `p("a")@1; p(N)@next :- p(N); q("a")@1; q(N)@next :- q(N); r("a")@1; r(N)@next :- r(N);
s("a")@1; s(N)@next :- s(N); stable r, p; stable q;`)
	if found.HasErrors() {
		t.Fatal(found)
	}
	d := p.Datalog()
	var names []string
	for _, r := range d.Stable {
		names = append(names, d.Relations[r].Name)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"p", "q", "r"}) || !slices.IsSortedFunc(d.Stable, func(a, b datalog.RelID) int { return int(a - b) }) {
		t.Errorf("stable are %v, %v", names, d.Stable)
	}
}
