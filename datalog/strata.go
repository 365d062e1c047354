package datalog

import (
	"fmt"
	"slices"
)

// Dependency says that a deductive rule lets Head depend on Body within a time.
type Dependency struct {
	Head, Body RelID
	// Strict means that Body must be complete first: it is negated, or the rule
	// aggregates.
	Strict bool
	Rule   int      // index of the rule
	Pos    Position // of the premise
}

// Dependencies lists what depends on what within a time. Inductive and
// asynchronous rules conclude at a later time and add nothing. An atom with an
// absolute time counts: at that time it is a read within the time.
func (p *Program) Dependencies() []Dependency {
	var deps []Dependency
	for i := range p.Rules {
		r := &p.Rules[i]
		if r.Timing != Deductive {
			continue
		}
		for _, l := range r.Body {
			if l.Kind == Comparison {
				continue
			}
			deps = append(deps, Dependency{
				Head: r.Head.Relation, Body: l.Atom.Relation,
				Strict: l.Kind == Negative || r.Aggregates(),
				Rule:   i, Pos: l.Atom.Pos,
			})
		}
	}
	return deps
}

// CycleError is a cycle of deductive rules with a negation or an aggregate in
// it. Each dependency's Body is the next one's Head, and the last one's Body is
// the first one's Head; the first one is strict.
type CycleError struct {
	Cycle []Dependency
}

func (e *CycleError) Error() string {
	return fmt.Sprintf("negation or aggregation through a cycle of %d deductive rules", len(e.Cycle))
}

// Stratify orders the relations by their dependencies: strongly connected
// components, each after those that it depends on. It also returns cycles that
// together go through every strict dependency inside a component, few of them: none
// can be left out. There are none exactly where the strata are an order of evaluation,
// and there would be none without the strict dependencies that they name.
func Stratify(relations int, deps []Dependency) ([]Stratum, []*CycleError) {
	out := make([][]int, relations) // indices into deps, by head
	for i, d := range deps {
		out[d.Head] = append(out[d.Head], i)
	}
	component := make([]int, relations)
	var strata []Stratum
	Components(relations, func(v int, yield func(int)) {
		for _, i := range out[v] {
			yield(int(deps[i].Body))
		}
	}, func(members []int) {
		s := Stratum{}
		for _, m := range members {
			component[m] = len(strata)
			s.Relations = append(s.Relations, RelID(m))
		}
		strata = append(strata, s)
	})
	var inner []int // the strict dependencies inside a component
	for i, d := range deps {
		c := component[d.Head]
		if component[d.Body] != c {
			continue
		}
		strata[c].Recursive = true
		if d.Strict {
			inner = append(inner, i)
		}
	}
	var cycles []*CycleError
	for _, cycle := range cover(deps, out, inner) {
		e := &CycleError{}
		for _, i := range cycle {
			e.Cycle = append(e.Cycle, deps[i])
		}
		cycles = append(cycles, e)
	}
	return strata, cycles
}

// cover returns cycles through all of some dependencies that lie on cycles. None is
// needless: each goes through one that no other goes through.
func cover(deps []Dependency, out [][]int, needed []int) [][]int {
	times := map[int]int{} // how many of the cycles go through a needed dependency
	for _, i := range needed {
		times[i] = 0
	}
	count := func(cycle []int, n int) {
		for _, i := range cycle {
			if _, ok := times[i]; ok {
				times[i] += n
			}
		}
	}
	var found, kept [][]int
	for _, i := range needed {
		cycle := cycleThrough(deps, out, i)
		count(cycle, 1)
		found = append(found, cycle)
	}
	for _, cycle := range slices.Backward(found) {
		if slices.ContainsFunc(cycle, func(i int) bool { return times[i] == 1 }) {
			kept = append(kept, cycle)
		} else {
			count(cycle, -1)
		}
	}
	return kept
}

// cycleThrough returns a shortest cycle that begins with dependency first, as indices
// into deps. There must be one.
func cycleThrough(deps []Dependency, out [][]int, first int) []int {
	start, goal := deps[first].Body, deps[first].Head
	came := map[RelID]int{} // relation → dependency that reached it first
	queue := []RelID{start}
	for len(queue) > 0 && start != goal {
		v := queue[0]
		queue = queue[1:]
		for _, i := range out[v] {
			w := deps[i].Body
			if _, seen := came[w]; !seen {
				came[w] = i
				queue = append(queue, w)
			}
		}
		if _, ok := came[goal]; ok {
			break
		}
	}
	var cycle []int
	for v := goal; v != start; v = deps[came[v]].Head {
		cycle = append(cycle, came[v])
	}
	cycle = append(cycle, first)
	slices.Reverse(cycle)
	return cycle
}
