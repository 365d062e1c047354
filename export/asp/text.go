package asp

import (
	"fmt"
	"strings"

	"molly/datalog"
)

const header = `%% Is there an admissible scenario under %v that violates the invariant?
%% An answer-set program for clingo: each model is such a scenario, by its omissions
%% omit(From,To,Time) and crashes crash(Node,Time); unsatisfiable means that there is none.
`

const wideHeader = `%% Is there an admissible scenario under %v that violates the invariant?
%% An answer-set program for clingo: each model is such a scenario, by what happens in it;
%% unsatisfiable means that there is none.
`

// header says what is asked, and how an answer is to be read.
func (e *encoder) header() {
	if !e.wide() {
		fmt.Fprintf(&e.text, header, e.Spec)
	} else {
		fmt.Fprintf(&e.text, wideHeader, e.Spec)
		for _, a := range e.faultAtoms() {
			if a.possible {
				e.line("%%   %-32s %s", fmt.Sprintf("%s(%s)", a.name, strings.Join(a.arguments, ",")), a.meaning)
			}
		}
	}
	e.line("%%\n%% The last column of a relation is the time at which a tuple holds.")
}

// Text writes the question as a program for clingo.
func (q Question) Text() string {
	e := q.encoder()
	e.header()
	e.setting()
	e.faults()
	e.world("")
	if e.compares() {
		e.world(free)
	}
	e.undefined()
	e.goal()
	return e.text.String()
}

func (e *encoder) setting() {
	e.section("times and nodes")
	e.line("time(1..%d).", e.Spec.EOT)
	for _, n := range e.Nodes {
		e.line("node(%s).", text(n))
	}
}

// world writes a copy of the program: what arrives, the facts and the rules.
func (e *encoder) world(prefix string) {
	e.prefix = prefix
	if prefix != "" {
		e.section("the program a second time, without faults, for the invariant")
	}
	e.network()
	e.builtins()
	e.facts()
	for _, r := range e.plain.Rules {
		e.rule(r)
	}
	e.stable()
	if len(e.plain.Snapshots) > 0 {
		e.section("what held at an absolute time, from that time on")
	}
	for _, s := range e.plain.Snapshots {
		e.snapshot(s)
	}
}

// undefined keeps clingo from warning of relations that no rule concludes.
func (e *encoder) undefined() {
	if len(e.used) == 0 {
		return
	}
	e.section("relations that may be empty")
	for _, s := range e.used {
		e.line("#defined %s/%d.", s.name, s.columns)
	}
}

// goal asks for the violation, and shows the faults only.
func (e *encoder) goal() {
	e.section("the invariant is violated")
	p := e.Program
	e.prefix = ""
	if p.Never != datalog.NoRelation {
		e.line("broken :- %s(%s,T), time(T).", e.name(p.Never), columns(p.Relations[p.Never].Arity()))
	}
	switch {
	case p.HasInvariant():
		x := columns(p.Relations[p.Pre].Arity())
		before := ""
		if e.FailureFree {
			before = fmt.Sprintf("%s%s(%s,%d), ", free, e.name(p.Post), x, e.Spec.EOT)
		}
		e.line("broken :- %s%s(%s,%d), not %s(%s,%d).", before, e.name(p.Pre), x, e.Spec.EOT, e.name(p.Post), x, e.Spec.EOT)
	case p.Never == datalog.NoRelation:
		for _, r := range p.Persistent {
			x := columns(p.Relations[r].Arity())
			e.line("broken :- %s%s(%s,%d), not %s(%s,%d).", free, e.name(r), x, e.Spec.EOT, e.name(r), x, e.Spec.EOT)
		}
		if len(p.Persistent) == 0 {
			e.line("#defined broken/0.")
		}
	}
	e.line(":- not broken.")
	e.line("")
	e.line("#show.")
	for _, a := range e.faultAtoms() {
		if a.possible {
			e.line("#show %s/%d.", a.name, len(a.arguments))
		}
	}
}
