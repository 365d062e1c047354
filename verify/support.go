package verify

import (
	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// A support says what serves what in a space. Its vertices are facts, by number, and then
// the groups of aggregates.
//
// The lineage of a fact in a run is the firings that conclude it, and the lineage of
// their positive premises; an aggregate rests on all bindings of its group.
type support struct {
	space  *eval.Space
	groups map[*eval.FiringID]int // by the first binding
	uses   [][]use                // by vertex
}

// A use is that a vertex serves another one in some scenarios.
type use struct {
	when circuit.Lit
	by   int
}

// reach says by vertex in which scenarios it is in the lineage of one of the targets.
func (s *support) reach(targets []eval.FactID) []circuit.Lit {
	reach := make([]circuit.Lit, len(s.uses))
	target := make([]circuit.Lit, len(s.uses))
	for v := range reach {
		reach[v], target[v] = circuit.False, circuit.False
	}
	for _, f := range targets {
		target[f] = s.space.Lit(f)
	}
	c := s.space.Circuit
	update := func(v int) (changed bool) {
		ways := []circuit.Lit{target[v]}
		for _, u := range s.uses[v] {
			ways = append(ways, c.And(u.when, reach[u.by]))
		}
		l := c.Or(ways...)
		changed = l != reach[v]
		reach[v] = l
		return changed
	}
	// What uses a vertex comes before it. Facts that support each other reach a target by
	// a way on which none occurs twice.
	datalog.Components(len(s.uses), func(v int, yield func(int)) {
		for _, u := range s.uses[v] {
			yield(u.by)
		}
	}, func(members []int) {
		for range members {
			changed := false
			for _, v := range members {
				changed = update(v) || changed
			}
			if !changed {
				break
			}
		}
	})
	return reach
}

func newSupport(space *eval.Space) *support {
	s := &support{space: space, groups: map[*eval.FiringID]int{}}
	uses := make([][]use, space.Facts())
	for head := range facts(space) {
		for id := range s.space.FiringsOf(head) {
			f := s.space.Firing(id)
			for _, p := range f.Premises {
				uses[p] = append(uses[p], use{f.Lit, int(head)})
			}
		}
		for row := range s.space.RowsOf(head) {
			if len(row.Bindings) == 0 {
				continue
			}
			group, seen := s.groups[&row.Bindings[0]]
			if !seen {
				group = len(uses)
				s.groups[&row.Bindings[0]] = group
				uses = append(uses, nil)
				for _, id := range row.Bindings {
					f := s.space.Firing(id)
					for _, p := range f.Premises {
						uses[p] = append(uses[p], use{f.Lit, group})
					}
				}
			}
			uses[group] = append(uses[group], use{row.Lit, int(head)})
		}
	}
	s.uses = uses
	return s
}

// facts yields all facts of a space.
func facts(space *eval.Space) func(yield func(eval.FactID) bool) {
	return func(yield func(eval.FactID) bool) {
		for t := 0; t <= space.EOT(); t++ {
			for r := range space.Program().Relations {
				p := space.Program()
				if timeless := datalog.RelID(r) == p.Crash || datalog.RelID(r) == p.Outage; timeless != (t == 0) {
					continue // crash and outage hold at every time, and are at 0
				}
				for _, f := range space.At(datalog.RelID(r), t) {
					if !yield(f) {
						return
					}
				}
			}
		}
	}
}

// A possible is a firing of the space.
type possible struct {
	eval.Firing
	id   eval.FiringID
	head eval.FactID // that it concludes, or that its group does
	// serves is the vertex of the fact, or of the group.
	serves int
}

// firings yields every firing, and every binding of an aggregate, once.
func (s *support) firings(yield func(possible) bool) {
	seen := map[int]bool{} // groups
	for head := range facts(s.space) {
		for id := range s.space.FiringsOf(head) {
			if !yield(possible{s.space.Firing(id), id, head, int(head)}) {
				return
			}
		}
		for row := range s.space.RowsOf(head) {
			if len(row.Bindings) == 0 {
				continue
			}
			group := s.groups[&row.Bindings[0]]
			if seen[group] {
				continue
			}
			seen[group] = true
			for _, id := range row.Bindings {
				if !yield(possible{s.space.Firing(id), id, head, group}) {
					return
				}
			}
		}
	}
}
