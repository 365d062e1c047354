package asp

import (
	"fmt"
	"strings"

	"molly/datalog"
)

const header = `%% Is there an admissible scenario under %v that violates the invariant?
%% An answer-set program for clingo: each model is such a scenario, by its omissions
%% omit(From,To,Time) and crashes crash(Node,Time); unsatisfiable means that there is none.
%%
%% The last column of a relation is the time at which a tuple holds.
`

// Text writes the question as a program for clingo.
func (q Question) Text() string {
	e := q.encoder()
	fmt.Fprintf(&e.text, header, q.Spec)
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

func (e *encoder) lossy() bool { return e.Spec.EFF > 1 && len(e.Nodes) > 1 }

// faults writes the choice, of scenarios in normal form only.
func (e *encoder) faults() {
	if e.Spec.Crashes > 0 {
		e.section(fmt.Sprintf("crashes: of at most %d, each at one time", e.Spec.Crashes))
		e.line("{ crash(N,T) : time(T) } 1 :- node(N).")
		e.line(":- #count { N : crash(N,T) } > %d.", e.Spec.Crashes)
	}
	if e.lossy() {
		e.section("omissions: of messages to others before EFF, by nodes that have not crashed")
		alive := ""
		if e.Spec.Crashes > 0 {
			alive = ", not crashed(X,T)"
		}
		e.line("{ omit(X,Y,T) } :- node(X), node(Y), X != Y, T = 1..%d%s.", e.Spec.EFF-1, alive)
	}
}

// world writes a copy of the program: what arrives, the facts and the rules.
func (e *encoder) world(prefix string) {
	e.prefix = prefix
	if prefix != "" {
		e.section("the program a second time, without faults, for the invariant")
	}
	e.network()
	e.section("facts")
	for _, f := range e.plain.Datalog.Facts {
		if f.Args[len(f.Args)-1].Number() > int64(e.Spec.EOT) {
			continue
		}
		args := make([]string, len(f.Args))
		for i, v := range f.Args {
			args[i] = value(v)
		}
		e.line("%s(%s).", e.name(f.Relation), strings.Join(args, ","))
	}
	for _, r := range e.plain.Rules {
		e.rule(r)
	}
	if len(e.plain.Snapshots) > 0 {
		e.section("what held at an absolute time, from that time on")
	}
	for _, s := range e.plain.Snapshots {
		e.snapshot(s)
	}
}

// network writes what arrives.
func (e *encoder) network() {
	e.section("what arrives: what X sends Y at time T")
	e.line("%sdelivers(X,X,T) :- node(X), time(T).", e.prefix)
	fate := ""
	if e.prefix == "" && e.lossy() {
		fate += ", not omit(X,Y,T)"
	}
	if e.prefix == "" && e.Spec.Crashes > 0 {
		fate += ", not crashed(X,T)"
	}
	e.line("%sdelivers(X,Y,T) :- node(X), node(Y), X != Y, time(T)%s.", e.prefix, fate)
	if e.prefix != "" || e.Spec.Crashes == 0 {
		return
	}
	e.line("crashed(N,T) :- crash(N,K), time(T), K <= T.")
	if e.Program.Crash != datalog.NoRelation {
		e.section("what observers know of crashes, at all times")
		e.line("crash(O,N,K) :- node(O), crash(N,K).")
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
	if p.HasInvariant() {
		x := columns(p.Relations[p.Pre].Arity())
		before := ""
		if e.FailureFree {
			before = fmt.Sprintf("%s%s(%s,%d), ", free, e.name(p.Post), x, e.Spec.EOT)
		}
		e.line("broken :- %s%s(%s,%d), not %s(%s,%d).", before, e.name(p.Pre), x, e.Spec.EOT, e.name(p.Post), x, e.Spec.EOT)
	} else {
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
	if e.lossy() {
		e.line("#show omit/3.")
	}
	if e.Spec.Crashes > 0 {
		e.line("#show crash/2.")
	}
}
