package main

import (
	"context"
	"math/big"

	"molly/internal/numeral"
	"molly/internal/within"
)

// exactly writes all digits of an integer; those of a very long one take their time, and if the
// context has ended by then, it is written only nearly.
func exactly(ctx context.Context, n *big.Int) string {
	if !numeral.IsSlow(n) {
		return n.String()
	}
	text, err := within.Context(ctx, n.String)
	if err != nil {
		return numeral.Grouped(n)
	}
	return text
}
