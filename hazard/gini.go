package hazard

import (
	"context"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// giniSolver is one live gini instance; assumptions last for one question.
type giniSolver struct {
	g *gini.Gini
}

func newGini() *giniSolver { return &giniSolver{g: gini.New()} }

func (s *giniSolver) newVar() literal { return literal(s.g.Lit().Dimacs()) }

func (s *giniSolver) add(clause ...literal) {
	for _, l := range clause {
		s.g.Add(z.Dimacs2Lit(int(l)))
	}
	s.g.Add(z.LitNull)
}

func (s *giniSolver) solve(ctx context.Context, assumptions ...literal) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	for _, l := range assumptions {
		s.g.Assume(z.Dimacs2Lit(int(l)))
	}
	answer := s.run(ctx)
	if answer == 0 {
		return false, ctx.Err()
	}
	return answer == 1, nil
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
		if ctx.Err() != nil {
			return running.Stop()
		}
	}
}

func (s *giniSolver) holds(l literal) bool { return s.g.Value(z.Dimacs2Lit(int(l))) }
