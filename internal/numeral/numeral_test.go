package numeral

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"0 errors":           Count(0, "error"),
		"1 error":            Count(1, "error"),
		"12 errors":          Count(12, "error"),
		"1 run":              CountBig(big.NewInt(1), "run"),
		"1,234,567 runs":     CountBig(big.NewInt(1_234_567), "run"),
		"about 1.00e30 runs": CountBig(power(10, 30), "run"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Up to 24 digits an integer is written exactly.
func TestGrouped(t *testing.T) {
	for n, want := range map[*big.Int]string{
		big.NewInt(0):    "0",
		big.NewInt(999):  "999",
		big.NewInt(1000): "1,000",
		power(10, 23):    "100,000,000,000,000,000,000,000",
		power(10, 24):    "about 1.00e24",
	} {
		if got := Grouped(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}

// The approximation by the logarithm is the one by the digits.
func TestByLogarithm(t *testing.T) {
	for _, n := range []*big.Int{
		power(3, 90_000),
		power(10, 40_000),
		new(big.Int).Sub(power(10, 40_000), big.NewInt(1)),
		new(big.Int).Lsh(big.NewInt(1), slowBits),
	} {
		if !IsSlow(n) {
			t.Fatalf("%d bits are few", n.BitLen())
		}
		want := strings.Replace(fmt.Sprintf("%.2e", new(big.Float).SetInt(n)), "e+", "e", 1)
		if got := Short(n); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestRanges(t *testing.T) {
	for want, list := range map[string][]int{"": nil, "4": {4}, "1, 3…7, 9…10": {1, 3, 4, 5, 6, 7, 9, 10}} {
		if got := Ranges(list); got != want {
			t.Errorf("%v: %q, want %q", list, got, want)
		}
	}
}

func power(base, exponent int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
}

// All digits of an integer are written, but where they take longer than there is time.
func TestExactly(t *testing.T) {
	long := new(big.Int).Lsh(big.NewInt(1), 2*slowBits)
	ended, end := context.WithCancel(t.Context())
	end()
	if got := Exactly(ended, big.NewInt(1234567)); got != "1234567" {
		t.Errorf("a short integer is %s", got)
	}
	if got := Exactly(t.Context(), long); got != long.String() {
		t.Errorf("a long integer is %.20s…", got)
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 1<<26)
	if got := Exactly(ended, huge); got != Grouped(huge) {
		t.Errorf("without time, a very long integer is %.20s…", got)
	}
}
