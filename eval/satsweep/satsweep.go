// Package satsweep finds the nodes of a circuit that are constant in all admissible
// scenarios, though they do not look it. It is SAT sweeping (Kuehlmann, "Dynamic transition
// relation simplification for bounded property checking", 2004; Mishchenko, Chatterjee,
// Jiang, Brayton, "FRAIGs", 2005; with decision diagrams Kuehlmann and Krohm, 1997), for
// constants only:
//
//  1. The circuit is simulated under some hundreds of admissible scenarios, bit-parallel. A
//     node that has one value in all of them is a candidate.
//  2. One question goes to a solver: does a candidate have the other value in some
//     admissible scenario? If not, all candidates are constant.
//  3. If so, the scenario refutes a candidate at least. It is simulated with some like it,
//     and what is left of the candidates is asked about again.
//
// Which nodes are candidates follows from scenarios that are drawn by a fixed seed, and what
// becomes of them from what is true: neither depends on which scenarios a solver gives.
package satsweep

import (
	"context"

	"molly/circuit"
	"molly/failure"
)

// Options say whom to ask, and when.
type Options struct {
	// Ask begins a question. The circuit grows while it is asked again and again. Without
	// it, nothing is swept.
	Ask func(*circuit.Circuit, failure.Spec, []string) Question
	// Always sweeps wherever there is a candidate. It is for tests: else sweeping begins where
	// it is likely to pay.
	Always bool
}

// Question returns an admissible scenario in which some of the given functions are true,
// or false when there is none. The error is the context's.
type Question func(ctx context.Context, some []circuit.Lit) (failure.Scenario, bool, error)

// Sweeper finds constants in a circuit that grows.
type Sweeper struct {
	ask Question
	patterns
}

// New makes a sweeper of a circuit over the faults that spec allows.
func New(c *circuit.Circuit, spec failure.Spec, nodes []string, ask Question) *Sweeper {
	return &Sweeper{ask: ask, patterns: patterns{circuit: c, sampler: newSampler(spec, nodes)}}
}

// Complete reports whether all admissible scenarios are simulated, once Simulate has been
// called: then every candidate is constant, and no solver is asked.
func (s *Sweeper) Complete() bool { return s.complete }

// Simulate brings the simulation up to date with the circuit.
func (s *Sweeper) Simulate() { s.simulate() }

// Candidate returns l or its complement, whichever is false in all scenarios that were
// drawn. It reports false where neither is.
func (s *Sweeper) Candidate(l circuit.Lit) (zero circuit.Lit, ok bool) {
	switch {
	case never(s.drawn, l):
		return l, true
	case never(s.drawn, l.Not()):
		return l.Not(), true
	}
	return circuit.False, false
}

// Refuted says of each candidate, as Candidate returned it, whether it is true in some
// admissible scenario. The others are false in all. The error is the context's.
func (s *Sweeper) Refuted(ctx context.Context, candidates []circuit.Lit) ([]bool, error) {
	refuted := make([]bool, len(candidates))
	if s.complete {
		return refuted, nil
	}
	left := make([]circuit.Lit, 0, len(candidates))
	// refute marks candidates and keeps the others in left.
	refute := func(holds func(circuit.Lit) bool) {
		left = left[:0]
		for i, l := range candidates {
			if !refuted[i] {
				if refuted[i] = holds(l); !refuted[i] {
					left = append(left, l)
				}
			}
		}
	}
	refute(func(l circuit.Lit) bool { return !never(s.learned, l) })
	for len(left) > 0 {
		sc, found, err := s.ask(ctx, left)
		if err != nil {
			return nil, err
		}
		if !found {
			break
		}
		lanes, before := s.learn(sc), len(left)
		refute(func(l circuit.Lit) bool { return lanes.Holds(l) != 0 })
		if len(left) == before {
			panic("satsweep: a scenario that is said to refute a candidate refutes none")
		}
	}
	return refuted, nil
}
