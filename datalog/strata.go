package datalog

import "fmt"

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
// components, each after those that it depends on. It returns one CycleError for
// each component that a negation or an aggregate leads back into.
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
	var cycles []*CycleError
	reported := map[int]bool{}
	for i, d := range deps {
		c := component[d.Head]
		if component[d.Body] != c {
			continue
		}
		strata[c].Recursive = true
		if d.Strict && !reported[c] {
			reported[c] = true
			cycles = append(cycles, &CycleError{Cycle: cycleThrough(deps, out, i)})
		}
	}
	return strata, cycles
}

// cycleThrough returns a shortest cycle that begins with dependency first. There
// must be one.
func cycleThrough(deps []Dependency, out [][]int, first int) []Dependency {
	goal := deps[first].Head
	came := map[RelID]int{} // relation → dependency that reached it first
	queue := []RelID{deps[first].Body}
	for len(queue) > 0 && deps[first].Body != goal {
		v := queue[0]
		queue = queue[1:]
		for _, i := range out[v] {
			w := deps[i].Body
			if _, seen := came[w]; !seen && w != deps[first].Body {
				came[w] = i
				queue = append(queue, w)
			}
		}
		if _, ok := came[goal]; ok {
			break
		}
	}
	var back []Dependency
	for v := goal; v != deps[first].Body; v = deps[came[v]].Head {
		back = append(back, deps[came[v]])
	}
	cycle := []Dependency{deps[first]}
	for i := len(back) - 1; i >= 0; i-- {
		cycle = append(cycle, back[i])
	}
	return cycle
}
