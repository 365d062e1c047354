package provenance

import (
	"fmt"
	"slices"
	"strings"

	"molly/failure"
	"molly/internal/numeral"
)

// mostLosses is how many lost messages are named for one goal.
const mostLosses = 4

// RootsOf returns the roots that explain one of the violations that the graph was made for by
// [Violations]: those of pre and post, or of a persistent tuple.
func (g *Graph) RootsOf(violation, violations int) []NodeID {
	first := 0
	for i := range violations {
		each := 1
		if g.Node(g.Roots[first]).Relation == g.Program.Pre {
			each = 2 // and post
		}
		if i == violation {
			return g.Roots[first : first+each]
		}
		first += each
	}
	return nil
}

// Because says in a few lines which lost messages, and which crashes that rules read, make a
// violation, whose roots it is given ([Graph.RootsOf]). Ask the graph of one reason
// ([Graph.Reason]). It names every fault that the reason names.
func (g *Graph) Because(roots []NodeID) string {
	s := &becauseWriter{reason: g}
	post := roots[len(roots)-1]
	s.losses(post, "")
	for _, f := range g.SeenCrashes(post) {
		s.line("the program reads %v: since %s, it no longer concludes this", f.Kind.Flag(), seen(f))
		s.named = append(s.named, f)
	}
	if pre := roots[0]; pre != post {
		s.losses(pre, "pre holds because ")
		for _, f := range g.SeenCrashes(pre) {
			if !slices.Contains(s.named, f) {
				s.line("pre holds because %s: the program reads %s", seen(f), f.Kind.Flag())
				s.named = append(s.named, f)
			}
		}
	}
	s.others(roots)
	switch {
	case !g.Space && len(g.Scenario) > 0:
		s.unseen()
	case len(s.named) == 0:
		s.line("no fault is needed for it; molly explain shows how it comes about")
	}
	return s.text.String()
}

// seen says what rules see of a node.
func seen(f failure.Fault) string {
	if f.Kind == failure.Outage {
		return fmt.Sprintf("%s is down from time %d to %d", failure.QuoteNode(f.Node), f.Time, f.Until-1)
	}
	return fmt.Sprintf("%s crashes at time %d", failure.QuoteNode(f.Node), f.Time)
}

// BecauseLost says in a few lines which lost messages a goal rests on or lacks.
func (g *Graph) BecauseLost(goal NodeID) string {
	s := &becauseWriter{reason: g}
	s.losses(goal, "")
	return s.text.String()
}

// becauseWriter gathers lines, and which faults they name.
type becauseWriter struct {
	reason *Graph
	text   strings.Builder
	named  []failure.Fault
}

func (s *becauseWriter) line(format string, args ...any) {
	fmt.Fprintf(&s.text, format+"\n", args...)
}

// unseen lists the faults that an explanation of one run alone does not reach.
func (s *becauseWriter) unseen() {
	var others []string
	for _, f := range s.reason.Scenario {
		if !slices.Contains(s.named, f) {
			others = append(others, f.Describe())
		}
	}
	if len(others) > 0 {
		s.line("how these matter is unknown, since only this run was evaluated: %s", strings.Join(others, "; "))
	}
}

// others says what else happens on the ways below goals: what arrives late or a second time, nodes
// that are down or come back, inputs that are there. The order is that of the faults.
func (s *becauseWriter) others(goals []NodeID) {
	type said struct {
		fault failure.Fault
		line  string
	}
	var list []said
	reached := map[NodeID]bool{}
	for _, goal := range goals {
		reached[goal] = true
	}
	for queue := slices.Clone(goals); len(queue) > 0; queue = queue[1:] {
		n := s.reason.Node(queue[0])
		for _, ch := range n.Children {
			if !reached[ch] {
				reached[ch] = true
				queue = append(queue, ch)
			}
		}
		fresh := slices.DeleteFunc(n.Faults(), func(f failure.Fault) bool { return slices.Contains(s.named, f) })
		if len(fresh) == 0 || n.Kind == Lost || n.Kind == Crashed {
			continue // said by losses, or as seen
		}
		s.named = append(s.named, fresh...)
		switch n.Kind {
		case Arrived, OtherTime:
			one, _ := arrival(n)
			list = append(list, said{fresh[0], fmt.Sprintf("the message %s from %s to %s, sent at %d, %s",
				s.reason.Program.Relations[n.Relation].Name, show(n.From), show(n.To), n.Time, one)})
		default:
			list = append(list, said{fresh[0], fresh[0].Describe()})
		}
	}
	slices.SortStableFunc(list, func(a, b said) int { return a.fault.Compare(b.fault) })
	for _, l := range list {
		s.line("%s", l.line)
	}
}

// losses names the lost messages of a goal. Where faults have been named before, it leaves out
// what names no new one.
func (s *becauseWriter) losses(goal NodeID, prefix string) {
	lost, more, others := s.reason.LostSupports(goal, mostLosses)
	before := slices.Clone(s.named)
	fresh := func(f failure.Fault) bool { return !slices.Contains(before, f) }
	for _, l := range lost {
		if len(before) > 0 && !slices.ContainsFunc(l.Faults, fresh) {
			continue
		}
		s.line("%s%v", prefix, l)
		s.named = append(s.named, l.Faults...)
	}
	if more == 0 || len(before) > 0 && !slices.ContainsFunc(others, fresh) {
		return
	}
	text := fmt.Sprintf("%sand %s", prefix, numeral.Count(more, "more lost message"))
	if len(others) > 0 {
		text += ", by " + failure.Names(others)
		s.named = append(s.named, others...)
	}
	s.line("%s", text)
}
