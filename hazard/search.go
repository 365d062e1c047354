package hazard

import (
	"context"

	"molly/circuit"
	"molly/failure"
)

// Search asks for admissible scenarios in which required circuits hold. What it asks
// only grows. It is not safe for concurrent use, nor while its circuit is built.
type Search struct {
	circuit *circuit.Circuit
	spec    failure.Spec
	nodes   map[string]bool

	solver solver
	stats  Stats
	dead   bool            // the question, assumptions apart, is known to be unsatisfiable
	within context.Context // ends what has no context of its own; nil: nothing does
	broken bool            // that has happened: clauses are missing

	equal  [][]string      // sets of nodes whose order is not demanded yet
	spared map[string]bool // nodes that do not crash, because equal ones do instead

	fold   fold
	encode encoding
	faults faults

	count     counter      // faults: omissions, and nodes that crash
	uncounted []knownFault // those that count lacks as yet
	// Invariants: no scenario that answers the question has fewer than fewest faults, and
	// none comes before last, which was the first one when last asked for. What is asked only
	// grows, so the first answer only moves on.
	fewest int
	last   failure.Scenario
	latest latest
}

// Stats tells how large a question has become.
type Stats struct {
	Variables int // solver variables
	Clauses   int
	Calls     int // questions put to the solver
}

// NewSearch returns a search that as yet requires nothing: every scenario that spec
// admits over the nodes answers it. The specification must be valid.
func NewSearch(c *circuit.Circuit, spec failure.Spec, nodes []string, b Backend) *Search {
	s := &Search{circuit: c, spec: spec, solver: newSolver(b), nodes: map[string]bool{}}
	for _, n := range nodes {
		s.nodes[n] = true
	}
	s.faults.init()
	return s
}

// Within lets ctx end the making of clauses, which can take as long, and as much memory, as
// an answer. After that, no question has an answer but ctx's error. It returns s.
func (s *Search) Within(ctx context.Context) *Search {
	s.within = ctx
	return s
}

// Stats returns the size of the question so far.
func (s *Search) Stats() Stats { return s.stats }

// Require demands from now on that l holds. l may be of a node that is newer than
// the search.
func (s *Search) Require(l circuit.Lit) {
	l = s.folded(l)
	switch {
	case l == circuit.True:
	case l == circuit.False:
		s.dead = true
	case l.Negated() && len(s.children(l)) > 0:
		s.assertOr(l)
	case len(s.children(l)) > 0:
		for _, ch := range s.children(l) {
			s.Require(ch)
		}
	default:
		s.add(s.need(l))
	}
	s.define()
}

// Exclude demands from now on that m is not at most the scenario: an omission of m
// does not happen, or a node does not crash as early as in m (failure.Scenario.AtMost).
func (s *Search) Exclude(m failure.Scenario) {
	clause := make([]literal, 0, len(m))
	for _, f := range m {
		if !s.admits(f) {
			return // no admissible scenario is above m
		}
		clause = append(clause, -s.happenedBy(f))
	}
	if len(clause) == 0 {
		s.dead = true
		return
	}
	s.add(clause...)
}

// Any returns some scenario that answers the question, in normal form, or false when
// there is none. The error is the context's.
func (s *Search) Any(ctx context.Context) (failure.Scenario, bool, error) {
	found, err := s.ask(ctx)
	if !found || err != nil {
		return nil, false, err
	}
	return s.scenario(), true, nil
}

// ask puts the question to the solver, under assumptions.
func (s *Search) ask(ctx context.Context, assumptions ...literal) (bool, error) {
	if s.broken {
		return false, context.Cause(s.within)
	}
	if s.dead {
		return false, context.Cause(ctx)
	}
	s.order()
	s.boundCrashes()
	s.stats.Calls++
	sat, err := s.solver.solve(ctx, assumptions...)
	if err == nil && !sat && len(assumptions) == 0 {
		s.dead = true
	}
	return sat, err
}

func (s *Search) newVar() literal {
	s.stats.Variables++
	return s.solver.newVar()
}

func (s *Search) add(clause ...literal) {
	if s.stats.Clauses++; s.stats.Clauses%4096 == 0 && s.within != nil && s.within.Err() != nil {
		s.broken = true
	}
	if s.broken {
		return
	}
	s.solver.add(clause...)
}
