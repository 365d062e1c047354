package bdd

import (
	"context"
	"math/big"

	"molly/failure"
)

// Rates says how likely faults are: each message that may be lost is, independently,
// with probability Loss, also one of a crashed node; and every node that has not crashed
// crashes at each time with probability Crash. Both are from 0 to 1.
type Rates struct {
	Loss, Crash *big.Rat
}

// precision is that of all sums, in bits. They add and multiply numbers that are not
// negative, so relative errors only add up: a result of s states and n choices is off by
// less than (s+2)·n·2^-128 of itself, far beyond what anybody prints.
const precision = 128

func (r Rates) of(k failure.Kind) *big.Rat {
	if k == failure.Crash {
		return r.Crash
	}
	return r.Loss
}

// Probability returns how likely it is that the function is true and the scenario
// admissible: that no more nodes crash than may.
//
// The error is the context's or a *TooLargeError.
func (c *Compiled) Probability(ctx context.Context, r Rates) (*big.Float, error) {
	var happens, spared [len(failure.Kinds)]*big.Float // by kind
	for k := range happens {
		p := r.of(failure.Kind(k))
		happens[k] = float(p)
		spared[k] = float(new(big.Rat).Sub(big.NewRat(1, 1), p))
	}
	start := float(big.NewRat(1, 1))
	if c.choices.spec.Crashes == 0 { // then no choice is a crash
		start = Admissible(c.choices.spec, c.choices.nodes, r)
	}
	return weigh(ctx, c, start, float(new(big.Rat)), weights[*big.Float]{
		happens: func(v *big.Float, k failure.Kind) *big.Float {
			return new(big.Float).SetPrec(precision).Mul(v, happens[k])
		},
		spared: func(v *big.Float, k failure.Kind) *big.Float { return v.Mul(v, spared[k]) },
		add:    func(sum, v *big.Float) *big.Float { return sum.Add(sum, v) },
		bytes:  func(*big.Float) int { return bytesPerState + precision/8 },
	})
}

func float(r *big.Rat) *big.Float { return new(big.Float).SetPrec(precision).SetRat(r) }

// Admissible returns how likely it is that a scenario over so many nodes is admissible.
func Admissible(spec failure.Spec, nodes int, r Rates) *big.Float {
	one := float(big.NewRat(1, 1))
	times := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(a, b) }
	q, not := float(r.Crash), float(new(big.Rat).Sub(big.NewRat(1, 1), r.Crash))
	// alive: does not crash in a run; crashed: does, at some time.
	alive, crashed := one, float(new(big.Rat))
	for range spec.EOT {
		crashed = new(big.Float).SetPrec(precision).Add(crashed, times(alive, q))
		alive = times(alive, not)
	}
	sum := float(new(big.Rat))
	for k := 0; k <= min(spec.Crashes, nodes); k++ {
		term := new(big.Float).SetPrec(precision).SetInt(new(big.Int).Binomial(int64(nodes), int64(k)))
		for i := range nodes {
			if i < k {
				term = times(term, crashed)
			} else {
				term = times(term, alive)
			}
		}
		sum.Add(sum, term)
	}
	return sum
}
