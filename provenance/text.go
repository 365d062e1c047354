package provenance

import (
	"fmt"
	"slices"
	"strings"
)

// Text prints a graph as a tree, from the goals down to what they rest on.
//
// What is so at several times for the same reasons is said once, with its times: p@2…5. A
// goal that several ways lead to is explained once, where it comes first, and gets a
// number there; later it only names the number.
func (g *Graph) Text(o TextOptions) string {
	draft := newTexter(g, o, nil) // finds out which goals are referred to
	draft.roots()
	final := newTexter(g, o, draft.referred)
	final.roots()
	return final.out.String()
}

func (t *texter) roots() {
	for i, root := range t.graph.Roots {
		if i > 0 {
			t.out.WriteByte('\n')
		}
		t.goal(family{root}, "", "", "", 0)
	}
}

// goal prints a goal, at one or more times, and its explanation. first begins its line,
// rest those below; prefix is a word before the tuple.
func (t *texter) goal(ids family, first, rest, prefix string, depth int) {
	all := t.withPast(ids)
	var fresh family
	var old []int // explanations of the others
	for _, id := range all {
		if e, ok := t.explained[id]; !ok {
			fresh = append(fresh, id)
		} else if !slices.Contains(old, e) {
			old = append(old, e)
		}
	}
	if len(fresh) == 0 {
		t.line(first, prefix+t.claim(ids)+": "+t.see(old))
		return
	}
	ways := t.ways(fresh, func(parent, child NodeID) bool { // what keeps it is said in the line
		k, keeps := t.keptFrom(parent)
		return keeps && k.way == child
	})
	line := prefix + t.claimWithPast(ids, all)
	if t.graph.Node(fresh[0]).Elided && len(ways) == 0 {
		t.line(first, line+" …")
		return
	}
	if reason, ok := t.short(ways); ok && len(old) == 0 {
		t.line(first, line+reason)
		return
	}
	if len(ways) == 0 { // but what is explained elsewhere
		t.line(first, line+": "+t.see(old))
		return
	}
	if t.options.Depth > 0 && depth >= t.options.Depth {
		t.line(first, line+" …")
		return
	}
	t.count++
	for _, id := range fresh {
		t.explained[id] = t.count
	}
	if t.referred[t.count] {
		t.number[t.count] = len(t.number) + 1
		line += fmt.Sprintf("  #%d", t.number[t.count])
	}
	t.line(first, line)
	more := 0
	for _, id := range fresh {
		more += t.graph.Node(id).More
	}
	var tail []string
	if len(old) > 0 {
		tail = append(tail, "at other times: "+t.see(old))
	}
	if more > 0 {
		tail = append(tail, fmt.Sprintf("and %d more bindings of these rules that get as far", more))
	}
	parent := t.graph.Node(fresh[0])
	if n := len(ways) - maxShown; n > 0 && parent.Kind == Missing && isPattern(parent.Args) {
		ways = ways[:maxShown]
		tail = append(tail, fmt.Sprintf("and %d more such tuples", n))
	}
	for i, w := range ways {
		last := i == len(ways)-1 && len(tail) == 0
		t.node(parent, w, rest+t.branch(last), rest+t.bar(last), depth)
	}
	for i, text := range tail {
		t.line(rest, t.branch(i == len(tail)-1)+text)
	}
}

// see refers to explanations.
func (t *texter) see(explanations []int) string {
	var parts []string
	for _, e := range explanations {
		t.referred[e] = true
		parts = append(parts, fmt.Sprintf("#%d", t.number[e]))
	}
	return "see " + strings.Join(parts, ", ")
}

// node prints the children of a node, or of a family of nodes, that are alike.
func (t *texter) node(parent *Node, ids family, first, rest string, depth int) {
	n := t.graph.Node(ids[0])
	switch n.Kind {
	case Holds, Missing:
		prefix := ""
		switch {
		case n.Kind == Holds && parent.Kind == Blocked:
			prefix = "notin fails: "
		case n.Kind == Holds && parent.Kind == Regrouped:
			prefix = "instead: "
		case n.Kind == Missing && parent.Kind == Fired:
			prefix = "notin: "
		}
		t.goal(ids, first, rest, prefix, depth+1)
	case Fired, Blocked:
		line := t.way(parent, n)
		premises := t.premises(ids)
		if t.options.chains && len(premises) == 1 {
			t.node(n, premises[0], first, rest, depth)
			return
		}
		if reason, ok := t.only(n, premises); ok {
			t.line(first, line+" "+reason)
			return
		}
		t.line(first, line)
		t.below(n, premises, rest, depth)
	case Grouped, Regrouped:
		if ways := t.ways(ids, nil); t.options.chains && len(ways) == 1 {
			t.node(n, ways[0], first, rest, depth)
			return
		}
		t.line(first, t.way(parent, n))
		t.below(n, t.ways(ids, nil), rest, depth)
	default:
		t.line(first, t.leaf(ids))
	}
}

func (t *texter) below(n *Node, children []family, rest string, depth int) {
	for i, c := range children {
		last := i == len(children)-1
		t.node(n, c, rest+t.branch(last), rest+t.bar(last), depth)
	}
}

// only gives the whole of a Blocked that fails for one reason, if it needs no lines of
// its own.
func (t *texter) only(n *Node, premises []family) (reason string, ok bool) {
	if n.Kind != Blocked || len(premises) != 1 {
		return "", false
	}
	child := premises[0]
	switch t.graph.Node(child[0]).Kind {
	case Holds:
		return "", false
	case Missing:
		if len(t.withPast(child)) > len(child) {
			return "", false
		}
		reason, ok := t.short(t.ways(child, nil))
		return t.claim(child) + reason, ok
	}
	return t.leaf(child), true
}

func (t *texter) line(first, text string) {
	t.out.WriteString(first + text + "\n")
}

func (t *texter) branch(last bool) string {
	switch {
	case t.options.ASCII && last:
		return "`- "
	case t.options.ASCII:
		return "|- "
	case last:
		return "└─ "
	default:
		return "├─ "
	}
}

func (t *texter) bar(last bool) string {
	switch {
	case last:
		return "   "
	case t.options.ASCII:
		return "|  "
	default:
		return "│  "
	}
}
