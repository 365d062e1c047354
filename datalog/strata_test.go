package datalog

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomDependencies is a small random graph, with dependencies of the same relations.
func randomDependencies(r *rand.Rand) (relations int, deps []Dependency) {
	relations = 1 + r.IntN(7)
	for i := range r.IntN(16) {
		deps = append(deps, Dependency{
			Head: RelID(r.IntN(relations)), Body: RelID(r.IntN(relations)),
			Strict: r.IntN(3) == 0, Rule: i, Pos: Position{File: "t", Line: i + 1, Column: 1},
		})
	}
	return relations, deps
}

// reaches reports whether a relation depends on another one, by the definition.
func reaches(deps []Dependency, from, to RelID) bool {
	seen := []RelID{from}
	for i := 0; i < len(seen); i++ {
		for _, d := range deps {
			if d.Head == seen[i] && !slices.Contains(seen, d.Body) {
				seen = append(seen, d.Body)
			}
		}
	}
	return slices.Contains(seen, to)
}

// The cycles name every strict dependency that lies on a cycle and no other, none of
// them is needless, and without what they name nothing is left to report.
func TestCyclesNameAllThatIsToMend(t *testing.T) {
	several := 0
	for seed := range uint64(5000) {
		relations, deps := randomDependencies(rand.New(rand.NewPCG(seed, 0)))
		_, found := Stratify(relations, deps)
		named := map[Dependency]int{}
		for _, e := range found {
			if !e.Cycle[0].Strict {
				t.Fatalf("seed %d: a cycle does not begin with what is strict: %v", seed, e.Cycle)
			}
			for i, d := range e.Cycle {
				if d.Body != e.Cycle[(i+1)%len(e.Cycle)].Head {
					t.Fatalf("seed %d: this is no cycle: %v", seed, e.Cycle)
				}
				if d.Strict {
					named[d]++
				}
			}
		}
		for _, e := range found {
			if !slices.ContainsFunc(e.Cycle, func(d Dependency) bool { return named[d] == 1 }) {
				t.Fatalf("seed %d: a needless cycle: %v", seed, e.Cycle)
			}
		}
		var rest []Dependency
		for _, d := range deps {
			if faulty := d.Strict && reaches(deps, d.Body, d.Head); faulty != (named[d] > 0) {
				t.Fatalf("seed %d: %v is to be named: %v; named %d times", seed, d, faulty, named[d])
			}
			if named[d] == 0 {
				rest = append(rest, d)
			}
		}
		if _, left := Stratify(relations, rest); len(left) > 0 {
			t.Fatalf("seed %d: %v is reported only when the others are mended", seed, left[0].Cycle)
		}
		if len(found) > 1 {
			several++
		}
	}
	if several < 500 {
		t.Errorf("only %d of the graphs have several cycles", several)
	}
}
