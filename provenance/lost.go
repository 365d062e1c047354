package provenance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// LostSupport is a message that was sent and lost, or arrived too late, and what it would have been
// good for; or the same lost message at several times.
type LostSupport struct {
	Tuple string // the tuple that it would have brought, the first time
	// Others are the different tuples that it would have brought the other times, each once.
	Others []string
	// Relation is the message's, From and To its ends.
	Relation string
	From, To string
	Sent     []int           // when it was sent; at least one time, in order
	Faults   []failure.Fault // what took it: one crash or outage, or an omission for each time; or what makes it late
	// Arrives is when a message arrives that is too late, else 0; then there is one time of sending.
	Arrives int
	at      int // when it would have brought the tuple
	// Next is a message that was not sent, where the way from the tuple to what is explained
	// goes over one. It may lack more than the tuple. It is nil for several times.
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
	if len(l.Sent) > 1 {
		return fmt.Sprintf("the messages %s from %s to %s, sent at %s, were lost by %s: %s",
			l.Relation, l.From, l.To, timeRanges(l.Sent, "…"), faultsWords(l.Faults), l.brought())
	}
	text := fmt.Sprintf("the message %s from %s to %s, sent at %d, was lost by %s: it would have brought %s at %d",
		l.Relation, l.From, l.To, l.Sent[0], faultsWords(l.Faults), l.Tuple, l.at)
	if l.Arrives > 0 {
		held := ""
		if f := l.Faults[0]; f.Time != l.Sent[0] {
			held = fmt.Sprintf(", held up by what is sent at %d", f.Time)
		}
		text = fmt.Sprintf("the message %s from %s to %s, sent at %d, arrives at %d%s, too late for %s",
			l.Relation, l.From, l.To, l.Sent[0], l.Arrives, held, l.Tuple)
	}
	if n := l.Next; n != nil {
		text += fmt.Sprintf(", on the way to %s, which %s did not send to %s at %d", n.Relation, n.From, n.To, n.Time)
	}
	return text
}

// brought says what several messages would have brought.
func (l LostSupport) brought() string {
	const listed = 3
	tuples := append([]string{l.Tuple}, l.Others...)
	switch n := len(tuples); {
	case n == 1:
		return "each would have brought " + l.Tuple
	case n <= listed:
		return "they would have brought " + strings.Join(tuples[:n-1], ", ") + " and " + tuples[n-1]
	default:
		return fmt.Sprintf("they would have brought %s and %d more", strings.Join(tuples[:listed], ", "), n-listed)
	}
}

// LostSupports lists, in short, what a goal rests on or lacks: the messages that were sent and lost on the
// ways that the graph shows, by time of sending, at most limit of them (0 is no limit), how many
// more there are, and the faults that only those name. As long as the limit allows, there is one for
// each fault.
//
// Ask the graph of one reason ([Graph.Reason]): then each of these messages was needed. In a graph
// of all ways, any of them might have helped.
func (g *Graph) LostSupports(root NodeID, limit int) (list []LostSupport, more int, unnamed []failure.Fault) {
	w := &lossWalk{graph: g}
	w.walk(root)
	return choose(w.merged(), limit)
}

// choose takes at most limit supports, first those that name new faults.
func choose(all []LostSupport, limit int) (list []LostSupport, more int, unnamed []failure.Fault) {
	if limit <= 0 || len(all) <= limit {
		return all, 0, nil
	}
	named := map[failure.Fault]bool{}
	chosen := make([]bool, len(all))
	left := limit
	take := func(i int) {
		chosen[i] = true
		left--
		for _, f := range all[i].Faults {
			named[f] = true
		}
	}
	for i, l := range all {
		if left > 0 && slices.ContainsFunc(l.Faults, func(f failure.Fault) bool { return !named[f] }) {
			take(i)
		}
	}
	for i := range all {
		if left > 0 && !chosen[i] {
			take(i)
		}
	}
	for i, l := range all {
		if chosen[i] {
			list = append(list, l)
			continue
		}
		for _, f := range l.Faults {
			if !named[f] {
				named[f] = true
				unnamed = append(unnamed, f)
			}
		}
	}
	slices.SortFunc(unnamed, failure.Fault.Compare)
	return list, len(all) - limit, unnamed
}

