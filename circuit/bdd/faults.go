package bdd

import (
	"context"
	"math/big"
)

// ByFaults returns the number of admissible scenarios in normal form that make the
// function true, by their number of faults: as many entries as there are choices that
// can happen together, and one for no fault. Inputs are no faults: scenarios that differ in them
// alone are counted apart.
//
// The error is the context's or a *TooLargeError.
func (c *Compiled) ByFaults(ctx context.Context) ([]*big.Int, error) {
	// A polynomial with coefficients below 2^width is one number: its value at 2^width.
	unlimited := c.choices.spec
	unlimited.MaxFaults = 0
	all := unlimited.Scenarios(c.choices.names)
	width := uint(all.BitLen() + 1)
	of, err := c.choices.spec.ScenariosByFaults(ctx, c.choices.names)
	if err != nil {
		return nil, err
	}
	list := make([]*big.Int, len(of))
	// What has more faults than may be is cut off.
	within := new(big.Int).Lsh(one.Num(), width*uint(len(list)))
	within.Sub(within, one.Num())
	polynomial, err := weigh(ctx, c, big.NewInt(1), new(big.Int), weights[*big.Int]{
		times: func(v *big.Int, f *fate, usedUp bool) *big.Int {
			switch {
			case f.faults > 0:
				shifted := new(big.Int).Lsh(v, width*uint(f.faults))
				if shifted.BitLen() > within.BitLen() {
					shifted.And(shifted, within)
				}
				return shifted
			case usedUp:
				return v
			}
			return new(big.Int).Set(v)
		},
		add:   func(sum, v *big.Int) *big.Int { return sum.Add(sum, v) },
		bytes: func(v *big.Int) int { return bytesPerState + v.BitLen()/8 },
	})
	if err != nil {
		return nil, err
	}
	mask := new(big.Int).Lsh(one.Num(), width)
	mask.Sub(mask, one.Num())
	for k := range list {
		list[k] = new(big.Int).And(polynomial, mask)
		polynomial.Rsh(polynomial, width)
	}
	return list, nil
}
