package lineage

import (
	"cmp"
	"fmt"
	"slices"

	"molly/viz"
)

// Readable is how many boxes of a lineage can be read at a glance. In one of more than repeating
// boxes, what is the same at several times is one.
const (
	Readable  = 40
	repeating = 24
)

// folding is what a folded graph has left out.
type folding struct {
	repeated map[int]int   // by step that keeps something: how many steps it represents
	held     map[int][]int // by such a step: the times of the goals on its way
	times    map[int][]int // by node: the times that it represents
	hidden   map[int]int   // by node: how many nodes below it are left out
	nodes    int           // how many are left out in all
}

func newFolding() folding {
	return folding{repeated: map[int]int{}, held: map[int][]int{}, times: map[int][]int{}, hidden: map[int]int{}}
}

func times(n int) string { return fmt.Sprintf(" ×%d", n) }

func more(n int) string { return fmt.Sprintf(" …%d", n) }

// fold makes a graph smaller, unless the limit is 0: steps that only keep a goal from time to time
// become one; where there are many nodes, what is the same at several times does. If it has more
// nodes than the limit, the bindings of an aggregate become one; then what is below goals that lead to no message is left out, and after
// that these goals; what is still too large is cut off far from the roots, but for the ways to
// what faults took; and where even these are too large, rules are left out.
func fold(g viz.Graph, limit int) (viz.Graph, folding) {
	f := newFolder(g)
	f.joinAlike(limit)
	f.fold(limit, f.hideBelowQuiet, f.hideQuiet, func() { f.cutOff(limit) }, f.leaveRulesOut)
	return f.compact()
}

// Fits reports whether a graph has no more boxes than a limit, where what lasts or repeats is one,
// and nothing is left out.
func Fits(g viz.Graph, limit int) bool {
	f := newFolder(g)
	f.joinAlike(limit)
	return f.left() <= limit
}

// joinAlike lets one box represent what lasts or repeats.
func (f *folder) joinAlike(limit int) {
	if limit > 0 {
		f.joinSteps()
	}
	f.fold(limit, f.joinBindings)
	f.fold(min(limit, repeating), f.joinRounds)
}

func newFolder(g viz.Graph) *folder {
	f := &folder{Graph: g, folding: newFolding()}
	f.Nodes = slices.Clone(g.Nodes)
	f.Roots = slices.Clone(g.Roots)
	f.gone = make([]bool, len(f.Nodes))
	return f
}

// fold does one thing after the other while there are more nodes than a limit.
func (f *folder) fold(limit int, steps ...func()) {
	for _, step := range steps {
		if limit > 0 && f.left() > limit {
			step()
		}
	}
}

type folder struct {
	viz.Graph
	folding
	gone []bool
}

func (f *folder) left() int {
	n := 0
	for _, g := range f.gone {
		if !g {
			n++
		}
	}
	return n
}

// parents counts for each node how many others rest on it.
func (f *folder) parents() []int {
	count := make([]int, len(f.Nodes))
	for _, r := range f.Roots {
		count[r] += 2 // a root stays
	}
	for i := range f.Nodes {
		if f.gone[i] {
			continue
		}
		for _, c := range f.Nodes[i].Children {
			count[c]++
		}
	}
	return count
}

// joinSteps lets one step represent several: a chain of goals that nothing else depends on,
// and that rest on nothing but a step that keeps them.
func (f *folder) joinSteps() {
	parents := f.parents()
	for i := range f.Nodes {
		step := &f.Nodes[i]
		if f.gone[i] || !step.Keeps || len(step.Children) != 1 {
			continue
		}
		n := 1
		for {
			goal := step.Children[0]
			g := &f.Nodes[goal]
			if parents[goal] != 1 || len(g.Children) != 1 || g.Frontier || g.Given || g.Absent != step.Absent {
				break
			}
			next := g.Children[0]
			below := &f.Nodes[next]
			if !below.Keeps || parents[next] != 1 || len(below.Children) != 1 || below.Absent != step.Absent {
				break
			}
			f.gone[goal], f.gone[next] = true, true
			f.held[i] = append(append(f.held[i], g.Time), f.held[next]...)
			step.Children = below.Children
			step.Title += "\n" + below.Title
			step.Faults = union(step.Faults, g.Faults, below.Faults)
			step.Cut, step.Late = step.Cut || below.Cut, step.Late || below.Late
			n += max(1, f.repeated[next])
			delete(f.repeated, next)
		}
		if n > 1 {
			f.repeated[i] = n
			step.Time = f.Nodes[step.Children[0]].Time
		}
	}
}

// union lists faults, each once.
func union(lists ...[]string) (all []string) {
	for _, list := range lists {
		for _, fault := range list {
			if !slices.Contains(all, fault) {
				all = append(all, fault)
			}
		}
	}
	return all
}

// hideBelowQuiet leaves out what is below goals that lead to no message.
func (f *folder) hideBelowQuiet() {
	quiet := f.quiet()
	f.stop(func(i, _ int) bool { return quiet[i] && f.Nodes[i].Kind == viz.Goal })
}

