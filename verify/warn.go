package verify

import (
	"fmt"

	"molly/eval"
)

// warn notes what the space of all executions shows about the program: messages to
// places that are no nodes, and nodes that take no part.
func (s *search) warn() {
	s.verdict.Warnings = misdirected(&s.space.Lineage)
	if s.options.Spec.EOT == 1 {
		return // what is sent at EOT does not matter, so nothing is sent
	}
	for _, n := range s.space.Silent() {
		s.verdict.Warnings = append(s.verdict.Warnings, Warning{
			Code: "silent-node", Node: n,
			Text: fmt.Sprintf("node %q neither sends nor receives: no rule has a message from or to it", n),
		})
	}
}

// misdirected warns of the messages to places that are no nodes that a lineage shows. One
// run cannot show that a node never takes part.
func misdirected(l *eval.Lineage) []Warning {
	var list []Warning
	p := l.Program()
	for _, m := range l.Misdirected() {
		r := &p.Rules[m.Rule]
		list = append(list, Warning{
			Code: "no-node", Pos: r.Pos,
			Text: fmt.Sprintf("a message %s from %v to %v never arrives: not both are nodes of this run",
				p.Relations[r.Head.Relation].Name, m.From, m.To),
		})
	}
	return list
}
