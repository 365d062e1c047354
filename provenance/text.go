package provenance

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/failure"
)

// TextOptions say how a graph is printed; the zero value prints all, with box
// drawing.
type TextOptions struct {
	// Depth is how many goals are followed below a root; 0 is no limit.
	Depth int
	// ASCII draws with plain characters only.
	ASCII bool
}

// Text prints a graph as a tree, from the goals down to what they rest on.
//
// A goal that several ways lead to is explained once, where it comes first, and gets a
// number there; later it only names the number. What a rule p@next :- p keeps from
// time to time is one line.
func (g *Graph) Text(o TextOptions) string {
	t := &texter{graph: g, options: o, number: map[NodeID]int{}}
	t.countUses()
	for i, root := range g.Roots {
		if i > 0 {
			t.out.WriteByte('\n')
		}
		t.goal(root, "", "", "", 0)
	}
	return t.out.String()
}

type texter struct {
	graph   *Graph
	options TextOptions
	out     strings.Builder
	uses    []int          // by node: how often a goal's explanation is asked for
	number  map[NodeID]int // of goals that were explained and occur again
}

// goal prints a goal and its explanation. first begins its line, rest those below;
// prefix is a word before the tuple.
func (t *texter) goal(id NodeID, first, rest, prefix string, depth int) {
	origin, kept := t.kept(id)
	n := t.graph.Node(origin)
	line := prefix + t.claim(id)
	if kept != nil {
		line += fmt.Sprintf(", kept since %d by %s", n.Time, t.rule(kept.Rule))
	}
	if reason, ok := t.short(n); ok {
		t.line(first, line+reason)
		return
	}
	switch number, explained := t.number[origin]; {
	case explained:
		t.line(first, line+fmt.Sprintf(": see #%d", number))
		return
	case t.options.Depth > 0 && depth >= t.options.Depth:
		t.line(first, line+" …")
		return
	case t.uses[origin] > 1:
		t.number[origin] = len(t.number) + 1
		line += fmt.Sprintf("  #%d", t.number[origin])
	}
	t.line(first, line)
	t.children(n, rest, depth)
	if n.More > 0 {
		t.line(rest, t.branch(true)+fmt.Sprintf("and %d more bindings of these rules that get as far", n.More))
	}
}

func (t *texter) children(n *Node, rest string, depth int) {
	for i, c := range n.Children {
		last := i == len(n.Children)-1 && n.More == 0
		t.node(n, c, rest+t.branch(last), rest+t.bar(last), depth)
	}
}

// node prints a child of a node.
func (t *texter) node(parent *Node, id NodeID, first, rest string, depth int) {
	n := t.graph.Node(id)
	switch n.Kind {
	case Holds:
		prefix := ""
		switch parent.Kind {
		case Blocked:
			prefix = "notin fails: "
		case Regrouped:
			prefix = "instead: "
		}
		t.goal(id, first, rest, prefix, depth+1)
	case Missing:
		prefix := ""
		if parent.Kind == Fired {
			prefix = "notin: "
		}
		t.goal(id, first, rest, prefix, depth+1)
	case Fired, Blocked, Grouped, Regrouped:
		line := t.way(parent, n)
		if reason, ok := t.only(n); ok {
			t.line(first, line+" "+reason)
			return
		}
		t.line(first, line)
		t.children(n, rest, depth)
	default:
		t.line(first, t.leaf(n))
	}
}

// only gives the whole of a Blocked that fails for one reason, if it needs no lines of
// its own.
func (t *texter) only(n *Node) (reason string, ok bool) {
	if n.Kind != Blocked || len(n.Children) != 1 {
		return "", false
	}
	child := t.graph.Node(n.Children[0])
	switch child.Kind {
	case Holds:
		return "", false
	case Missing:
		reason, ok := t.short(child)
		return t.claim(n.Children[0]) + reason, ok
	}
	return t.leaf(child), true
}

// claim says whether a goal holds.
func (t *texter) claim(id NodeID) string {
	n := t.graph.Node(id)
	tuple := t.tuple(n)
	switch {
	case n.Kind == Holds:
		return tuple + " holds"
	case isPattern(n.Args):
		return "nothing matches " + tuple
	default:
		return tuple + " does not hold"
	}
}

// short gives the whole explanation of a goal that needs no lines of its own.
func (t *texter) short(n *Node) (reason string, ok bool) {
	switch {
	case len(n.Children) == 0:
		return ", and cannot under this specification", n.Kind == Missing
	case len(n.Children) > 1:
		return "", false
	}
	switch only := t.graph.Node(n.Children[0]); only.Kind {
	case Given, Crashed, NoRule:
		return ": " + t.leaf(only), true
	}
	return "", false
}

// way heads the premises of a rule.
func (t *texter) way(parent, n *Node) string {
	text := t.rule(n.Rule)
	switch {
	case parent.Kind == Grouped:
		return "counts " + t.binding(n)
	case parent.Kind == Regrouped:
		return "lacks " + t.binding(n) + ":"
	case n.Kind == Blocked && len(n.Children) > 0:
		return text + ", but"
	case n.Kind == Regrouped && len(n.Children) > 0:
		return text + ", but the group has not this value"
	}
	return text
}