// hideQuiet leaves out the goals that lead to no message.
func (f *folder) hideQuiet() {
	quiet := f.quiet()
	f.stop(func(i, child int) bool { return quiet[child] && f.Nodes[child].Kind == viz.Goal })
}

// quiet finds what leads to no message, and to nothing else that must be seen. Roots are
// not among it.
func (f *folder) quiet() []bool {
	quiet := make([]bool, len(f.Nodes))
	for i := range quiet {
		quiet[i] = true
	}
	above := f.above()
	var queue []int
	see := func(i int) {
		if quiet[i] {
			quiet[i] = false
			queue = append(queue, i)
		}
	}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if !f.gone[i] && (n.Kind == viz.Sent || n.Cut || n.Frontier || n.Crash || len(n.Faults) > 0) {
			see(i)
		}
	}
	for k := 0; k < len(queue); k++ {
		for _, p := range above[queue[k]] {
			see(p)
		}
	}
	for _, r := range f.Roots {
		quiet[r] = false
	}
	return quiet
}

// cutOff keeps so many nodes, or some more: the ways to what faults took, then those next to the
// roots.
func (f *folder) cutOff(most int) {
	keep := f.waysToFaults()
	queue := slices.Clone(f.Roots)
	seen := map[int]bool{}
	for _, r := range queue {
		seen[r] = true
	}
	for k := 0; k < len(queue); k++ {
		for _, c := range f.tookFirst(f.Nodes[queue[k]].Children) {
			for _, n := range append([]int{c}, f.premises(c)...) { // a step comes with what it rests on
				if !seen[n] && (keep[n] || len(keep) < most && (n == c || keep[c])) {
					keep[n], seen[n] = true, true
					queue = append(queue, n)
				}
			}
		}
	}
	f.stop(func(_, child int) bool { return !keep[child] })
}

// tookFirst sorts what faults took before the rest.
func (f *folder) tookFirst(list []int) []int {
	list = slices.Clone(list)
	rank := func(i int) int {
		if f.Nodes[i].Cut {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

// premises lists what a step rests on.
func (f *folder) premises(i int) []int {
	if f.Nodes[i].Kind == viz.Goal {
		return nil
	}
	return f.Nodes[i].Children
}

// stop takes away the children of nodes for which at says so, and what nothing rests on any
// more.
func (f *folder) stop(at func(node, child int) bool) {
	stopped := map[int][]int{}
	for i := range f.Nodes {
		if f.gone[i] {
			continue
		}
		var kept []int
		for _, c := range f.Nodes[i].Children {
			if at(i, c) {
				stopped[i] = append(stopped[i], c)
			} else {
				kept = append(kept, c)
			}
		}
		f.Nodes[i].Children = kept
	}
	seen := make([]bool, len(f.Nodes))
	var walk func(i int)
	walk = func(i int) {
		if !seen[i] {
			seen[i] = true
			for _, c := range f.Nodes[i].Children {
				walk(c)
			}
		}
	}
	for _, r := range f.Roots {
		walk(r)
	}
	for i := range f.Nodes {
		if !seen[i] && !f.gone[i] {
			f.gone[i] = true
		}
	}
	for i, below := range stopped {
		if f.gone[i] {
			continue
		}
		count := map[int]bool{}
		var hidden func(j int)
		hidden = func(j int) {
			if !f.gone[j] || count[j] {
				return
			}
			count[j] = true
			for _, next := range [][]int{f.Nodes[j].Children, stopped[j]} {
				for _, c := range next {
					hidden(c)
				}
			}
		}
		for _, c := range below {
			hidden(c)
		}
		f.hidden[i] += len(count)
	}
}

// above lists for each node what rests on it.
func (f *folder) above() [][]int {
	list := make([][]int, len(f.Nodes))
	for i := range f.Nodes {
		if f.gone[i] {
			continue
		}
		for _, c := range f.Nodes[i].Children {
			list[c] = append(list[c], i)
		}
	}
	return list
}

// compact numbers the nodes that are left.
func (f *folder) compact() (viz.Graph, folding) {
	number := make([]int, len(f.Nodes))
	g := viz.Graph{Title: f.Title, Places: f.Places, Faults: f.Faults}
	out := newFolding()
	for i := range f.Nodes {
		number[i] = len(g.Nodes)
		if f.gone[i] {
			out.nodes++
			continue
		}
		if n, ok := f.repeated[i]; ok {
			out.repeated[len(g.Nodes)] = n
		}
		if t := f.times[i]; len(t) > 1 {
			out.times[len(g.Nodes)] = t
		}
		if n := f.hidden[i]; n > 0 {
			out.hidden[len(g.Nodes)] = n
		}
		g.Nodes = append(g.Nodes, f.Nodes[i])
	}
	for i := range g.Nodes {
		var children []int
		for _, c := range g.Nodes[i].Children {
			children = append(children, number[c])
		}
		g.Nodes[i].Children = children
	}
	for _, r := range f.Roots {
		g.Roots = append(g.Roots, number[r])
	}
	return g, out
}
