// Package programs makes the questions that the benchmark asks: families of Dedalus
// programs that grow with the number of nodes, and the failure specifications under which they
// are measured.
//
// A family is a function of the number of nodes. It gives the text that is generated, and
// names the protocols of the library that the text belongs to, so that a question
// can be put to the engine, to the command line, and to other tools in the same words.
package programs

import (
	_ "embed"
	"fmt"
	"strings"

	"molly/datalog"
	"molly/dedalus"
	"molly/protocols"
)

//go:embed replication.ded
var replication string

//go:embed detector.ded
var detector string

// Program is a program of a family: text together with protocols of the library.
type Program struct {
	Family  string   // with what tells it from others of the family, such as "ack, 10 nodes"
	Text    string   // Dedalus; may be empty
	Library []string // protocols that are part of it, such as "delivery/ack"
	Nodes   []string
}

// Parse reads the program.
func (p Program) Parse() (*datalog.Program, error) {
	files := p.Library
	if p.Text != "" {
		files = append([]string{"-"}, files...)
	}
	parsed, diagnostics := dedalus.Loader{Stdin: strings.NewReader(p.Text), Library: protocols.Library()}.Load(files...)
	if parsed == nil {
		return nil, fmt.Errorf("%s: %s", p.Family, diagnostics.Errors()[0].String())
	}
	return parsed.Datalog(), nil
}

// Library is a protocol of the library, over its own nodes.
func Library(name string) (Program, error) {
	p := Program{Family: name, Library: []string{name}}
	parsed, diagnostics := dedalus.Loader{Library: protocols.Library()}.Load(name)
	if parsed == nil {
		return p, fmt.Errorf("%s: %s", name, diagnostics.Errors()[0].String())
	}
	p.Nodes = parsed.Settings().Nodes
	return p, nil
}

// Replication is the primary/backup replication of replication.ded, on 5 nodes.
func Replication() Program {
	return Program{Family: "replication", Text: replication, Nodes: []string{"m", "a", "b", "c", "u"}}
}

// Delivery is a protocol of the library's delivery folder over n ≥ 3 nodes that can all
// reach each other. The library's own network has a, b and c.
func Delivery(name string, n int) Program {
	p := Program{Family: fmt.Sprintf("%s, %d nodes", name, n), Library: []string{"delivery/" + name}, Nodes: nodes(n)}
	p.Text = pairs("peer", p.Nodes, func(i, j int) bool { return i != j && (i > 2 || j > 2) })
	return p
}

// Paxos is the library's Paxos over n ≥ 3 nodes, of which the first so many, at least 2, make
// proposals that compete. The library's own text has three nodes and two proposals.
func Paxos(n, proposers int) Program {
	p := Program{
		Family:  fmt.Sprintf("paxos, %d nodes, %d proposers", n, proposers),
		Library: []string{"agreement/paxos"},
		Nodes:   nodes(n),
	}
	var b strings.Builder
	b.WriteString(pairs("member", p.Nodes, func(i, j int) bool { return i > 2 || j > 2 }))
	for i := 2; i < proposers; i++ {
		fmt.Fprintf(&b, "ballot(%q, %d, \"value %d\")@1;\n", p.Nodes[i], i+1, i+1)
	}
	p.Text = b.String()
	return p
}

// Detector is the failure detector of detector.ded over n ≥ 2 nodes.
func Detector(n int) Program {
	p := Program{Family: fmt.Sprintf("detector, %d nodes", n), Nodes: nodes(n)}
	p.Text = pairs("peer", p.Nodes, func(i, j int) bool { return i != j }) + detector
	return p
}

// pairs states a relation between nodes, by their numbers.
func pairs(relation string, nodes []string, holds func(i, j int) bool) string {
	var b strings.Builder
	for i, x := range nodes {
		for j, y := range nodes {
			if holds(i, j) {
				fmt.Fprintf(&b, "%s(%q, %q)@1;\n", relation, x, y)
			}
		}
	}
	return b.String()
}

// Closure is the transitive closure of a graph inside one time. Each of the n nodes tells
// the first one of its links to all others, in a message that may be lost. With
// what arrives the first node computes who reaches whom: right-linearly, one link a step, or
// doubly recursively. The invariant says that what is reachable is so in one more
// step, too.
func Closure(doubly bool, n int) Program {
	p := Program{Family: fmt.Sprintf("closure, right-linear, %d nodes", n), Nodes: nodes(n)}
	step := "reach(N, X, Z) :- up(N, X, Y), reach(N, Y, Z);"
	if doubly {
		p.Family = fmt.Sprintf("closure, doubly recursive, %d nodes", n)
		step = "reach(N, X, Z) :- reach(N, X, Y), reach(N, Y, Z);"
	}
	p.Text = pairs("link", p.Nodes, func(i, j int) bool { return i != j }) + fmt.Sprintf(`
up("a", N, M)@async :- link(N, M);
reach(N, X, Y) :- up(N, X, Y);
%s
pre(X, Z) :- reach(N, X, Y), up(N, Y, Z);
post(X, Z) :- reach(_, X, Z);
`, step)
	return p
}

// nodes names n nodes: a, b, c, and so on, and after z n27, n28.
func nodes(n int) []string {
	list := make([]string, n)
	for i := range list {
		if i < 26 {
			list[i] = string(rune('a' + i))
		} else {
			list[i] = fmt.Sprintf("n%d", i+1)
		}
	}
	return list
}
