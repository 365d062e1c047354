package cnf

import (
	"context"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/solver"
)

// Question is the CNF of a growing question: which admissible scenarios make the required
// functions true? It is not safe for concurrent use, nor while its circuit is built.
type Question struct {
	circuit *circuit.Circuit
	spec    failure.Spec
	nodes   []string

	solver solver.Solver
	stats  Stats
	dead   bool            // the question, assumptions apart, is known to be unsatisfiable
	within context.Context // ends what has no context of its own; nil: nothing does
	broken bool            // that has happened: clauses are missing

	equal  [][]string      // sets of nodes whose order is not demanded yet
	spared map[string]bool // nodes that do not crash, because equal ones do instead

	fold   fold
	encode encoding
	faults faults

	count     counter    // faults: messages that suffer, and nodes that crash or go down
	uncounted []Variable // those that count lacks as yet
	measured  [measures]measured
	sums      sums // of the times at which nodes crash or go down
}

// Stats tells how large a question has become.
type Stats struct {
	Variables int // solver variables
	Clauses   int
	Calls     int // questions put to the solver
}

// New returns a question that as yet requires nothing: every scenario that spec admits over
// the nodes answers it. The specification must be valid, the solver without clauses. The circuit
// must know the specification's delay, and no more.
func New(c *circuit.Circuit, spec failure.Spec, nodes []string, s solver.Solver) *Question {
	q := &Question{circuit: c, spec: spec, solver: s, nodes: nodes}
	q.faults.init()
	return q
}

// Within lets ctx end the making of clauses, which can take as long, and as much memory, as
// an answer. After that, no question has an answer but ctx's error.
func (q *Question) Within(ctx context.Context) { q.within = ctx }

// Stats returns the size of the question so far.
func (q *Question) Stats() Stats { return q.stats }

// Require demands from now on that l holds. l may be of a node that is newer than
// the question.
func (q *Question) Require(l circuit.Lit) {
	l = q.Fold(l)
	switch {
	case l == circuit.True:
	case l == circuit.False:
		q.dead = true
	case l.Negated() && len(q.children(l)) > 0:
		q.assertOr(l)
	case len(q.children(l)) > 0:
		for _, ch := range q.children(l) {
			q.Require(ch)
		}
	default:
		q.Add(q.need(l))
	}
	q.define()
}

// Exclude demands from now on that m is not at most the scenario (failure.Scenario.AtMost): what m
// loses, delays, doubles or chooses does not happen, or not as late, or a node does not crash or
// go down as early as in m, or is back sooner.
func (q *Question) Exclude(m failure.Scenario) {
	clause := make([]solver.Literal, 0, len(m))
	for _, f := range m {
		less, ok := q.lessThan(f)
		if !ok {
			return // no admissible scenario is above m
		}
		clause = append(clause, less...)
	}
	q.Add(clause...)
}

// lessThan returns literals one of which is true only where the scenario is not above {f}, and
// may be true wherever it is not; false where none that is admissible is.
func (q *Question) lessThan(f failure.Fault) (some []solver.Literal, ok bool) {
	switch {
	case f.Kind == failure.Late || f.Kind == failure.Twice:
		for _, g := range q.chainOf(f) {
			if (g.Kind == failure.Omission || g.D >= f.D) && q.admits(g) {
				return []solver.Literal{-q.variable(g)}, true
			}
		}
		return nil, false
	case !f.Kind.OfNode():
		if !q.admits(f) {
			return nil, false
		}
		return []solver.Literal{-q.variable(f)}, true
	}
	f.Time = min(f.Time, q.spec.LastCrash())
	if !q.admits(failure.CrashAt(f.Node, f.Time)) {
		return nil, false
	}
	l := q.climb(f.Node)
	some = []solver.Literal{-l.rung[f.Time-1]}
	switch {
	case l.back == nil:
	case f.Kind == failure.Crash:
		some = append(some, l.back.top())
	default:
		some = append(some, l.back[min(f.Until-1, q.spec.EFF)-1])
	}
	return some, true
}

// Solve asks the solver for an answer under assumptions, and reports whether there is one.
// The error is the context's.
func (q *Question) Solve(ctx context.Context, assumptions ...solver.Literal) (bool, error) {
	if q.broken {
		return false, context.Cause(q.within)
	}
	if q.dead {
		return false, context.Cause(ctx)
	}
	q.order()
	q.limit()
	q.stats.Calls++
	sat, err := q.solver.Solve(ctx, assumptions...)
	if err == nil && !sat && len(assumptions) == 0 {
		q.dead = true
	}
	return sat, err
}

// NewVar returns a fresh variable.
func (q *Question) NewVar() solver.Literal {
	q.stats.Variables++
	return q.solver.NewVar()
}

// Add demands a clause from now on.
func (q *Question) Add(clause ...solver.Literal) {
	if len(clause) == 0 {
		q.dead = true
		return
	}
	if q.stats.Clauses++; q.stats.Clauses%4096 == 0 && q.within != nil && q.within.Err() != nil {
		q.broken = true
	}
	if q.broken {
		return
	}
	q.solver.Add(clause...)
}
