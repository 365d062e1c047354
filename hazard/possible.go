package hazard

import (
	"context"
	"fmt"

	"molly/circuit"
)

// Possible reports for each function whether it is true in some admissible scenario. The search
// must be new, and requires something afterwards. The error is the context's.
//
// It asks for a scenario in which one of the functions is true that was false in all scenarios
// before, until there is none.
func (s *Search) Possible(ctx context.Context, functions []circuit.Lit) ([]bool, error) {
	possible := make([]bool, len(functions))
	var open []int // those that are not known to be possible
	for i, l := range functions {
		if l != circuit.False {
			open = append(open, i)
		}
	}
	v := s.circuit.Evaluate(nil) // where most protocols do most
	for {
		rest := open[:0]
		for _, i := range open {
			if possible[i] = v.Holds(functions[i]); !possible[i] {
				rest = append(rest, i)
			}
		}
		open = rest
		if len(open) == 0 {
			return possible, nil
		}
		some := make([]circuit.Lit, len(open))
		for k, i := range open {
			some[k] = functions[i]
		}
		any := s.circuit.Or(some...)
		s.Require(any) // which implies the one before
		answer, found, err := s.Any(ctx)
		if !found || err != nil {
			return possible, err
		}
		if v = s.circuit.Evaluate(answer); !v.Holds(any) {
			panic(fmt.Sprintf("hazard: %v is no answer, the solver says that it is", answer))
		}
	}
}
