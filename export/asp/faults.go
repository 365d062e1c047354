package asp

import (
	"fmt"
	"strings"

	"molly/datalog"
)

// faults writes the choice, of scenarios in normal form only.
func (e *encoder) faults() {
	e.limits()
	if e.Spec.Crashes > 0 {
		e.crashes()
	}
	if e.loses() || e.delays() {
		e.latenesses()
	}
	if e.doubles() {
		e.copies()
	}
	if e.Spec.MaxFaults > 0 {
		e.mostFaults()
	}
	if len(e.Program.Inputs) > 0 {
		e.inputs()
	}
}

// limits writes which links and nodes may fail, where not all may.
func (e *encoder) limits() {
	if e.Spec.Lossy != "" && e.suffers() {
		e.section("the links that lose, delay or double messages")
		for _, l := range e.links() {
			e.line("lossy(%s,%s).", text(l[0]), text(l[1]))
		}
	}
	if e.Spec.Crashable != "" && e.Spec.Crashes > 0 {
		e.section("the nodes that crash or go down")
		for _, n := range e.Nodes {
			if e.Spec.Crashable.Has(n) {
				e.line("crashable(%s).", text(n))
			}
		}
		e.line("#defined crashable/1.")
	}
}

// crashes writes the choice of crashes and outages: one of either, at most, for each node.
func (e *encoder) crashes() {
	times, who := "time(T)", "node(N)"
	if e.Spec.CrashUntil > 0 {
		times = fmt.Sprintf("T = 1..%d", e.Spec.LastCrash())
	}
	if e.Spec.Crashable != "" {
		who = "crashable(N)"
	}
	if !e.restarts() {
		e.section(fmt.Sprintf("crashes: of at most %d, each at one time", e.Spec.Crashes))
		e.line("{ crash(N,T) : %s } 1 :- %s.", times, who)
		e.line(":- #count { N : crash(N,T) } > %d.", e.Spec.Crashes)
		return
	}
	e.section(fmt.Sprintf("crashes and outages: of at most %d, each one of them; nodes come back at EFF at the latest, at most %d", e.Spec.Crashes, e.Spec.Restarts))
	e.line("{ crash(N,T) : %[1]s; outage(N,T,U) : %[1]s, U = T+1..%[2]d } 1 :- %[3]s.", times, e.Spec.EFF, who)
	e.line(":- #count { N : crash(N,T); N : outage(N,T,U) } > %d.", e.Spec.Crashes)
	e.line(":- #count { N : outage(N,T,U) } > %d.", e.Spec.Restarts)
	e.line("down(N,T) :- outage(N,K,U), T = K..U-1.")
}

// message writes the premises of a choice about what X sends Y at T.
func (e *encoder) message() string {
	premises := "node(X), node(Y), X != Y"
	if e.Spec.Lossy != "" {
		premises = "lossy(X,Y)"
	}
	premises += fmt.Sprintf(", T = 1..%d", e.Spec.EFF-1)
	if e.Spec.Crashes > 0 {
		premises += ", not crashed(X,T)"
	}
	if e.restarts() {
		premises += ", not down(X,T)"
	}
	return premises
}

// latenesses writes the choice of what is lost or late. What is lost is not late.
func (e *encoder) latenesses() {
	by := "by nodes that have not crashed"
	if e.restarts() {
		by = "by nodes that are up"
	}
	late := fmt.Sprintf("late(X,Y,T,D) : D = 1..%d", e.Spec.Delay)
	switch {
	case !e.delays():
		e.section("omissions: of messages to others before EFF, " + by)
		e.line("{ omit(X,Y,T) } :- %s.", e.message())
	case !e.loses():
		e.section("latenesses: of messages to others before EFF, " + by)
		e.line("{ %s } 1 :- %s.", late, e.message())
	default:
		e.section("omissions and latenesses: of messages to others before EFF, " + by)
		e.line("{ omit(X,Y,T); %s } 1 :- %s.", late, e.message())
	}
}

// copies writes the choice of what arrives twice. What is lost does not.
func (e *encoder) copies() {
	arrives := ""
	if e.loses() {
		arrives = ", not omit(X,Y,T)"
	}
	e.section("second copies: of the same messages, if they are not lost, D rounds after the first")
	e.line("{ twice(X,Y,T,D) : D = 1..%d } 1 :- %s%s.", e.Spec.CopyDelay(), e.message(), arrives)
}

// mostFaults bounds the number of faults.
func (e *encoder) mostFaults() {
	each := map[string]string{
		"omit": `"lost",X,Y,T : omit(X,Y,T)`, "late": `"late",X,Y,T : late(X,Y,T,D)`, "twice": `"twice",X,Y,T : twice(X,Y,T,D)`,
		"crash": `"crash",N : crash(N,T)`, "outage": `"outage",N : outage(N,T,U)`,
	}
	var count []string
	for _, a := range e.faultAtoms() {
		if one, fault := each[a.name]; fault && a.possible {
			count = append(count, one)
		}
	}
	if len(count) > 0 {
		e.section(fmt.Sprintf("at most %d faults", e.Spec.MaxFaults))
		e.line(":- #count { %s } > %d.", strings.Join(count, "; "), e.Spec.MaxFaults)
	}
}

// inputs writes the choice of what the program leaves open: of each clause one time at most.
func (e *encoder) inputs() {
	e.section("inputs that may be there, each at one time")
	for i, in := range e.Program.Inputs {
		var times []string
		for _, t := range in.Times {
			if t <= e.Spec.EOT {
				times = append(times, fmt.Sprint(t))
			}
		}
		if len(times) > 0 {
			e.line("{ input(%d,%s,(%s)) } 1.", i+1, text(e.tuple(in)), strings.Join(times, ";"))
		}
	}
	e.line("#defined input/3.")
}

// tuple writes the tuple of an input as a fault names it.
func (e *encoder) tuple(in datalog.Input) string {
	return datalog.FormatTuple(e.Program.Relations[in.Relation].Name, in.Args)
}
