package lineage

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/viz"
)

// joinRounds lets one box represent what is the same at several times: a goal of one tuple, and
// the steps of one rule from the same goals to the same goals. What then only leads from a box
// to itself goes: the times in its label say as much.
func (f *folder) joinRounds() {
	r := &rounds{folder: f, parent: make([]int, len(f.Nodes)), class: make([]int, len(f.Nodes)), number: map[string]int{}}
	r.classify()
	members := make([][]int, len(r.number))
	for i := range f.Nodes {
		if !f.gone[i] {
			members[r.class[i]] = append(members[r.class[i]], i)
		}
	}
	first := func(i int) int { return members[r.class[i]][0] }
	for _, list := range members {
		for _, i := range list[1:] {
			f.gone[i] = true
		}
		if len(list) > 1 {
			f.join(list)
		}
	}
	for i := range f.Nodes {
		if f.gone[i] {
			continue
		}
		n := &f.Nodes[i]
		var children []int
		for _, c := range n.Children {
			c = first(c)
			if back := n.Kind != viz.Goal && r.parent[i] >= 0 && c == first(r.parent[i]); !back && !slices.Contains(children, c) {
				children = append(children, c)
			}
		}
		n.Children = children
	}
	for k, root := range f.Roots {
		f.Roots[k] = first(root)
	}
	slices.Sort(f.Roots)
	f.Roots = slices.Compact(f.Roots)
	r.dropEmpty()
}

// rounds finds which nodes are the same but for their times.
type rounds struct {
	*folder
	parent []int // of steps and leaves
	class  []int
	number map[string]int // of the classes
}

func (r *rounds) classify() {
	for i := range r.Nodes {
		r.parent[i], r.class[i] = -1, -1
	}
	for i := range r.Nodes {
		if r.gone[i] {
			continue
		}
		for _, c := range r.Nodes[i].Children {
			if r.Nodes[c].Kind != viz.Goal {
				r.parent[c] = i
			}
		}
	}
	for i := range r.Nodes {
		if !r.gone[i] {
			r.classOf(i)
		}
	}
}

// classOf finds the class of a node: of a goal its tuple; of a step its rule, the class that it
// is below, and those that it rests on.
func (r *rounds) classOf(i int) int {
	if r.class[i] >= 0 {
		return r.class[i]
	}
	key := r.likeness(i)
	if r.Nodes[i].Kind != viz.Goal {
		above := -1
		if r.parent[i] >= 0 {
			above = r.classOf(r.parent[i])
		}
		key = fmt.Sprintf("%d %s", above, key)
	}
	c, known := r.number[key]
	if !known {
		c = len(r.number)
		r.number[key] = c
	}
	r.class[i] = c
	return c
}

func (r *rounds) likeness(i int) string {
	n := &r.Nodes[i]
	if n.Alike == "" && n.Kind != viz.Leaf {
		return fmt.Sprintf("#%d", i)
	}
	key := fmt.Sprintf("%d %v %v %v %q", n.Kind, n.Absent, n.Cut, n.Crash, n.Alike)
	if n.Kind == viz.Goal {
		return key
	}
	if n.Kind == viz.Leaf {
		return key + n.Label
	}
	var below []string
	for _, c := range n.Children {
		if r.Nodes[c].Kind == viz.Goal {
			below = append(below, strconv.Itoa(r.classOf(c)))
		} else {
			below = append(below, "("+r.likeness(c)+")")
		}
	}
	slices.Sort(below)
	return key + " " + strings.Join(slices.Compact(below), " ")
}

// mostTitles is how many titles a box for several has.
const mostTitles = 8

// join makes the first of some nodes represent all of them.
func (f *folder) join(list []int) {
	n := &f.Nodes[list[0]]
	var titles []string
	for _, i := range list {
		m := &f.Nodes[i]
		f.times[list[0]] = append(f.times[list[0]], m.Time)
		if m.Kind == viz.Goal {
			for _, c := range m.Children {
				f.times[list[0]] = append(f.times[list[0]], f.held[c]...)
			}
		}
		titles = append(titles, m.Title)
		n.Given, n.Frontier = n.Given || m.Given, n.Frontier || m.Frontier
		n.Keeps = n.Keeps && m.Keeps
		n.Faults = union(n.Faults, m.Faults)
		if i != list[0] {
			n.Children = append(n.Children[:len(n.Children):len(n.Children)], m.Children...)
		}
	}
	slices.Sort(f.times[list[0]])
	f.times[list[0]] = slices.Compact(f.times[list[0]])
	n.Time = f.times[list[0]][0] // what it depends on represents that time or earlier ones too
	if more := len(titles) - mostTitles; more > 1 {
		titles = append(titles[:mostTitles:mostTitles], fmt.Sprintf("and %d more", more))
	}
	n.Title = strings.Join(titles, "\n")
}

// dropEmpty takes away the steps that led from a box to itself.
func (r *rounds) dropEmpty() {
	for again := true; again; {
		again = false
		for i := range r.Nodes {
			n := &r.Nodes[i]
			if r.gone[i] {
				continue
			}
			kept := slices.DeleteFunc(slices.Clone(n.Children), func(c int) bool {
				step := &r.Nodes[c]
				return step.Keeps && len(step.Children) == 0
			})
			if len(kept) < len(n.Children) {
				again = true
				for _, c := range n.Children {
					if !slices.Contains(kept, c) {
						r.gone[c] = true
						n.Faults = union(n.Faults, r.Nodes[c].Faults)
					}
				}
				n.Children = kept
			}
		}
	}
}

// spans writes times: stretches, where they follow each other.
func spans(times []int) string {
	var parts []string
	for i := 0; i < len(times); {
		k := i
		for k+1 < len(times) && times[k+1] == times[k]+1 {
			k++
		}
		text := strconv.Itoa(times[i])
		if k > i {
			text += "…" + strconv.Itoa(times[k])
		}
		parts = append(parts, text)
		i = k + 1
	}
	if len(parts) > 3 {
		return fmt.Sprintf("%d…%d ×%d", times[0], times[len(times)-1], len(times))
	}
	return strings.Join(parts, ", ")
}
