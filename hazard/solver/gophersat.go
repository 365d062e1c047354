package solver

import (
	"context"

	gophersat "github.com/crillab/gophersat/solver"
)

// gophersatTurn lets one gophersat run at a time in the process: gophersat learns
// clauses in a package-level buffer. It is a channel, not a sync.Mutex, so that
// waiting for it can end with a context.
var gophersatTurn = make(chan struct{}, 1)

// gophersatSolver keeps the clauses and gives them to a fresh gophersat for each
// question, the assumptions among them as unit clauses: gophersat's own assumptions
// answer wrongly beside added or unit clauses.
type gophersatSolver struct {
	variables int
	clauses   [][]int
	model     []bool
}

func (s *gophersatSolver) NewVar() Literal {
	s.variables++
	return Literal(s.variables)
}

func (s *gophersatSolver) Add(clause ...Literal) {
	ints := make([]int, len(clause))
	for i, l := range clause {
		ints[i] = int(l)
	}
	s.clauses = append(s.clauses, ints)
}

// solve leaves gophersat alone when ctx ends, for it cannot be interrupted: it goes
// on in a goroutine that shares no more with s than clauses, which do not change, and
// keeps its turn until it is done.
func (s *gophersatSolver) Solve(ctx context.Context, assumptions ...Literal) (bool, error) {
	if err := context.Cause(ctx); err != nil {
		return false, err
	}
	select {
	case gophersatTurn <- struct{}{}:
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
	question := make([][]int, 0, len(assumptions)+len(s.clauses))
	for _, l := range assumptions {
		question = append(question, []int{int(l)})
	}
	question = append(question, s.clauses...)
	variables := s.variables
	answered := make(chan []bool, 1)
	go func() {
		defer func() { <-gophersatTurn }()
		instance := gophersat.New(gophersat.ParseSliceNb(question, variables))
		if instance.Solve() == gophersat.Sat {
			answered <- instance.Model()
		} else {
			answered <- nil
		}
	}()
	select {
	case s.model = <-answered:
		return s.model != nil, nil
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

func (s *gophersatSolver) Holds(l Literal) bool {
	if l < 0 {
		return !s.model[-l-1]
	}
	return s.model[l-1]
}
