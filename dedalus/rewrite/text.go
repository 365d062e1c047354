package rewrite

import (
	"fmt"
	"strings"

	"molly/datalog"
)

// header explains the text; %s is the name of the relation of all times.
const header = `// The program as plain Datalog: the rewriting of §4.1 of "Lineage-driven Fault Injection".
//
// Every relation has one more column, the last: the time at which a tuple holds. Clauses end
// with ; and notin negates, as in Dedalus.
//   clock(From, To, Sent, Arrives)  Arrives is Sent + 1, and what From concludes at time Sent for To
//                                   gets there: always where From is To; else where both are nodes
//                                   and the failure scenario does not lose it.
//   %s(Time)  the times of the run, 1 … EOT. Facts and conclusions after EOT do not count.
//   crash(Observer, Node, T, Time)  Node crashes at time T; this holds at every time.
//   p_fired7  the firings of rule 7, which concludes p: one row for each binding of its premises,
//             with a variable for each _ of a positive premise. The head is read from it. count<X>,
//             min<X> and max<X> are taken of the distinct X of a group's rows, sum<X> over its rows.
//   p_at5     what p held at time 5, from that time on.
`

// String writes the program as text: the rules that each rule of the source becomes, under a
// comment with that rule. A header explains the syntax.
func (p *Program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, header, p.Datalog.Relations[p.Times].Name)
	p.outside(&b)
	if len(p.Datalog.Facts) > 0 || len(p.Lasting) > 0 {
		b.WriteString("\n// facts\n")
	}
	for _, f := range p.Datalog.Facts {
		b.WriteString(datalog.FormatTuple(p.Datalog.Relations[f.Relation].Name, f.Args) + ";\n")
	}
	for _, id := range p.Lasting {
		b.WriteString(p.Datalog.FormatRule(&p.Datalog.Rules[id]) + "\n")
	}
	next := len(p.Lasting)
	for _, r := range p.Rules {
		fmt.Fprintf(&b, "\n// rule %d, %s: %s\n", r.Source.ID+1, r.Source.Pos.Short(), p.Source.FormatRule(r.Source))
		for ; next <= r.Head; next++ { // snapshots that it is the first to need, its firings, its head
			b.WriteString(p.Datalog.FormatRule(&p.Datalog.Rules[next]) + "\n")
		}
	}
	return b.String()
}

// outside says what the text does not give: what the setting, the scenario and the adversary
// decide, of what the program uses.
func (p *Program) outside(b *strings.Builder) {
	source := p.Source
	for _, r := range []struct {
		id   datalog.RelID
		text string
	}{
		{source.Boot, "boot(Node, Time)  Node begins: at time 1, and when it comes back."},
		{source.Outage, "outage(Observer, Node, From, Until, Time)  Node is down from From to Until - 1; this holds at every time."},
		{source.Member, "member(Node, Other, Time)  both are nodes of the run; this holds at every time at which Node is up."},
		{source.Now, "now(Node, T, Time)  T is Time, at every time at which Node is up."},
	} {
		if r.id != datalog.NoRelation {
			b.WriteString("//   " + r.text + "\n")
		}
	}
	if len(source.Inputs) > 0 {
		b.WriteString("//\n// Of each of these inputs, at most one fact is there, at one of the times:\n")
	}
	for _, in := range source.Inputs {
		b.WriteString("//   " + source.FormatInput(in) + ";\n")
	}
	if len(source.Stable) > 0 {
		b.WriteString("//\n// Outages are not in the rules. While a node is down its rules do not fire, and it keeps only the\n// tuples of stable relations that it had:\n")
	}
	for _, r := range source.Stable {
		b.WriteString("//   " + source.Relations[r].Name + "\n")
	}
}
