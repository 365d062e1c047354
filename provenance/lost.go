package provenance

import (
	"cmp"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// LostSupport is a message that was sent and lost, and what it would have been good for.
type LostSupport struct {
	Tuple string // the tuple that it would have brought
	// Relation is the message's, From and To its ends.
	Relation string
	From, To string
	// Sent is when it was sent. Where the same fault took it again at later times, Last is
	// the last of them, else Sent.
	Sent, Last int
	Fault      failure.Fault
	// Next is a message that was not sent, where the way from the tuple to what is explained
	// goes over one. It may lack more than the tuple.
	Next *UnsentMessage
}

// UnsentMessage is a message that a node did not send.
type UnsentMessage struct {
	Relation string
	From, To string
	Time     int
}

// String says it in a sentence.
func (l LostSupport) String() string {
	if l.Last > l.Sent {
		return fmt.Sprintf("the messages %s from %s to %s, sent at %d…%d, were lost by %s: each would have brought %s",
			l.Relation, l.From, l.To, l.Sent, l.Last, faultWords(l.Fault), l.Tuple)
	}
	text := fmt.Sprintf("the message %s from %s to %s, sent at %d, was lost by %s: it would have brought %s at %d",
		l.Relation, l.From, l.To, l.Sent, faultWords(l.Fault), l.Tuple, l.Sent+1)
	if n := l.Next; n != nil {
		text += fmt.Sprintf(", on the way to %s, which %s did not send to %s at %d", n.Relation, n.From, n.To, n.Time)
	}
	return text
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

// SeenCrashes lists, sorted, the crashes that stand in the way of a goal because a rule
// reads crash and negates what follows from it: on the ways that LostSupports follows.
func (g *Graph) SeenCrashes(root NodeID) []failure.Fault {
	w := &lossWalk{graph: g}
	w.walk(root)
	var crashes []failure.Fault
	for _, id := range w.queue {
		n := g.Node(id)
		if n.Kind != Holds || n.Relation != g.Program.Crash {
			continue
		}
		f := failure.CrashAt(n.Args[1].Text(), int(n.Args[2].Number()))
		if !slices.Contains(crashes, f) {
			crashes = append(crashes, f)
		}
	}
	slices.SortFunc(crashes, failure.Fault.Compare)
	return crashes
}

// lossWalk looks for lost messages, goal by goal, the nearest first.
type lossWalk struct {
	graph *Graph
	far   bool // follow what holds over time, too
	seen  map[NodeID]bool
	queue []NodeID
	next  map[NodeID]*UnsentMessage // that waits for a goal; not there where none does
	found []LostSupport
	goals []NodeID // of found: what each message would have brought
}

func (w *lossWalk) walk(root NodeID) {
	w.seen, w.queue, w.next = map[NodeID]bool{}, nil, map[NodeID]*UnsentMessage{}
	w.visit(root, nil)
	for i := 0; i < len(w.queue); i++ {
		for _, c := range w.graph.Node(w.queue[i]).Children {
			w.way(w.queue[i], c)
		}
	}
	for i, goal := range w.goals {
		w.found[i].Next = w.next[goal]
	}
}

func (w *lossWalk) visit(id NodeID, next *UnsentMessage) {
	if have := w.next[id]; have != nil && next != nil && next.Time < have.Time {
		w.next[id] = next // the first one that waits for it
	}
	if !w.seen[id] {
		w.seen[id], w.next[id] = true, next
		w.queue = append(w.queue, id)
	}
}

// way follows one way in which a goal comes about or does not.
func (w *lossWalk) way(goal, id NodeID) {
	next := w.next[goal]
	switch way := w.graph.Node(id); way.Kind {
	case Missing: // a tuple of a pattern
		w.visit(id, next)
	case Grouped, Regrouped:
		for _, c := range way.Children {
			if !w.graph.Node(c).IsGoal() {
				w.way(goal, c)
			} else if w.far { // the value that the group has instead
				w.visit(c, next)
			}
		}
	case Blocked:
		w.blocked(goal, way)
	case Fired:
		local := w.graph.Program.Rules[way.Rule].Timing == datalog.Deductive
		for _, c := range way.Children {
			if n := w.graph.Node(c); n.Kind == Missing || n.Kind == Holds && (local || w.far) {
				w.visit(c, next)
			}
		}
	}
}

// blocked follows what a rule lacks. A message was sent, and lost, where nothing else
// is lacking.
func (w *lossWalk) blocked(id NodeID, way *Node) {
	if w.graph.Space && !way.Possible {
		return // no scenario would help
	}
	goal, next := w.graph.Node(id), w.next[id]
	within := next
	if m := w.unsent(goal, way); m != nil {
		within = m
	}
	for _, c := range way.Children {
		n := w.graph.Node(c)
		if n.IsGoal() {
			w.visit(c, within)
		}
		if n.Kind == Lost && len(way.Children) == 1 {
			w.found = append(w.found, LostSupport{
				Tuple:    formatTuple(w.graph.Program, goal.Relation, goal.Args),
				Relation: w.graph.Program.Relations[n.Relation].Name,
				From:     show(n.From), To: show(n.To), Sent: n.Time, Last: n.Time, Fault: n.Fault,
			})
			w.goals = append(w.goals, id)
		}
	}
}

// unsent is the message of a rule that lacks premises, if it would go to another node.
func (w *lossWalk) unsent(goal, way *Node) *UnsentMessage {
	rule := &w.graph.Program.Rules[way.Rule]
	if rule.Timing != datalog.Asynchronous || len(goal.Args) == 0 {
		return nil
	}
	from, ok := eval.Compute(*rule.Location, way.Vars)
	if to := goal.Args[0]; ok && to.Type() != datalog.Unknown && from != to {
		return &UnsentMessage{w.graph.Program.Relations[goal.Relation].Name, show(from), show(to), way.Time}
	}
	return nil
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
