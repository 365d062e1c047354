package bdd

import (
	"context"
	"fmt"
	"slices"

	"molly/failure"
)

// weights says what choices contribute to a weight, which is of type T. happens makes a
// new value; spared and add may change and return their first argument.
type weights[T any] struct {
	happens, spared func(weight T, k failure.Kind) T
	add             func(sum, weight T) T
	bytes           func(T) int // nearly: for the bound
}

// A state is what is left after some of the choices: a function of the later ones, and
// who has crashed.
type state struct {
	left    edge
	crashed int // number of a set of nodes, see crashedSets
}

// bytesPerNode is how much memory a node of a growing diagram costs, tables included. The
// weights of a pass may take a quarter of what the largest diagram takes; going on from
// one choice to the next, it holds up to three times that.
const bytesPerNode = 70

// bytesPerState is how much memory a state takes, without its weight's digits.
const bytesPerState = 150

// weigh adds up the weights of all scenarios in which the function is true, in one pass over
// the diagram from the first choice to the last.
func weigh[T any](ctx context.Context, c *Compiled, one, zero T, w weights[T]) (T, error) {
	s := frontier[T]{weights: w, number: map[state]int{}}
	sets := newCrashedSets(c.choices.nodes)
	var empty T
	if c.root != no {
		s.reach(state{c.root, 0}, one)
	}
	limit := max(1<<20, c.options.MaxNodes/4*bytesPerNode)
	for level, ch := range c.choices.list {
		if err := context.Cause(ctx); err != nil {
			return empty, err
		}
		states, weight := s.states, s.weight
		s.next()
		size := 0
		for i, st := range states {
			if size += w.bytes(weight[i]); size > limit {
				return empty, &TooLargeError{"bytes of weights to count with", limit, level, len(c.choices.list), "choices"}
			}
			if i%1024 == 1023 && context.Cause(ctx) != nil {
				return empty, context.Cause(ctx)
			}
			low, high := st.left, st.left
			if c.diagram.level(st.left) == uint32(level) {
				low, high = c.diagram.children(st.left)
			}
			if sets.has(st.crashed, ch.node) { // nothing more can happen to it
				s.reach(state{low, st.crashed}, weight[i])
				continue
			}
			after := st.crashed
			possible := true
			if ch.Kind == failure.Crash {
				if possible = sets.size(st.crashed) < c.choices.spec.Crashes; possible {
					after = sets.with(st.crashed, ch.node)
				}
			}
			if possible && high != no {
				s.reach(state{high, after}, w.happens(weight[i], ch.Kind))
			}
			if low != no {
				s.reach(state{low, st.crashed}, w.spared(weight[i], ch.Kind))
			}
		}
	}
	sum := zero
	for _, v := range s.weight {
		sum = w.add(sum, v)
	}
	return sum, nil
}

// frontier holds the states that the choices so far lead to, in the order of discovery.
type frontier[T any] struct {
	weights[T]
	states []state
	weight []T
	number map[state]int
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

// crashedSets numbers sets of nodes; the empty one is 0.
type crashedSets struct {
	nodes  int
	list   [][]int // sorted
	number map[string]int
	next   []int // by set and node: the set with that node, or 0 for not known yet
}

func newCrashedSets(nodes int) *crashedSets {
	return &crashedSets{nodes: nodes, list: [][]int{nil}, number: map[string]int{}, next: make([]int, nodes)}
}

func (c *crashedSets) size(set int) int { return len(c.list[set]) }

func (c *crashedSets) has(set, node int) bool { return slices.Contains(c.list[set], node) }

// with adds a node to a set that does not have it.
func (c *crashedSets) with(set, node int) int {
	if next := c.next[set*c.nodes+node]; next != 0 {
		return next
	}
	more := append(slices.Clone(c.list[set]), node)
	slices.Sort(more)
	key := fmt.Sprint(more)
	n, known := c.number[key]
	if !known {
		n = len(c.list)
		c.number[key] = n
		c.list = append(c.list, more)
		c.next = append(c.next, make([]int, c.nodes)...)
	}
	c.next[set*c.nodes+node] = n
	return n
}
