package solver

import (
	"context"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// giniSolver is one live gini instance; assumptions last for one question.
type giniSolver struct {
	g *gini.Gini
	// dead means that the clauses are unsatisfiable, whatever is assumed. gini itself
	// forgets that, and then ends the process on a model that is none.
	dead bool
	some z.Lit // a variable, or 0
}

func newGini() *giniSolver { return &giniSolver{g: gini.New()} }

func (s *giniSolver) NewVar() Literal {
	s.some = s.g.Lit()
	return Literal(s.some.Dimacs())
}

func (s *giniSolver) Add(clause ...Literal) {
	for _, l := range clause {
		s.g.Add(z.Dimacs2Lit(int(l)))
	}
	s.g.Add(z.LitNull)
}

func (s *giniSolver) Solve(ctx context.Context, assumptions ...Literal) (bool, error) {
	if err := context.Cause(ctx); err != nil {
		return false, err
	}
	if s.dead {
		return false, nil
	}
	if s.some != z.LitNull {
		s.forget()
	}
	for _, l := range assumptions {
		s.g.Assume(z.Dimacs2Lit(int(l)))
	}
	answer := s.run(ctx)
	if answer == 0 {
		return false, context.Cause(ctx)
	}
	s.dead = answer == -1 && len(s.g.Why(nil)) == 0 // no assumption is to blame
	return answer == 1, nil
}

// forget takes gini back to what it knows without assumptions. Left to itself, it would
// learn from the last refutation first, which goes wrong where that leads to a conflict
// without assumptions. To add what is always true changes nothing else.
func (s *giniSolver) forget() {
	for _, l := range []z.Lit{s.some, s.some.Not(), z.LitNull} {
		s.g.Add(l)
	}
}

// run solves and returns gini's answer: 1 satisfiable, -1 not, 0 when ctx ended.
//
// gini looks for messages every 20,000 propagations. Pausing and going on there
// changes nothing in its search, unlike a time limit, and is the chance to see that
// the context has ended.
func (s *giniSolver) run(ctx context.Context) int {
	if ctx.Done() == nil {
		return s.g.Solve()
	}
	running := s.g.GoSolve()
	for {
		answer, paused := running.Pause()
		if !paused {
			return answer
		}
		running.Unpause()
		if context.Cause(ctx) != nil {
			return running.Stop()
		}
	}
}

func (s *giniSolver) Holds(l Literal) bool { return s.g.Value(z.Dimacs2Lit(int(l))) }
