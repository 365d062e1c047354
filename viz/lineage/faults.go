package lineage

import "slices"

// waysToFaults are the roots, and for each fault a way from them to where it took something, as
// short as the ways to the faults before it let it be. These are never folded away.
func (f *folder) waysToFaults() map[int]bool {
	keep := map[int]bool{}
	for _, r := range f.Roots {
		keep[r] = true
	}
	met := map[string]bool{}
	for {
		way := f.nextWay(keep, met)
		if way == nil {
			return keep
		}
		for _, i := range way {
			keep[i] = true
		}
		last := way[len(way)-1] // all that there is of its faults; before it the way meets none
		for _, fault := range f.Nodes[last].Faults {
			met[fault] = true
		}
	}
}

// took reports whether a node shows what a fault took, or the crash itself.
func (f *folder) took(i int, fault string) bool {
	n := &f.Nodes[i]
	return (n.Cut || n.Crash) && slices.Contains(n.Faults, fault)
}

// nextWay is a shortest way from what is kept to something that a fault took which is not met
// yet, or where there is nothing of that kind, to what else the fault touches. It is nil where
// all faults are met.
func (f *folder) nextWay(keep map[int]bool, met map[string]bool) []int {
	from := make([]int, len(f.Nodes))
	var queue []int
	for i := range f.Nodes {
		if from[i] = -1; keep[i] {
			queue = append(queue, i)
			from[i] = i
		}
	}
	goal, other := -1, -1
	for k := 0; k < len(queue) && goal < 0; k++ {
		i := queue[k]
		for _, fault := range f.Nodes[i].Faults {
			switch {
			case met[fault]:
			case f.took(i, fault):
				goal = i
			case other < 0:
				other = i
			}
		}
		for _, c := range f.Nodes[i].Children {
			if from[c] < 0 {
				from[c] = i
				queue = append(queue, c)
			}
		}
	}
	if goal < 0 {
		goal = other
	}
	if goal < 0 {
		return nil
	}
	way := []int{goal}
	for !keep[way[0]] {
		way = slices.Insert(way, 0, from[way[0]])
	}
	return way
}
