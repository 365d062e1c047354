package provenance_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
)

// truth judges what a graph claims by looking at the run and the space alone.
type truth struct {
	graph *provenance.Graph
	run   *eval.Run
	space *eval.Space // or nil
}

// lies lists the claims of the graph that are not true.
func (c *truth) lies() []string {
	var list []string
	if err := c.graph.Check(); err != nil {
		list = append(list, err.Error())
	}
	for i := range c.graph.Nodes {
		if lie := c.node(provenance.NodeID(i)); lie != "" {
			list = append(list, fmt.Sprintf("node %d (%v): %s", i, c.graph.Nodes[i].Kind, lie))
		}
	}
	return list
}

func (c *truth) node(id provenance.NodeID) string {
	n := c.graph.Node(id)
	switch n.Kind {
	case provenance.Holds:
		f, holds := c.run.Find(n.Relation, n.Time, n.Args)
		if !holds {
			return "it does not hold"
		}
		return c.ways(n, f)
	case provenance.Missing:
		if count(c.run.Lineage, n) > 0 {
			return "something matches it"
		}
		if c.space != nil && n.Possible != (count(&c.space.Lineage, n) > 0) {
			return "whether it is possible is wrong"
		}
	case provenance.Fired:
		return c.fired(n)
	case provenance.Given:
		if !c.states(n) && !c.chosen(n) && !c.builtin(n) {
			return "the program has no such fact"
		}
	case provenance.Unchosen:
		if c.run.Scenario.Has(n.Fault) || !slices.Contains(c.run.Spec.Faults(c.run.Nodes()), n.Fault) {
			return "the input is there, or cannot be"
		}
	case provenance.Down, provenance.Up:
		f, down := c.run.Scenario.OutageAt(n.From.Text(), n.Time)
		if down != (n.Kind == provenance.Down) || f != n.Fault {
			return "whether the node is down is wrong"
		}
	case provenance.OtherTime:
		if !slices.Contains(c.run.Scenario.Arrivals(c.run.Spec, n.From.Text(), n.To.Text(), n.Time), n.At) && n.From != n.To {
			return "no such message arrives then"
		}
	case provenance.Stated:
		if !c.states(n) {
			return "the program has no such fact"
		}
	case provenance.Crashed:
		if !c.run.Scenario.Has(n.Fault) {
			return "the scenario has no such crash"
		}
	case provenance.Arrived:
		if !c.sent(n) {
			return "no such message arrives then"
		}
	case provenance.Lost:
		if !c.run.Scenario.Has(n.Fault) {
			return "the scenario has no such fault"
		}
		if n.Fault.Kind == failure.Outage {
			if n.Fault.Node != n.To.Text() || n.At < n.Fault.Time || n.At >= n.Fault.Until {
				return "the receiver is not down"
			}
		} else if c.run.Scenario.Delivers(n.From.Text(), n.To.Text(), n.Time) {
			return "such a message is delivered"
		}
	case provenance.Blocked:
		return c.blocked(n)
	}
	return ""
}

// ways compares the ways of a goal with the lineage.
func (c *truth) ways(n *provenance.Node, f eval.FactID) string {
	fired, grouped := 0, 0
	for range c.run.FiringsOf(f) {
		fired++
	}
	for range c.run.RowsOf(f) {
		grouped++
	}
	for _, ch := range n.Children {
		switch w := c.graph.Node(ch); w.Kind {
		case provenance.Fired:
			fired--
			rule := c.run.Program().Rule(w.Rule)
			for i, t := range rule.Head.Args {
				if v, ok := eval.Compute(t.Term, w.Vars); !ok || v != n.Args[i] {
					return fmt.Sprintf("rule %d concludes %v in column %d", w.Rule, v, i+1)
				}
			}
		case provenance.Grouped:
			grouped--
		}
	}
	if fired != 0 || grouped != 0 {
		return fmt.Sprintf("%d firings and %d aggregates are missing", fired, grouped)
	}
	return ""
}

// states reports whether the program states the fact of a Given or Stated, at its place.
func (c *truth) states(n *provenance.Node) bool {
	return slices.ContainsFunc(c.run.Program().Facts, func(f datalog.Fact) bool { return f.Equal(n.Fact) && f.Pos == n.Pos }) ||
		slices.ContainsFunc(c.run.Program().Lasting, func(f datalog.Fact) bool {
			return f.Relation == n.Relation && f.Time <= n.Time && datalog.CompareTuples(f.Args, n.Args) == 0 && f.Pos == n.Pos
		})
}

// chosen reports whether a Given is an input that the scenario has.
func (c *truth) chosen(n *provenance.Node) bool {
	return n.Fault.Kind == failure.Input && c.run.Scenario.Has(n.Fault)
}

// builtin reports whether a Given is what a builtin relation has.
func (c *truth) builtin(n *provenance.Node) bool {
	p := c.run.Program()
	switch n.Relation {
	case p.Boot:
		return c.run.Scenario.Boots(n.Args[0].Text(), n.Time) && (n.Time == 1 || n.Fault.Until == n.Time)
	case p.Member:
		return slices.Contains(c.run.Nodes(), n.Args[1].Text())
	case p.Now:
		return n.Args[1].Number() == int64(n.Time)
	}
	return false
}

