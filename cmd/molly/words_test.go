package main

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// What a very long number is nearly follows from its logarithm, and is what its digits say.
func TestVeryShort(t *testing.T) {
	for _, n := range []*big.Int{
		new(big.Int).Exp(big.NewInt(3), big.NewInt(90_000), nil),
		new(big.Int).Exp(big.NewInt(10), big.NewInt(40_000), nil),
		new(big.Int).Sub(new(big.Int).Exp(big.NewInt(10), big.NewInt(40_000), nil), big.NewInt(1)),
		new(big.Int).Lsh(big.NewInt(1), quick),
	} {
		if n.BitLen() <= quick {
			t.Fatalf("%d bits are few", n.BitLen())
		}
		want := strings.Replace(fmt.Sprintf("%.2e", new(big.Float).SetInt(n)), "e+", "e", 1)
		if got := short(n); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
