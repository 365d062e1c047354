package provenance

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/failure"
	"molly/internal/numeral"
)

// claim says whether a goal holds, and when.
func (t *texter) claim(ids family) string {
	n := t.graph.Node(ids[0])
	tuple := t.tuple(ids)
	switch {
	case n.Kind == Holds:
		return tuple + " holds"
	case isPattern(n.Args):
		return "nothing matches " + tuple
	default:
		return tuple + " does not hold"
	}
}

// claimWithPast also names the rule that keeps it from time to time, or would. all are the
// goals with their past.
func (t *texter) claimWithPast(ids, all family) string {
	rule := ""
	for _, id := range all {
		if k, ok := t.keptFrom(id); ok {
			rule = t.rule(t.graph.Node(k.way).Rule)
		}
	}
	start := t.when(all[0])
	switch {
	case rule == "":
		return t.claim(ids)
	case t.graph.Node(ids[0]).Kind == Missing:
		return t.claim(all) + ", so " + rule + " has nothing to keep"
	case t.when(ids[0]) > start:
		return fmt.Sprintf("%s, kept since %d by %s", t.claim(ids), start, rule)
	default:
		return t.claim(ids) + ", kept by " + rule
	}
}

// short gives the whole explanation of a goal that needs no lines of its own.
func (t *texter) short(ways []family) (reason string, ok bool) {
	if len(ways) == 0 {
		return ", and cannot under this specification", true
	}
	if len(ways) > 1 {
		return "", false
	}
	switch t.graph.Node(ways[0][0]).Kind {
	case Given, Crashed, NoRule, Unchosen, Down:
		return ": " + t.leaf(ways[0]), true
	}
	return "", false
}

// way heads the premises of a rule.
func (t *texter) way(parent, n *Node) string {
	text := t.rule(n.Rule)
	switch {
	case n.Kind == Blocked && (parent.Kind == Regrouped || parent.Kind == Grouped):
		return "lacks " + t.binding(n) + ":"
	case parent.Kind == Grouped:
		return "counts " + t.binding(n)
	case n.Kind == Blocked && len(n.Children) > 0:
		return text + ", but"
	case n.Kind == Regrouped && len(n.Children) > 0:
		return text + ", but the group does not have this value"
	}
	return text
}

// binding shows the values of a rule's variables.
func (t *texter) binding(n *Node) string {
	rule := t.graph.Program.Rule(n.Rule)
	var parts []string
	for i, v := range n.Vars {
		if v.Type() != datalog.Unknown {
			parts = append(parts, rule.Vars[i]+" = "+v.String())
		}
	}
	return strings.Join(parts, ", ")
}

// rule shows a rule and its position.
func (t *texter) rule(id int) string {
	if id >= len(t.graph.Program.Rules) {
		return "stable storage keeps it while the node is down"
	}
	r := &t.graph.Program.Rules[id]
	text := strings.TrimSuffix(t.graph.Program.FormatRule(r), ";")
	if r.Pos.IsValid() {
		return text + "  [" + r.Pos.Short() + "]"
	}
	return text
}

// leaf says what nodes without children mean.
func (t *texter) leaf(ids family) string {
	n := t.graph.Node(ids[0])
	switch n.Kind {
	case Given:
		return t.stated(n)
	case Stated:
		return fmt.Sprintf("%s is a fact of the program%s", t.tuple(ids), place(n.Fact))
	case Crashed:
		if f := n.Fault; f.Kind == failure.Outage {
			return t.outage(f)
		}
		return fmt.Sprintf("%s crashes at %d", show(datalog.String(n.Fault.Node)), n.Fault.Time)
	case Arrived:
		return t.arrives(ids)
	case OtherTime:
		one, many := t.lateness(n)
		return t.cross() + t.messages(ids, one, many)
	case Down:
		return t.cross() + t.outage(n.Fault)
	case Up:
		return fmt.Sprintf("%s is not down at %s, so that nothing is held over", show(n.From), t.times(ids))
	case Unchosen:
		return "an input that is not there" + place(n.Fact)
	case Lost:
		if n.Fault.Kind == failure.Outage {
			return t.cross() + t.messages(ids, fmt.Sprintf("would arrive at %d, when %s is down", n.At, show(n.To)), fmt.Sprintf("would arrive when %s is down", show(n.To)))
		}
		by := "by omissions"
		if len(ids) == 1 || n.Fault.Kind == failure.Crash {
			by = "by " + faultWords(n.Fault)
		}
		return t.cross() + t.messages(ids, "is lost "+by, "are lost "+by)
	case NoNode:
		return t.cross() + fmt.Sprintf("a message from %s to %s never arrives: not both are nodes", show(n.From), show(n.To))
	case False:
		return t.cross() + n.Text + " is false"
	case Undefined:
		return t.cross() + n.Text + " has no value"
	case Unmatched:
		return fmt.Sprintf("nothing matches %s at %s", n.Text, t.times(ids))
	case NotYet:
		return t.tuple(ids[:1]) + ": that time has not come"
	case NoRule:
		switch p := t.graph.Program; n.Relation {
		case p.Crash:
			return "no such crash happens"
		case p.Outage:
			return "no such outage happens"
		case p.Boot:
			return fmt.Sprintf("%s does not come back at %s", show(n.Args[0]), t.times(ids))
		}
		return t.noRule(ids)
	default:
		return "… (too large to go on here)"
	}
}

