package bdd

import (
	"context"
	"math/big"

	"molly/failure"
)

// Rates says how likely faults are, each from 0 to 1. What the specification does not allow has no
// rate: it does not happen, whatever its rate here. But more nodes may crash, or come back, or more
// faults happen than the specification allows: then the scenario is not admissible.
//
//   - Loss: each message that may be lost is, independently, also one of a crashed node.
//   - Late: each message that may be late and is not lost is late, by each number of rounds with
//     equal probability.
//   - Copy: each message that may come twice and is not lost does, each number of rounds after its
//     first arrival with equal probability.
//   - Crash: each node that may crash, and has not crashed or been down, does at each time.
//   - Restart: each node that crashes and may come back does, at each later time until EFF with equal
//     probability.
//
// Of an input each time at which it may be there, and its absence, are equally likely.
type Rates struct {
	Loss, Crash, Late, Copy, Restart *big.Rat // nil is 0
}

// known returns the rates with 0 for nil.
func (r Rates) known() Rates {
	for _, p := range []**big.Rat{&r.Loss, &r.Crash, &r.Late, &r.Copy, &r.Restart} {
		if *p == nil {
			*p = new(big.Rat)
		}
	}
	return r
}

// precision is that of all sums, in bits. They add and multiply numbers that are not
// negative, so relative errors only add up: a result of s states and n choices is off by
// less than (s+2)·n·2^-128 of itself, far beyond what anybody prints.
const precision = 128

// Probability returns how likely it is that the function is true and the scenario
// admissible: that no more nodes crash than may, and no more faults happen.
//
// The error is the context's or a *TooLargeError.
func (c *Compiled) Probability(ctx context.Context, r Rates) (*big.Float, error) {
	w := c.choices.chances(r)
	p, err := weigh(ctx, c, w.start(c.choices.spared(r)), nil, w.weights())
	if err != nil {
		return nil, err
	}
	return p.total(), nil
}

// Admissible returns how likely it is that a scenario is admissible over the nodes.
func Admissible(spec failure.Spec, nodes []string, r Rates) *big.Float {
	ch := newChoices(spec, nodes)
	w := ch.chances(r)
	anything := &Compiled{choices: ch, diagram: newDiagram(context.Background(), Options{}), root: yes, options: Options{MaxNodes: DefaultMaxNodes}}
	// Nodes are independent but for the limits on their number: first each by itself.
	type ended struct{ crashes, outages int }
	ways := map[ended]chance{{}: w.start(ch.spared(r))}
	for i := range nodes {
		var own []step
		for _, s := range ch.steps {
			if s.place == i {
				own = append(own, s)
			}
		}
		f, err := pass(context.Background(), anything, own, w.start(float(one)), w.weights())
		if err != nil {
			panic("bdd: one node has too many states: " + err.Error())
		}
		next := map[ended]chance{}
		for k := 0; k <= spec.Crashes; k++ { // in order, so that the sums are made in one order
			for back := 0; back <= spec.Restarts; back++ {
				before, reached := ways[ended{k, back}]
				if !reached {
					continue
				}
				for j, st := range f.states {
					e := ended{k, back}
					crashes, outages := f.situations.ended(f.situations.list[st.situation])
					e.crashes += crashes
					e.outages += outages
					if e.crashes+e.outages <= spec.Crashes && e.outages <= spec.Restarts {
						next[e] = next[e].plus(w.product(before, f.weight[j]))
					}
				}
			}
		}
		ways = next
	}
	var sum chance
	for k := 0; k <= spec.Crashes; k++ {
		for back := 0; back <= spec.Restarts; back++ {
			sum = sum.plus(ways[ended{k, back}])
		}
	}
	return sum.total()
}

// spared is how likely it is that no node crashes, where none may: then there are no steps for it.
func (c *choices) spared(r Rates) *big.Float {
	p := float(one)
	if c.spec.Crashes > 0 {
		return p
	}
	alive := float(not(r.known().Crash))
	for _, n := range c.names {
		for t := 1; t <= c.spec.LastCrash() && c.spec.Crashable.Has(n); t++ {
			p.Mul(p, alive)
		}
	}
	return p
}
