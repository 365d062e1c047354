package explore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"molly/node"
)

// naive does all orders of all steps, without any reduction: the judge of the others.
type naive struct {
	*walk
	most    int             // executions; then it gives up
	events  int             // bound on the length, or 0
	all     int             // executions that ended
	classes map[string]bool // of executions that ended
	states  map[string]bool
	found   map[string]int // by fingerprint: the fewest events
}

func newNaive(t *testing.T, s *Space, most, events int) *naive {
	t.Helper()
	w, err := newWalk(s)
	if err != nil {
		t.Fatal(err)
	}
	return &naive{walk: w, most: most, events: events, classes: map[string]bool{}, states: map[string]bool{}, found: map[string]int{}}
}

// run reports whether all was done.
func (n *naive) run(t *testing.T) bool {
	t.Helper()
	defer n.world.Close()
	for _, e := range n.world.Events() {
		n.see(e)
	}
	return n.visit(t)
}

func (n *naive) see(e *node.Event) {
	if v := e.Violation; v != nil {
		if was, ok := n.found[v.Fingerprint]; !ok || e.Index+1 < was {
			n.found[v.Fingerprint] = e.Index + 1
		}
	}
}

func (n *naive) visit(t *testing.T) bool {
	n.states[looks(n.walk)] = true
	depth := len(n.path)
	list := n.walk.steps()
	if len(list) == 0 || n.events > 0 && n.length() >= n.events {
		n.all++
		n.classes[canonical(n.walk)] = true
		return n.all < n.most
	}
	for _, c := range list {
		n.back(depth)
		events, err := n.do(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			n.see(e)
		}
		if !n.visit(t) {
			return false
		}
	}
	return true
}

// canonical is a text that two executions share if, and only if, they differ in the order of independent steps only:
// the normal form of Foata, each step as early as what it depends on allows.
func canonical(x *walk) string {
	layer := make([]int, len(x.path))
	var lines []string
	for i := range x.path {
		for j := range i {
			if layer[j] >= layer[i] && (x.space.dependent(&x.path[j], &x.path[i]) || causes(x, j, i)) {
				layer[i] = layer[j] + 1
			}
		}
		lines = append(lines, fmt.Sprintf("%04d %v", layer[i], x.path[i].name))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func causes(x *walk, j, i int) bool { return x.place(x.events[i].Cause) == j }

// looks is what there is to see of a world.
func looks(x *walk) string {
	var text strings.Builder
	w := x.world
	for i := range w.System.Nodes {
		fmt.Fprintf(&text, "%v %x ", w.Status(i), w.DigestOf(i))
		for j := range w.System.Nodes {
			fmt.Fprint(&text, w.IsCut(i, j))
		}
	}
	var ids []string
	for _, it := range w.Pending() {
		ids = append(ids, it.ID.String())
	}
	slices.Sort(ids)
	return text.String() + fmt.Sprint(ids)
}

func fingerprints(r *Result) []string {
	var list []string
	for _, f := range r.Violations {
		list = append(list, f.Violation.Fingerprint)
	}
	slices.Sort(list)
	return list
}

func (n *naive) fingerprints() []string { return slices.Sorted(maps.Keys(n.found)) }

// Enumerated is what all orders are.
type Enumerated struct {
	Orders   int // executions
	Classes  int
	Found    int  // different violations
	Complete bool // there are no more orders
}

// Enumerate does all orders of a space, or as many executions, for tests outside of the package. With events, executions have at most so
// many beyond the prefix.
func Enumerate(t *testing.T, s *Space, most, events int) Enumerated {
	t.Helper()
	n := newNaive(t, s, most, events)
	complete := n.run(t)
	return Enumerated{n.all, len(n.classes), len(n.found), complete}
}