// fired checks that the binding satisfies the whole body, premise by premise.
func (c *truth) fired(n *provenance.Node) string {
	rule := c.run.Program().Rule(n.Rule)
	rest := n.Children
	next := func() *provenance.Node {
		if len(rest) == 0 {
			return &provenance.Node{Kind: provenance.Cut}
		}
		ch := c.graph.Node(rest[0])
		rest = rest[1:]
		return ch
	}
	for _, l := range rule.Body {
		time := n.Time
		if l.Atom.At > 0 {
			time = l.Atom.At
		}
		switch l.Kind {
		case datalog.Comparison:
			x, _ := eval.Compute(l.Left, n.Vars)
			y, _ := eval.Compute(l.Right, n.Vars)
			if !l.Op.Holds(x.Compare(y)) {
				return fmt.Sprintf("%v %v %v is false", x, l.Op, y)
			}
		case datalog.Positive:
			if p := next(); p.Kind != provenance.Holds || !agrees(p, l.Atom, time, n.Vars, c.crash()) {
				return "a premise is not that of the binding"
			}
		default:
			p := next()
			if p.Kind == provenance.NotYet && l.Atom.At > n.Time {
				continue
			}
			if p.Kind != provenance.Missing || !agrees(p, l.Atom, time, n.Vars, c.crash()) {
				return "a negated premise is not that of the binding"
			}
		}
	}
	if held := n.Rule >= len(c.run.Program().Rules); held && next().Kind != provenance.Down {
		return "what is held over is not down"
	}
	if rule.Timing == datalog.Asynchronous && next().Kind != provenance.Arrived || len(rest) > 0 {
		return "there is no message, or there are too many premises"
	}
	return ""
}

func (c *truth) crash() datalog.RelID { return c.run.Program().Crash }

// agrees reports whether a goal is an atom under a binding.
func agrees(n *provenance.Node, a datalog.Atom, time int, vars []datalog.Value, crash datalog.RelID) bool {
	if a.Relation != n.Relation || a.Relation != crash && n.Time != time {
		return false
	}
	for i, t := range a.Args {
		v, ok := eval.Compute(t, vars)
		if ok && v != n.Args[i] || !ok && t.Kind == datalog.Expression {
			return false
		}
	}
	return true
}

// blocked checks that what fails is of the rule's body. That it fails is what the
// children say themselves.
func (c *truth) blocked(n *provenance.Node) string {
	rule := c.run.Program().Rule(n.Rule)
	for _, id := range n.Children {
		ch := c.graph.Node(id)
		want := datalog.Positive
		switch ch.Kind {
		case provenance.Holds:
			want = datalog.Negative
		case provenance.Missing:
		default:
			continue
		}
		found := false
		for _, l := range rule.Body {
			found = found || l.Kind == want && l.Atom.Relation == ch.Relation
		}
		if !found {
			return "what fails is no premise"
		}
	}
	return ""
}

// sent reports whether the run has such a message, which arrives when the node says.
func (c *truth) sent(n *provenance.Node) bool {
	for _, m := range c.run.Messages() {
		if m.Relation == n.Relation && m.From == n.From && m.To == n.To && m.Sent == n.Time && slices.Contains(m.Arrivals, n.At) {
			return true
		}
	}
	return false
}

// count counts the tuples that match a goal.
func count(l *eval.Lineage, n *provenance.Node) int {
	count := 0
	for _, f := range l.At(n.Relation, n.Time) {
		same := true
		for i, v := range l.Args(f) {
			same = same && (n.Args[i].Type() == datalog.Unknown || n.Args[i] == v)
		}
		if same {
			count++
		}
	}
	return count
}

// lostLies lists lost supports that are no lost messages of the run.
func (c *truth) lostLies(list []provenance.LostSupport) []string {
	var lies []string
	for _, l := range list {
		for _, sent := range l.Sent {
			lost := false
			for _, m := range c.run.Messages() {
				lost = lost || (!m.Arrived || l.Faults[0].Kind == failure.Outage || l.Arrives > 0 && slices.Contains(m.Arrivals, l.Arrives)) && m.Sent == sent && m.From == datalog.String(l.From) && m.To == datalog.String(l.To) &&
					c.run.Program().Relations[m.Relation].Name == l.Relation
			}
			if !lost {
				lies = append(lies, "no such message was lost: "+l.String())
			}
			if len(l.Sent) > 1 && !c.brings(l, sent) {
				lies = append(lies, fmt.Sprintf("what was sent at %d would have brought something else: %s", sent, l))
			}
		}
		for _, f := range l.Faults {
			if !c.run.Scenario.Has(f) || f.Kind == failure.Omission && len(l.Faults) != len(l.Sent) || f.Kind.OfNode() && len(l.Faults) > 1 {
				lies = append(lies, "these are not the faults that took it: "+l.String())
			}
		}
	}
	return lies
}

// brings reports whether a node sent at a time what would have brought one of the tuples. What a rule
// that aggregates would have made of it is another question.
func (c *truth) brings(l provenance.LostSupport, sent int) bool {
	p := c.run.Program()
	for _, rule := range p.Rules {
		if p.Relations[rule.Head.Relation].Name == l.Relation && rule.Aggregates() {
			return true
		}
	}
	var patterns []string
	for _, tuple := range append([]string{l.Tuple}, l.Others...) {
		patterns = append(patterns, strings.ReplaceAll(regexp.QuoteMeta(tuple), "_", "[^,]*"))
	}
	some := regexp.MustCompile("^(" + strings.Join(patterns, "|") + ")$")
	return slices.ContainsFunc(c.run.Messages(), func(m eval.Message) bool {
		name := p.Relations[m.Relation].Name
		return name == l.Relation && m.Sent == sent && m.From == datalog.String(l.From) && m.To == datalog.String(l.To) &&
			some.MatchString(datalog.FormatTuple(name, m.Args))
	})
}
