package bdd

import (
	"context"
)

// weights says what fates contribute to a weight, which is of type T. times may change and
// return its first argument where it may be used up, else it makes a new value; add may change
// and return its first argument.
type weights[T any] struct {
	times func(weight T, f *fate, usedUp bool) T
	add   func(sum, weight T) T
	bytes func(T) int // nearly: for the bound
}

// A state is what is left after some of the steps: a function of the later ones, and what has
// happened to the places.
type state struct {
	left      edge
	situation int
}

// bytesPerNode is how much memory a node of a growing diagram costs, tables included. The
// weights of a pass may take a quarter of what the largest diagram takes; going on from
// one step to the next, it holds up to three times that.
const bytesPerNode = 70

// bytesPerState is how much memory a state takes, without its weight's digits.
const bytesPerState = 150

// weigh adds up the weights of all scenarios in which the function is true, in one pass over
// the diagram from the first step to the last.
func weigh[T any](ctx context.Context, c *Compiled, start, zero T, w weights[T]) (T, error) {
	sum := zero
	f, err := pass(ctx, c, c.choices.steps, start, w)
	if err != nil {
		var empty T
		return empty, err
	}
	for _, v := range f.weight {
		sum = w.add(sum, v)
	}
	return sum, nil
}

// pass goes through some steps of the choices, those that the function depends on included.
func pass[T any](ctx context.Context, c *Compiled, steps []step, start T, w weights[T]) (*frontier[T], error) {
	s := &frontier[T]{weights: w, number: map[state]int{}, situations: newSituations(c.choices.spec, len(c.choices.names), c.choices.places)}
	if c.root != no {
		s.reach(state{c.root, 0}, start)
	}
	limit := max(1<<20, c.options.MaxNodes/4*bytesPerNode)
	for _, step := range steps {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		states, weight := s.states, s.weight
		s.next()
		size := 0
		for i, st := range states {
			if size += w.bytes(weight[i]); size > limit {
				return nil, &TooLargeError{"bytes of weights to count with", limit, step.first, c.choices.levels, "choices"}
			}
			if i%1024 == 1023 && context.Cause(ctx) != nil {
				return nil, context.Cause(ctx)
			}
			fates := step.fates[s.situations.of(st.situation, step.place)]
			for k, f := range fates {
				left := step.follow(c.diagram, st.left, f)
				after := s.situations.with(st.situation, step.place, f.after)
				if left != no && after != impossible {
					s.reach(state{left, after}, w.times(weight[i], f, k == len(fates)-1))
				}
			}
		}
	}
	return s, nil
}

// frontier holds the states that the steps so far lead to, in the order of discovery.
type frontier[T any] struct {
	weights[T]
	situations *situations
	states     []state
	weight     []T
	number     map[state]int
}

func (s *frontier[T]) next() {
	s.states, s.weight = nil, nil
	clear(s.number)
}

// reach adds a way to a state.
func (s *frontier[T]) reach(st state, weight T) {
	if i, known := s.number[st]; known {
		s.weight[i] = s.add(s.weight[i], weight)
		return
	}
	s.number[st] = len(s.states)
	s.states = append(s.states, st)
	s.weight = append(s.weight, weight)
}
