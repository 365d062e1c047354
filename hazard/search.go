package hazard

import (
	"context"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/cnf"
	"molly/hazard/solver"
)

// Search asks for admissible scenarios in which required circuits hold. What it asks
// only grows. It is not safe for concurrent use, nor while its circuit is built.
type Search struct {
	circuit *circuit.Circuit
	spec    failure.Spec
	clauses *cnf.Question

	// Invariants: no scenario that answers the question has fewer than fewest faults, and
	// none comes before last, which was the first one when last asked for. What is asked only
	// grows, so the first answer only moves on.
	fewest int
	last   failure.Scenario
}

// Stats tells how large a question has become.
type Stats = cnf.Stats

// NewSearch returns a search that as yet requires nothing: every scenario that spec
// admits over the nodes answers it. The specification must be valid.
func NewSearch(c *circuit.Circuit, spec failure.Spec, nodes []string, b solver.Backend) *Search {
	return newSearch(c, spec, nodes, solver.New(b))
}

func newSearch(c *circuit.Circuit, spec failure.Spec, nodes []string, s solver.Solver) *Search {
	return &Search{circuit: c, spec: spec, clauses: cnf.New(c, spec, nodes, s)}
}

// Within lets ctx end the making of clauses, which can take as long, and as much memory, as
// an answer. After that, no question has an answer but ctx's error. It returns s.
func (s *Search) Within(ctx context.Context) *Search {
	s.clauses.Within(ctx)
	return s
}

// Stats returns the size of the question so far.
func (s *Search) Stats() Stats { return s.clauses.Stats() }

// Require demands from now on that l holds. l may be of a node that is newer than
// the search.
func (s *Search) Require(l circuit.Lit) { s.clauses.Require(l) }

// Exclude demands from now on that m is not at most the scenario (failure.Scenario.AtMost).
func (s *Search) Exclude(m failure.Scenario) { s.clauses.Exclude(m) }

// Exchangeable says that in each of the sets any two nodes may be exchanged
// ([cnf.Question.Exchangeable]). Of the answers that are each other's images, only some are
// found then; if there is an answer, one is left with the inputs and the measure of the first. The
// exchanges must leave all inputs as they are. This must be said before anything is required, and nothing may
// be required or excluded after the first question.
func (s *Search) Exchangeable(sets [][]string) { s.clauses.Exchangeable(sets) }

// FirstOfExchangeable is Exchangeable for a search for the first answer by
// failure.Scenario.Compare: that one is left.
func (s *Search) FirstOfExchangeable(sets [][]string) { s.clauses.FirstOfExchangeable(sets) }

// Any returns some scenario that answers the question, in normal form, or false when
// there is none. The error is the context's.
func (s *Search) Any(ctx context.Context) (failure.Scenario, bool, error) { return s.assuming(ctx) }

// assuming is Any under assumptions.
func (s *Search) assuming(ctx context.Context, assumptions ...solver.Literal) (failure.Scenario, bool, error) {
	found, err := s.clauses.Solve(ctx, assumptions...)
	if !found || err != nil {
		return nil, false, err
	}
	return s.clauses.Scenario(), true, nil
}

// Fewest returns a number of faults that no answer to the question is below, as far as
// that has been proved.
func (s *Search) Fewest() int { return s.fewest }
