package cnf

import (
	"slices"

	"molly/failure"
	"molly/hazard/solver"
)

// faults are the admissible faults that the solver knows. The others do not happen.
type faults struct {
	literal map[failure.Fault]solver.Literal
	list    []Variable // sorted up to sorted, the rest in order of appearance
	sorted  int

	ladder  map[string]*ladder
	ladders []*ladder // in order of appearance

	crashing counter // nodes that crash: the ladders' tops
	bounded  int     // how many ladders the bound on crashes knows
}

// A Variable is a fault that the clauses know.
type Variable struct {
	failure.Fault
	Happens solver.Literal
}

// A ladder says when one node has crashed.
//
// Invariant: a crash at t implies rung t-1 false (it is the first) and rung t true;
// a rung implies the next. Rungs may be true without a crash, so they must only be
// required to be false.
type ladder struct {
	rung    []solver.Literal // rung[t-1]: crashed at t or earlier, 1 ≤ t ≤ EOT
	crashes []Variable
	exact   bool // a rung is true only after a crash
}

func (l *ladder) top() solver.Literal { return l.rung[len(l.rung)-1] }

func (f *faults) init() {
	f.literal = map[failure.Fault]solver.Literal{}
	f.ladder = map[string]*ladder{}
}

// admits reports whether the fault is in some admissible scenario, and looked for.
func (q *Question) admits(f failure.Fault) bool {
	if f.Time < 1 || !q.nodes[f.Node] {
		return false
	}
	if f.Kind == failure.Crash {
		return q.spec.Crashes > 0 && f.Time <= q.spec.EOT && !q.spared[f.Node]
	}
	return f.Time < q.spec.EFF && f.Node != f.To && q.nodes[f.To]
}

// Happens returns the variable of an admissible fault.
func (q *Question) Happens(f failure.Fault) solver.Literal {
	if l, ok := q.faults.literal[f]; ok {
		return l
	}
	l := q.NewVar()
	q.faults.literal[f] = l
	known := Variable{f, l}
	q.faults.list = append(q.faults.list, known)
	if f.Kind == failure.Omission {
		q.uncounted = append(q.uncounted, known)
		return l
	}
	rungs := q.climb(f.Node)
	rungs.crashes = append(rungs.crashes, known)
	q.Add(-l, rungs.rung[f.Time-1])
	if f.Time > 1 {
		q.Add(-l, -rungs.rung[f.Time-2])
	}
	return l
}

// happenedBy returns a literal that is true when f has happened, or, if it is a
// crash, an earlier crash of the node. It may be true otherwise, too.
func (q *Question) happenedBy(f failure.Fault) solver.Literal {
	if f.Kind == failure.Omission {
		return q.Happens(f)
	}
	return q.climb(f.Node).rung[f.Time-1]
}

// climb returns the node's ladder.
func (q *Question) climb(node string) *ladder {
	if l, ok := q.faults.ladder[node]; ok {
		return l
	}
	l := &ladder{rung: make([]solver.Literal, q.spec.EOT)}
	for i := range l.rung {
		l.rung[i] = q.NewVar()
		if i > 0 {
			q.Add(-l.rung[i-1], l.rung[i])
		}
	}
	q.faults.ladder[node] = l
	q.faults.ladders = append(q.faults.ladders, l)
	q.uncounted = append(q.uncounted, Variable{failure.Fault{Kind: failure.Crash, Node: node}, l.top()})
	return l
}

// boundCrashes brings the bound on the number of crashes up to date.
func (q *Question) boundCrashes() {
	f := &q.faults
	if f.bounded == len(f.ladders) {
		return
	}
	var tops []solver.Literal
	for _, l := range f.ladders[f.bounded:] {
		tops = append(tops, l.top())
	}
	f.bounded = len(f.ladders)
	f.crashing.insert(tops)
	if over, ok := f.crashing.atLeast(q, q.spec.Crashes+1); ok {
		q.Add(-over)
	}
}

// Variables returns the faults that the clauses know, in order. The caller must not change the
// slice.
func (q *Question) Variables() []Variable {
	f := &q.faults
	if f.sorted < len(f.list) {
		slices.SortFunc(f.list, func(a, b Variable) int { return a.Compare(b.Fault) })
		f.sorted = len(f.list)
	}
	return f.list
}

// Scenario reads the model of the last question that had an answer.
func (q *Question) Scenario() failure.Scenario {
	var happened []failure.Fault
	for _, f := range q.faults.list {
		if q.solver.Holds(f.Happens) {
			happened = append(happened, f.Fault)
		}
	}
	return failure.NewScenario(happened...)
}
