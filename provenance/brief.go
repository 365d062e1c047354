package provenance

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"molly/failure"
)

// Brief prints a reason ([Graph.Reason]) in at most about so many lines, and reports whether that is
// all of it. What leads to a fault of the scenario stays longest: first the explanations that lead
// to none are left out, then all but the shortest way to each fault, then the rules on it; the faults
// for which there are not enough lines are listed. Where nothing leads to a fault, what is deep is left out.
func (g *Graph) Brief(lines int, o TextOptions) (text string, all bool) {
	fits := func(t string) bool { return strings.Count(t, "\n") <= lines }
	if text = g.Text(o); fits(text) {
		return text, true
	}
	faults := g.Named()
	if len(faults) == 0 {
		return g.shallow(lines, o), false
	}
	w := g.waysToFaults()
	if text = g.part(w.leads, nil).Text(o); fits(text) {
		return text, false
	}
	path := w.shortest(faults)
	if text = g.part(path, nil).Text(o); fits(text) {
		return text, false
	}
	if text = g.part(path, path).Text(o); fits(text) {
		return text, false
	}
	o.chains = true
	first := func(named int) string {
		path := w.shortest(faults[:named])
		return g.part(path, path).Text(o)
	}
	// The lines become more with each fault that is named.
	named := 1 + sort.Search(len(faults)-1, func(more int) bool { return !fits(first(more + 2)) })
	text = first(named)
	if rest := faults[named:]; len(rest) > 0 {
		text += fmt.Sprintf("\nand likewise for %s\n", failure.Names(rest))
	}
	return text, false
}

// shallow prints as many levels as fit.
func (g *Graph) shallow(lines int, o TextOptions) string {
	deepest := o.Depth
	o.Depth = 1
	text := g.Text(o)
	for deepest == 0 || o.Depth < deepest {
		o.Depth++
		next := g.Text(o)
		if strings.Count(next, "\n") > lines {
			break
		}
		text = next
	}
	return text
}

// Named lists, sorted, the faults that the graph names.
func (g *Graph) Named() []failure.Fault {
	seen := map[failure.Fault]bool{}
	var list []failure.Fault
	for i := range g.Nodes {
		for _, f := range g.Nodes[i].Faults() {
			if !seen[f] {
				seen[f] = true
				list = append(list, f)
			}
		}
	}
	slices.SortFunc(list, failure.Fault.Compare)
	return list
}

// waysToFaults are the shortest ways from the roots to all nodes, and which of them lie on some
// way to a fault.
type waysToFaults struct {
	graph  *Graph
	leads  []bool
	parent []NodeID // on the shortest way from a root; -1 for a root
	order  []NodeID // nearest first
}

func (g *Graph) waysToFaults() *waysToFaults {
	w := &waysToFaults{graph: g, leads: make([]bool, len(g.Nodes)), parent: make([]NodeID, len(g.Nodes))}
	above := make([][]NodeID, len(g.Nodes))
	seen := make([]bool, len(g.Nodes))
	visit := func(id, parent NodeID) {
		if !seen[id] {
			seen[id], w.parent[id] = true, parent
			w.order = append(w.order, id)
		}
	}
	for _, r := range g.Roots {
		visit(r, -1)
	}
	for i := 0; i < len(w.order); i++ {
		for _, ch := range g.Nodes[w.order[i]].Children {
			above[ch] = append(above[ch], w.order[i])
			visit(ch, w.order[i])
		}
	}
	var queue []NodeID
	lead := func(id NodeID) {
		if !w.leads[id] {
			w.leads[id] = true
			queue = append(queue, id)
		}
	}
	for _, id := range w.order {
		if len(g.Nodes[id].Faults()) > 0 {
			lead(id)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, up := range above[queue[i]] {
			lead(up)
		}
	}
	return w
}

// shortest marks the shortest way to each of some faults.
func (w *waysToFaults) shortest(faults []failure.Fault) []bool {
	path := make([]bool, len(w.graph.Nodes))
	wanted := map[failure.Fault]bool{}
	for _, f := range faults {
		wanted[f] = true
	}
	for _, r := range w.graph.Roots {
		path[r] = true
	}
	for _, id := range w.order {
		some := false
		for _, f := range w.graph.Nodes[id].Faults() {
			some = some || wanted[f]
			delete(wanted, f)
		}
		if some {
			for at := id; at >= 0 && !path[at]; at = w.parent[at] {
				path[at] = true
			}
		}
	}
	return path
}

// part is the graph with the explanations of those goals only that are marked in explained; of what is
// not in shown, if given, nothing is left but the roots.
func (g *Graph) part(explained, shown []bool) *Graph {
	out := &Graph{Program: g.Program, Spec: g.Spec, Scenario: g.Scenario, Space: g.Space}
	number := map[NodeID]NodeID{}
	var queue []NodeID
	visit := func(id NodeID) NodeID {
		if _, known := number[id]; !known {
			number[id] = NodeID(len(out.Nodes))
			out.Nodes = append(out.Nodes, g.Nodes[id])
			queue = append(queue, id)
		}
		return number[id]
	}
	for _, r := range g.Roots {
		out.Roots = append(out.Roots, visit(r))
	}
	for i := 0; i < len(queue); i++ {
		old := g.Node(queue[i])
		var children []NodeID
		elided := old.IsGoal() && !explained[queue[i]] && !g.isShort(old)
		for _, ch := range old.Children {
			if !elided && (shown == nil || shown[ch]) {
				children = append(children, visit(ch))
			}
		}
		n := out.Node(number[queue[i]])
		n.Children, n.Elided = children, elided || old.Elided || old.IsGoal() && len(children) == 0 && len(old.Children) > 0
	}
	return out
}

// isShort reports whether the explanation of a goal needs no lines of its own.
func (g *Graph) isShort(goal *Node) bool {
	for _, ch := range goal.Children {
		switch g.Node(ch).Kind {
		case Given, Crashed, NoRule, Unchosen:
		default:
			return false
		}
	}
	return true
}