// binding shows the values of a rule's variables.
func (t *texter) binding(n *Node) string {
	rule := &t.graph.Program.Rules[n.Rule]
	var parts []string
	for i, v := range n.Vars {
		if v.Type() != datalog.Unknown {
			parts = append(parts, rule.Vars[i]+" = "+v.String())
		}
	}
	return strings.Join(parts, ", ")
}

// rule shows a rule and where it stands.
func (t *texter) rule(id int) string {
	r := &t.graph.Program.Rules[id]
	text := strings.TrimSuffix(t.graph.Program.FormatRule(r), ";")
	if r.Pos.IsValid() {
		return text + "  [" + r.Pos.Short() + "]"
	}
	return text
}

// leaf says what a node without children means.
func (t *texter) leaf(n *Node) string {
	switch n.Kind {
	case Given:
		return "a fact of the program" + t.place(n.Fact)
	case Stated:
		return fmt.Sprintf("%s is a fact of the program%s", t.tuple(n), t.place(n.Fact))
	case Crashed:
		return fmt.Sprintf("%s crashes at %d", n.Fault.Node, n.Fault.Time)
	case Arrived:
		return fmt.Sprintf("the message from %s to %s, sent at %d, arrives", show(n.From), show(n.To), n.Time)
	case Lost:
		return t.cross() + fmt.Sprintf("the message from %s to %s, sent at %d, is lost by %s", show(n.From), show(n.To), n.Time, faultWords(n.Fault))
	case NoNode:
		return t.cross() + fmt.Sprintf("a message from %s to %s never arrives: not both are nodes", show(n.From), show(n.To))
	case False:
		return t.cross() + n.Text + " is false"
	case Undefined:
		return t.cross() + n.Text + " has no value"
	case Unmatched:
		return fmt.Sprintf("nothing matches %s at %d", n.Text, n.Time)
	case NotYet:
		return t.tuple(n) + ": that time has not come"
	case NoRule:
		if n.Relation == t.graph.Program.Crash {
			return "no such crash happens"
		}
		return t.noRule(n)
	default:
		return "… (too large to go on here)"
	}
}

// noRule says why nothing concludes a tuple.
func (t *texter) noRule(n *Node) string {
	p := t.graph.Program
	concluded, stated := false, false
	for i := range p.Rules {
		concluded = concluded || p.Rules[i].Head.Relation == n.Relation
	}
	for i := range p.Facts {
		stated = stated || p.Facts[i].Relation == n.Relation
	}
	name := p.Relations[n.Relation].Name
	switch {
	case !concluded && !stated:
		return "no rule and no fact has " + name
	case !concluded:
		return "no rule concludes " + name + ", and no fact states this"
	default:
		return fmt.Sprintf("no rule can conclude this at %d, and no fact states it", n.Time)
	}
}

func (t *texter) place(fact int) string {
	if pos := t.graph.Program.Facts[fact].Pos; pos.IsValid() {
		return " [" + pos.Short() + "]"
	}
	return ""
}

// tuple writes a tuple with its time; a crash has none.
func (t *texter) tuple(n *Node) string {
	text := formatTuple(t.graph.Program, n.Relation, n.Args)
	if n.Time > 0 {
		text += fmt.Sprintf("@%d", n.Time)
	}
	return text
}

// kept follows a goal that one rule p@next :- p alone keeps to where it came about.
func (t *texter) kept(id NodeID) (origin NodeID, by *Node) {
	for {
		before, way := t.keptFrom(id)
		if way == nil || by != nil && way.Rule != by.Rule {
			return id, by
		}
		id, by = before, way
	}
}

func (t *texter) keptFrom(id NodeID) (NodeID, *Node) {
	g := t.graph
	n := g.Node(id)
	if n.Kind != Holds || len(n.Children) != 1 {
		return id, nil
	}
	way := g.Node(n.Children[0])
	if way.Kind != Fired || len(way.Children) != 1 || g.Program.Rules[way.Rule].Timing != datalog.Inductive {
		return id, nil
	}
	before := g.Node(way.Children[0])
	if before.Kind != Holds || before.Relation != n.Relation || !matches(n.Args, before.Args) {
		return id, nil
	}
	return way.Children[0], way
}

// countUses counts how often the explanation of each goal is asked for.
func (t *texter) countUses() {
	t.uses = make([]int, len(t.graph.Nodes))
	var queue []NodeID
	use := func(id NodeID) {
		if n := t.graph.Node(id); n.IsGoal() {
			id, _ = t.kept(id)
		}
		t.uses[id]++
		if t.uses[id] == 1 {
			queue = append(queue, id)
		}
	}
	for _, r := range t.graph.Roots {
		use(r)
	}
	for i := 0; i < len(queue); i++ {
		for _, c := range t.graph.Node(queue[i]).Children {
			use(c)
		}
	}
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

func (t *texter) cross() string {
	if t.options.ASCII {
		return "x "
	}
	return "✗ "
}

// show writes a place without quotes where it is a string.
func show(v datalog.Value) string {
	if v.Type() == datalog.Text {
		return v.Text()
	}
	return v.String()
}

// faultWords names a fault in a sentence.
func faultWords(f failure.Fault) string {
	if f.Kind == failure.Crash {
		return fmt.Sprintf("the crash of %s at %d", f.Node, f.Time)
	}
	return fmt.Sprintf("the omission %v", f)
}
