package bdd

import (
	"context"
	"math/big"

	"molly/failure"
)

// ByFaults returns the number of admissible scenarios in normal form that make the
// function true, by their number of faults: as many entries as there are choices that
// can happen together, and one for no fault.
//
// The error is the context's or a *TooLargeError.
func (c *Compiled) ByFaults(ctx context.Context) ([]*big.Int, error) {
	// A polynomial with coefficients below 2^width is one number: its value at 2^width.
	all := c.choices.spec.Scenarios(c.choices.names)
	width := uint(all.BitLen() + 1)
	of, err := c.choices.spec.ScenariosByFaults(ctx, c.choices.names)
	if err != nil {
		return nil, err
	}
	highest := len(of) - 1
	polynomial, err := weigh(ctx, c, big.NewInt(1), new(big.Int), weights[*big.Int]{
		happens: func(v *big.Int, _ failure.Kind) *big.Int { return new(big.Int).Lsh(v, width) },
		spared:  func(v *big.Int, _ failure.Kind) *big.Int { return v },
		add:     func(sum, v *big.Int) *big.Int { return sum.Add(sum, v) },
		bytes:   func(v *big.Int) int { return bytesPerState + v.BitLen()/8 },
	})
	if err != nil {
		return nil, err
	}
	list := make([]*big.Int, highest+1)
	mask := new(big.Int).Lsh(big.NewInt(1), width)
	mask.Sub(mask, big.NewInt(1))
	for k := range list {
		list[k] = new(big.Int).And(polynomial, mask)
		polynomial.Rsh(polynomial, width)
	}
	return list, nil
}
