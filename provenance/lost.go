package provenance

import (
	"cmp"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/failure"
)

// LostSupport is a message that was sent and lost, and the tuple that it would have
// brought.
type LostSupport struct {
	Tuple string // the tuple that it would have brought
	// Relation is the message's, From and To its ends.
	Relation string
	From, To string
	// Sent is when it was sent. Where the same fault took it again at later times, Last is
	// the last of them, else Sent.
	Sent, Last int
	Fault      failure.Fault
}

// String says it in a sentence.
func (l LostSupport) String() string {
	text := fmt.Sprintf("%s at %d was to come by the message %s from %s to %s sent at %d",
		l.Tuple, l.Sent+1, l.Relation, l.From, l.To, l.Sent)
	if l.Last > l.Sent {
		return text + fmt.Sprintf(", or by a later one; all until %d were lost by %s", l.Last, faultWords(l.Fault))
	}
	return text + fmt.Sprintf("; it was lost by %s", faultWords(l.Fault))
}

// LostSupports is the short story of why a goal does not hold: the messages that were
// sent and lost, any of which might have helped, by time of sending, at most limit of
// them (0 is no limit), and how many more there are.
//
// It follows what is missing, and through what should not hold, what that negates.
// Only where this leads to no lost message does it also follow how what should not
// hold came about over time. It then finds one for every tuple that holds without faults,
// unless the program sees crashes.
func (g *Graph) LostSupports(root NodeID, limit int) (list []LostSupport, more int) {
	w := &lossWalk{graph: g}
	w.walk(root)
	if len(w.found) == 0 {
		w.far = true
		w.walk(root)
	}
	list = w.merged()
	if limit > 0 && len(list) > limit {
		return list[:limit], len(list) - limit
	}
	return list, 0
}

// lossWalk looks for lost messages, goal by goal, the nearest first.
type lossWalk struct {
	graph *Graph
	far   bool // follow what holds over time, too
	seen  map[NodeID]bool
	queue []NodeID
	found []LostSupport
}

func (w *lossWalk) walk(root NodeID) {
	w.seen, w.queue = map[NodeID]bool{}, nil
	w.visit(root)
	for i := 0; i < len(w.queue); i++ {
		goal := w.graph.Node(w.queue[i])
		for _, c := range goal.Children {
			w.way(goal, c)
		}
	}
}

func (w *lossWalk) visit(id NodeID) {
	if !w.seen[id] {
		w.seen[id] = true
		w.queue = append(w.queue, id)
	}
}

// way follows one way in which a goal comes about or does not.
func (w *lossWalk) way(goal *Node, id NodeID) {
	switch way := w.graph.Node(id); way.Kind {
	case Missing: // a tuple of a pattern
		w.visit(id)
	case Grouped, Regrouped:
		for _, c := range way.Children {
			if !w.graph.Node(c).IsGoal() {
				w.way(goal, c)
			} else if w.far { // the value that the group has instead
				w.visit(c)
			}
		}
	case Blocked:
		w.blocked(goal, way)
	case Fired:
		local := w.graph.Program.Rules[way.Rule].Timing == datalog.Deductive
		for _, c := range way.Children {
			if n := w.graph.Node(c); n.Kind == Missing || n.Kind == Holds && (local || w.far) {
				w.visit(c)
			}
		}
	}
}

// blocked follows what a rule lacks. A message was sent, and lost, where nothing else
// is lacking.
func (w *lossWalk) blocked(goal, way *Node) {
	if w.graph.Space && !way.Possible {
		return // no scenario would help
	}
	for _, c := range way.Children {
		n := w.graph.Node(c)
		if n.IsGoal() {
			w.visit(c)
		}
		if n.Kind == Lost && len(way.Children) == 1 {
			w.found = append(w.found, LostSupport{
				Tuple:    formatTuple(w.graph.Program, goal.Relation, goal.Args),
				Relation: w.graph.Program.Relations[n.Relation].Name,
				From:     show(n.From), To: show(n.To), Sent: n.Time, Last: n.Time, Fault: n.Fault,
			})
		}
	}
}

// merged sorts what was found, and makes one of what the same fault took from time to
// time.
func (w *lossWalk) merged() []LostSupport {
	slices.SortFunc(w.found, func(a, b LostSupport) int {
		return cmp.Or(
			cmp.Compare(a.Sent, b.Sent), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Tuple, b.Tuple),
		)
	})
	type stream struct {
		relation, from, to string
		fault              failure.Fault
	}
	first := map[stream]int{}
	var list []LostSupport
	for _, l := range w.found {
		s := stream{l.Relation, l.From, l.To, l.Fault}
		if i, again := first[s]; again {
			list[i].Last = l.Sent
			continue
		}
		first[s] = len(list)
		list = append(list, l)
	}
	return list
}
