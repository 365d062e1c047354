package souffle

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/dedalus/rewrite"
)

const header = `// One run under %v%s, as a program for Soufflé: souffle -D - FILE prints it.
//
// p(…, time) is what relation p holds at each time; t3_p is what it holds at time 3.
// What a node sends another arrives one time later unless it is lost:
//   Lost(from, to, sent)            the messages that the faults lose
//   Clock(from, to, sent, arrives)  those that arrive
`

// Text writes the run as a program for Soufflé.
func (x Execution) Text() string {
	e := &encoder{Execution: x, plain: rewrite.New(x.Program), concluded: map[string]bool{}}
	for _, r := range e.plain.Rules {
		e.firings = append(e.firings, e.plain.Flat(r))
	}
	faults := ", without faults"
	if len(x.Scenario) > 0 {
		faults = ", with the faults " + comment(x.Scenario.String())
	}
	fmt.Fprintf(&e.text, header, x.Spec, faults)
	e.network()
	e.ranking()
	e.results()
	for t := 1; t <= x.Spec.EOT; t++ {
		e.step(t)
	}
	return e.text.String()
}

// network writes nodes, losses and what arrives.
func (e *encoder) network() {
	e.section("the nodes, and what their messages come to")
	e.line(".decl Node(name: symbol)")
	for _, n := range e.Nodes {
		e.line("Node(%s).", text(n))
	}
	e.line(".decl Time(time: number)")
	for t := 1; t <= e.Spec.EOT; t++ {
		e.line("Time(%d).", t)
	}
	e.line(".decl Lost(from: symbol, to: symbol, sent: number)")
	for t := 1; t < e.Spec.EOT; t++ {
		for _, from := range e.Nodes {
			for _, to := range e.Nodes {
				if !e.Scenario.Delivers(from, to, t) {
					e.fact("Lost", fmt.Sprintf("%s, %s, %d", text(from), text(to), t))
				}
			}
		}
	}
	e.unconcluded("Lost", 3)
	e.line(".decl Clock(from: symbol, to: symbol, sent: number, arrives: number)")
	e.line("Clock(X, Y, T, T + 1) :- Node(X), Node(Y), Time(T), Time(T + 1), !Lost(X, Y, T).")
	if e.Program.Crash == datalog.NoRelation {
		return
	}
	e.section("crash(observer, node, time), which holds at every time")
	e.line(".decl crash(c1: symbol, c2: symbol, c3: number)")
	for _, f := range e.Scenario.Crashes() {
		for _, o := range e.Nodes {
			e.fact("crash", fmt.Sprintf("%s, %s, %d", text(o), text(f.Node), f.Time))
		}
	}
	e.unconcluded("crash", 3)
	e.line(".output crash")
}

// results declares what is printed: every relation with its times.
func (e *encoder) results() {
	e.section("what is printed")
	for id, r := range e.Program.Relations {
		if datalog.RelID(id) == e.Program.Crash {
			continue
		}
		name := relation(r.Name)
		e.line(".decl %s(%s, time: number)", name, columns(r.Types))
		e.line(".output %s", name)
		x := variables(r.Arity())
		for t := 1; t <= e.Spec.EOT; t++ {
			e.line("%s(%s, %d) :- t%d_%s(%s).", name, x, t, t, name, x)
		}
	}
	p := e.Program
	if !p.HasInvariant() {
		return
	}
	x := variables(p.Relations[p.Pre].Arity())
	e.section("what violates the invariant")
	e.line(".decl Violated(%s)", columns(p.Relations[p.Pre].Types))
	e.line(".output Violated")
	e.line("Violated(%s) :- %s(%s), !%s(%s).", x, e.at(p.Pre, e.Spec.EOT), x, e.at(p.Post, e.Spec.EOT), x)
}

// step writes what holds at a time: its facts, and what rules conclude for it.
func (e *encoder) step(t int) {
	e.section(fmt.Sprintf("time %d", t))
	for id, r := range e.Program.Relations {
		if datalog.RelID(id) != e.Program.Crash {
			e.line(".decl %s(%s)", e.at(datalog.RelID(id), t), columns(r.Types))
		}
	}
	for _, f := range e.Program.Facts {
		if f.Time == t {
			args := make([]string, len(f.Args))
			for i, v := range f.Args {
				args[i] = value(v)
			}
			e.fact(e.at(f.Relation, t), strings.Join(args, ", "))
		}
	}
	for i, r := range e.plain.Rules {
		now := t
		if r.Now != r.Then {
			now = t - 1
		}
		if now >= 1 {
			e.rule(r, e.firings[i], now, t)
		}
	}
	for id, r := range e.Program.Relations {
		if datalog.RelID(id) != e.Program.Crash {
			e.unconcluded(e.at(datalog.RelID(id), t), r.Arity())
		}
	}
}
