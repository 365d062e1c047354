package asp

import (
	"fmt"

	"molly/datalog"
)

// faulty reports whether the copy of the program that is being written has faults.
func (e *encoder) faulty() bool { return e.prefix == "" }

// down reports whether nodes may be down in the copy that is being written.
func (e *encoder) down() bool { return e.faulty() && e.restarts() }

// timed reports whether messages arrive at other times than the next one, or meet nodes that are
// down: then it is said when they arrive.
func (e *encoder) timed() bool { return e.faulty() && (e.delays() || e.doubles() || e.restarts()) }

// network writes what arrives.
func (e *encoder) network() {
	if e.timed() {
		e.arrivals()
	} else {
		e.section("what arrives: what X sends Y at time T")
		e.line("%sdelivers(X,X,T) :- node(X), time(T).", e.prefix)
		e.line("%sdelivers(X,Y,T) :- node(X), node(Y), X != Y, time(T)%s.", e.prefix, e.fate())
	}
	if e.faulty() && e.Spec.Crashes > 0 {
		e.line("crashed(N,T) :- crash(N,K), time(T), K <= T.")
	}
}

// fate writes what must not be true of a message that is not lost on its way.
func (e *encoder) fate() (premises string) {
	if e.faulty() && e.loses() {
		premises += ", not omit(X,Y,T)"
	}
	if e.faulty() && e.Spec.Crashes > 0 {
		premises += ", not crashed(X,T)"
	}
	return premises
}

// arrivals writes when messages arrive: for the first time, and the second copies; not at a node
// that is down, nor after the end.
func (e *encoder) arrivals() {
	first, fate := "first", e.fate()
	if e.delays() {
		fate += ", not delayed(X,Y,T)"
		if e.Spec.FIFO {
			first = "alone"
		}
	}
	e.section("what arrives: what X sends Y at time T gets there at time A, for the first time")
	e.line("%s(X,X,T,T+1) :- node(X), time(T).", first)
	e.line("%s(X,Y,T,T+1) :- node(X), node(Y), X != Y, time(T)%s.", first, fate)
	if e.delays() {
		e.line("%s(X,Y,T,T+1+D) :- late(X,Y,T,D).", first)
		e.line("delayed(X,Y,T) :- late(X,Y,T,D).")
	}
	if first == "alone" {
		e.line("%% links keep order: it waits for what was sent there before, and is not lost")
		e.line("first(X,Y,T,A) :- alone(X,Y,T,B), alone(X,Y,U,A), T-%d <= U, U <= T, B <= A, not overtaken(X,Y,T,A).", e.Spec.Delay)
		e.line("overtaken(X,Y,T,A) :- alone(X,Y,U,B), T = U..U+%d, A = T+1..B-1.", e.Spec.Delay)
	}
	up := func(time string) string {
		if !e.restarts() {
			return ""
		}
		return fmt.Sprintf(", not down(Y,%s)", time)
	}
	e.line("arrives(X,Y,T,A) :- first(X,Y,T,A), time(A)%s.", up("A"))
	if e.doubles() {
		e.line("arrives(X,Y,T,B) :- first(X,Y,T,A), twice(X,Y,T,D), B = A+D, time(B)%s.", up("B"))
	}
}

// builtins writes the relations that no program defines, where it reads them.
func (e *encoder) builtins() {
	p := e.Program
	if e.faulty() && e.Spec.Crashes > 0 && p.Crash != datalog.NoRelation {
		e.section("what observers know of crashes, at all times")
		e.line("crash(O,N,K) :- node(O), crash(N,K).")
	}
	if e.down() && p.Outage != datalog.NoRelation {
		e.section("what observers know of outages, at all times")
		e.line("outage(O,N,K,U) :- node(O), outage(N,K,U).")
	}
	up := func(time string) string {
		if !e.down() {
			return ""
		}
		return fmt.Sprintf(", not down(N,%s)", time)
	}
	if p.Boot != datalog.NoRelation {
		e.section("when nodes start")
		e.line("%s(N,1) :- node(N)%s.", e.name(p.Boot), up("1"))
		if e.down() {
			e.line("%s(N,U) :- outage(N,K,U).", e.name(p.Boot))
		}
	}
	if p.Member != datalog.NoRelation {
		e.section("the nodes, known to each that is up")
		e.line("%s(N,M,T) :- node(N), node(M), time(T)%s.", e.name(p.Member), up("T"))
	}
	if p.Now != datalog.NoRelation {
		e.section("the time, known to each node that is up")
		e.line("%s(N,T,T) :- node(N), time(T)%s.", e.name(p.Now), up("T"))
	}
}

// timeless reports whether a relation holds the same tuples at every time, and is written
// without a time.
func (e *encoder) timeless(r datalog.RelID) bool {
	return r == e.Program.Crash || r == e.Program.Outage
}