// messages says what becomes of one message or more.
func (t *texter) messages(ids family, one, many string) string {
	n := t.graph.Node(ids[0])
	if len(ids) == 1 {
		return fmt.Sprintf("the message from %s to %s, sent at %d, %s", show(n.From), show(n.To), n.Time, one)
	}
	return fmt.Sprintf("the messages from %s to %s, sent at %s, %s", show(n.From), show(n.To), t.times(ids), many)
}

// stated says why a tuple is there by itself.
func (t *texter) stated(n *Node) string {
	p := t.graph.Program
	switch {
	case n.Fault.Kind == failure.Input:
		return "an input that is there" + place(n.Fact)
	case n.Relation == p.Boot && n.Time == 1:
		return "the start"
	case n.Relation == p.Boot:
		return fmt.Sprintf("%s is back from its outage", show(n.Args[0]))
	case n.Relation == p.Member:
		return "a node of the run"
	case n.Relation == p.Now:
		return "the time"
	}
	return "a fact of the program" + place(n.Fact)
}

// outage says how long a node is down.
func (t *texter) outage(f failure.Fault) string {
	if f.Until == f.Time+1 {
		return fmt.Sprintf("%s is down at %d", show(datalog.String(f.Node)), f.Time)
	}
	return fmt.Sprintf("%s is down from %d to %d", show(datalog.String(f.Node)), f.Time, f.Until-1)
}

// arrives says of messages that they arrive, and when, where that is not the usual time.
func (t *texter) arrives(ids family) string {
	n := t.graph.Node(ids[0])
	if n.Fault == (failure.Fault{}) {
		return t.messages(ids, "arrives", "arrive")
	}
	one, many := arrival(n)
	return t.messages(ids, one, many)
}

// arrival says when a message arrives that is late, or comes a second time.
func arrival(n *Node) (one, many string) {
	if n.Fault.Kind == failure.Twice {
		return fmt.Sprintf("arrives a second time at %d", n.At), "arrive a second time"
	}
	held := ""
	if n.Fault.Time != n.Time {
		held = fmt.Sprintf(", held up by what is sent at %d", n.Fault.Time)
	}
	late := numeral.Count(n.At-n.Time-1, "round")
	return fmt.Sprintf("arrives at %d, %s late%s", n.At, late, held), fmt.Sprintf("arrive %s late%s", late, held)
}

// lateness says of a message that arrives at another time when it does.
func (t *texter) lateness(n *Node) (one, many string) {
	switch {
	case n.Fault == (failure.Fault{}):
		return fmt.Sprintf("arrives at %d only", n.At), "arrive in time only"
	case n.At > t.graph.Spec.EOT:
		return fmt.Sprintf("would arrive at %d, after the end of the run", n.At), "would arrive after the end of the run"
	}
	return arrival(n)
}

// noRule says why nothing concludes a tuple.
func (t *texter) noRule(ids family) string {
	n := t.graph.Node(ids[0])
	p := t.graph.Program
	concluded, stated := false, false
	for i := range p.Rules {
		concluded = concluded || p.Rules[i].Head.Relation == n.Relation
	}
	for _, f := range slices.Concat(p.Facts, p.Lasting) {
		stated = stated || f.Relation == n.Relation
	}
	for i := range p.Inputs {
		stated = stated || p.Inputs[i].Relation == n.Relation
	}
	name := p.Relations[n.Relation].Name
	switch {
	case !concluded && !stated:
		return "no rule and no fact has " + name
	case !concluded:
		return "no rule concludes " + name + ", and no fact states this"
	default:
		return fmt.Sprintf("no rule can conclude this at %s, and no fact states it", t.times(ids))
	}
}

// tuple writes a tuple with its times. A crash has none, but may be several: then they
// differ in when the node crashes, and in who sees it.
func (t *texter) tuple(ids family) string {
	n := t.graph.Node(ids[0])
	if n.Relation == t.graph.Program.Outage {
		return t.graph.Program.FormatFact(n.Fact)
	}
	if n.Relation == t.graph.Program.Crash {
		if len(ids) == 1 {
			return t.graph.Program.FormatFact(n.Fact)
		}
		observer := n.Args[0].String()
		for _, id := range ids {
			if t.graph.Node(id).Args[0] != n.Args[0] {
				observer = "_"
			}
		}
		return fmt.Sprintf("crash(%s, %v, %s)", observer, n.Args[1], t.times(ids))
	}
	return datalog.FormatTuple(t.graph.Program.Relations[n.Relation].Name, n.Args) + "@" + t.times(ids)
}