// same reports whether two late messages are the same one, and lack the same tuple.
func (l LostSupport) same(other LostSupport) bool {
	return l.Arrives == other.Arrives && l.Sent[0] == other.Sent[0] && l.Relation == other.Relation &&
		l.From == other.From && l.To == other.To && l.Tuple == other.Tuple
}

// SeenCrashes lists, sorted, the crashes and outages that matter to a goal because a rule reads crash
// or outage.
func (g *Graph) SeenCrashes(root NodeID) []failure.Fault {
	w := &lossWalk{graph: g}
	w.walk(root)
	var crashes []failure.Fault
	for _, id := range w.queue {
		n := g.Node(id)
		if n.Kind != Holds || n.Relation != g.Program.Crash && n.Relation != g.Program.Outage {
			continue
		}
		f := seenFault(g.Program, n.Fact)
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
			} else { // the value that the group has instead
				w.visit(c, next)
			}
		}
	case Blocked:
		w.blocked(goal, way)
	case Fired:
		for _, c := range way.Children {
			if w.graph.Node(c).IsGoal() {
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
		late := n.Kind == OtherTime && n.Fault != (failure.Fault{})
		if (n.Kind == Lost || late) && len(way.Children) == 1 {
			tuple := goal.Args
			if goal.Kind == Holds { // an aggregate that would have another value
				tuple = n.Args
			}
			w.found = append(w.found, LostSupport{
				Tuple:    datalog.FormatTuple(w.graph.Program.Relations[goal.Relation].Name, tuple),
				Relation: w.graph.Program.Relations[n.Relation].Name,
				From:     show(n.From), To: show(n.To), Sent: []int{n.Time}, Faults: []failure.Fault{n.Fault},
			})
			l := &w.found[len(w.found)-1]
			l.at = n.Time + 1
			switch {
			case late:
				l.Arrives = n.At
			case n.At > 0: // the receiver is down then
				l.at = n.At
			}
			w.goals = append(w.goals, id)
		}
	}
}

// unsent is the message of a rule that lacks premises, if it would go to another node.
func (w *lossWalk) unsent(goal, way *Node) *UnsentMessage {
	rule := w.graph.Program.Rule(way.Rule)
	if rule.Timing != datalog.Asynchronous || len(goal.Args) == 0 {
		return nil
	}
	from, ok := eval.Compute(*rule.Location, way.Vars)
	if to := goal.Args[0]; ok && to.Type() != datalog.Unknown && from != to {
		return &UnsentMessage{w.graph.Program.Relations[goal.Relation].Name, show(from), show(to), way.Time}
	}
	return nil
}

// merged sorts what was found, and makes one of what faults of one kind took from time to time.
func (w *lossWalk) merged() []LostSupport {
	slices.SortFunc(w.found, func(a, b LostSupport) int {
		return cmp.Or(
			cmp.Compare(a.Sent[0], b.Sent[0]), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Tuple, b.Tuple),
		)
	})
	type stream struct {
		relation, from, to string
		kind               failure.Kind // a node crashes once
	}
	first := map[stream]int{}
	var list []LostSupport
	for _, l := range w.found {
		if l.Arrives > 0 && slices.ContainsFunc(list, l.same) {
			continue // at another time it would be too late, too
		}
		s := stream{l.Relation, l.From, l.To, l.Faults[0].Kind}
		i, again := first[s]
		if !again || l.Arrives > 0 {
			first[s] = len(list)
			list = append(list, l)
			continue
		}
		have := &list[i]
		if !slices.Contains(have.Sent, l.Sent[0]) {
			have.Sent = append(have.Sent, l.Sent[0])
			have.Next = nil
			if l.Tuple != have.Tuple && !slices.Contains(have.Others, l.Tuple) {
				have.Others = append(have.Others, l.Tuple)
			}
		}
		if !slices.Contains(have.Faults, l.Faults[0]) {
			have.Faults = append(have.Faults, l.Faults[0])
		}
	}
	return list
}
