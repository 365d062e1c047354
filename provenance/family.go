package provenance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/failure"
)

// A family is one thing at several times: nodes of the same kind, for goals of the same
// tuple, sorted by time. Text explains families, not nodes: what repeats from time to
// time is said once.
type family []NodeID

// keeping is what a goal has to do with the same tuple one time before.
type keeping struct {
	before NodeID
	way    NodeID // the rule p@next :- p that keeps it, or would
}

// keptFrom finds a rule that keeps a goal's tuple from one time to the next and needs
// nothing else.
func (t *texter) keptFrom(id NodeID) (k keeping, ok bool) {
	g := t.graph
	n := g.Node(id)
	if !n.IsGoal() {
		return k, false
	}
	for _, c := range n.Children {
		way := g.Node(c)
		if way.Kind != Fired && way.Kind != Blocked || len(way.Children) != 1 {
			continue
		}
		if r := g.Program.Rule(way.Rule); r.Timing != datalog.Inductive || len(r.Body) != 1 {
			continue
		}
		before := g.Node(way.Children[0])
		if before.Kind == n.Kind && before.Relation == n.Relation && slices.Equal(before.Args, n.Args) {
			return keeping{way.Children[0], c}, true
		}
	}
	return k, false
}

// withPast adds to some goals what they keep from earlier times, or would.
func (t *texter) withPast(ids family) family {
	in := map[NodeID]bool{}
	var all family
	for _, id := range ids {
		for !in[id] {
			in[id] = true
			all = append(all, id)
			if k, ok := t.keptFrom(id); ok {
				id = k.before
			}
		}
	}
	return t.sorted(all)
}

// sorted brings a family in the order of time, without repetitions.
func (t *texter) sorted(ids family) family {
	slices.SortFunc(ids, func(x, y NodeID) int {
		return cmp.Or(cmp.Compare(t.when(x), t.when(y)), cmp.Compare(x, y))
	})
	return slices.Compact(ids)
}

// when is the time by which the members of a family differ.
func (t *texter) when(id NodeID) int {
	n := t.graph.Node(id)
	if n.Kind == Missing && n.Relation == t.graph.Program.Crash {
		return int(n.Args[2].Number())
	}
	return n.Time
}

// times lists the times of a family, such as 1, 3…7.
func (t *texter) times(ids family) string {
	var list []int
	for _, id := range ids {
		list = append(list, t.when(id))
	}
	list = slices.Compact(list)
	to := "…"
	if t.options.ASCII {
		to = ".."
	}
	return timeRanges(list, to)
}

// ways gathers the children of some nodes as families, in the order in which they come
// first, but those that except names.
func (t *texter) ways(ids family, except func(parent, child NodeID) bool) []family {
	var list []family
	place := map[string]int{}
	for _, id := range ids {
		n := t.graph.Node(id)
		for _, c := range n.Children {
			if except != nil && except(id, c) {
				continue
			}
			key := t.likeness(c, n.Kind == Grouped || n.Kind == Regrouped)
			i, known := place[key]
			if !known {
				i = len(list)
				place[key] = i
				list = append(list, nil)
			}
			list[i] = append(list[i], c)
		}
	}
	for i := range list {
		list[i] = t.sorted(list[i])
	}
	return list
}

// premises gathers the children of a family of ways, place by place.
func (t *texter) premises(ways family) []family {
	var list []family
	for i := range t.graph.Node(ways[0]).Children {
		var f family
		for _, w := range ways {
			f = append(f, t.graph.Node(w).Children[i])
		}
		list = append(list, t.sorted(f))
	}
	return list
}

// likeness is the same text for nodes that say the same of different times.
func (t *texter) likeness(id NodeID, binding bool) string {
	n := t.graph.Node(id)
	var b strings.Builder
	fmt.Fprintf(&b, "%v %d ", n.Kind, n.Rule)
	if binding {
		fmt.Fprintf(&b, "%v ", n.Vars)
	}
	switch n.Kind {
	case Holds, Missing:
		args := n.Args
		if n.Kind == Missing && n.Relation == t.graph.Program.Crash && !isPattern(args[2:]) {
			args = args[1:2] // no matter who would have seen it, and when it would have been
		}
		fmt.Fprintf(&b, "%d %q", n.Relation, fmt.Sprint(args))
	case Fired, Blocked, Grouped, Regrouped:
		for _, c := range n.Children {
			fmt.Fprintf(&b, "(%s)", t.likeness(c, n.Kind == Grouped || n.Kind == Regrouped))
		}
	case Given, Stated, Unchosen:
		fmt.Fprintf(&b, "%v", n.Fact)
		if n.Fault != (failure.Fault{}) {
			fmt.Fprintf(&b, " %v", n.Fault)
		}
	case Down, Up:
		fmt.Fprintf(&b, "%v %v", n.From, n.Fault)
	case OtherTime:
		fmt.Fprintf(&b, "%v %v %d %d", n.From, n.To, n.At-n.Time, n.Fault.Time-n.Time)
	case Lost:
		fmt.Fprintf(&b, "%v %v %d", n.From, n.To, n.Fault.Kind) // a node crashes once
	case Arrived:
		fmt.Fprintf(&b, "%v %v %d %d", n.From, n.To, n.Fault.Kind, n.At-n.Time)
		if n.Fault != (failure.Fault{}) {
			fmt.Fprintf(&b, " %d", n.Fault.Time-n.Time)
		}
	case NoNode:
		fmt.Fprintf(&b, "%v %v", n.From, n.To)
	case NoRule:
		fmt.Fprintf(&b, "%d", n.Relation)
	default:
		fmt.Fprintf(&b, "%d %q %q", n.Relation, fmt.Sprint(n.Args), n.Text)
	}
	return b.String()
}
