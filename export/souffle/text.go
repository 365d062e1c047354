package souffle

import (
	"fmt"

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

const timedHeader = `// One run under %v%s, as a program for Soufflé: souffle -D - FILE prints it.
//
// p(…, time) is what relation p holds at each time; t3_p is what it holds at time 3.
//   Clock(from, to, sent, arrives)  when what a node sends gets there: late, twice or not at all
`

// Text writes the run as a program for Soufflé.
func (x Execution) Text() string {
	e := &encoder{Execution: x, plain: rewrite.New(x.Program), concluded: map[string]bool{}}
	for _, r := range e.plain.Rules {
		e.flats = append(e.flats, e.plain.Flat(r))
	}
	faults := ", without faults"
	if len(x.Scenario) > 0 {
		faults = ", with the faults " + comment(x.Scenario.String())
	}
	if e.timed() {
		fmt.Fprintf(&e.text, timedHeader, x.Spec, faults)
	} else {
		fmt.Fprintf(&e.text, header, x.Spec, faults)
	}
	e.network()
	e.ranking()
	e.results()
	for t := 1; t <= x.Spec.EOT; t++ {
		e.step(t)
	}
	return e.text.String()
}

// results declares what is printed: every relation with its times.
func (e *encoder) results() {
	e.section("what is printed")
	for id, r := range e.Program.Relations {
		if e.timeless(datalog.RelID(id)) {
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
		if rel := datalog.RelID(id); !e.timeless(rel) {
			e.line(".decl %s(%s)", e.at(rel, t), columns(r.Types))
			if e.keeps(rel, t) {
				e.line(".decl %s(%s)", e.written(rel, t), columns(r.Types))
			}
		}
	}
	e.builtins(t)
	e.facts(t)
	for i, r := range e.plain.Rules {
		switch {
		case r.Now == r.Then:
			e.rule(r, e.flats[i], t, t)
		case r.Source.Timing == datalog.Asynchronous && e.timed():
			e.rule(r, e.flats[i], t, e.sent(t)...)
		case t > 1:
			e.rule(r, e.flats[i], t, t-1)
		}
	}
	e.kept(t)
	for id, r := range e.Program.Relations {
		if !e.timeless(datalog.RelID(id)) {
			e.unconcluded(e.at(datalog.RelID(id), t), r.Arity())
		}
	}
}
