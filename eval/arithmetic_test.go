package eval

import (
	"math"
	"math/big"
	"testing"

	"molly/datalog"
)

// Arithmetic agrees with big integers on the edges of 64 bits.
func TestArithmetic(t *testing.T) {
	var edges []int64
	for _, base := range []int64{0, 1 << 31, 1 << 32, 1 << 62, math.MaxInt64, math.MinInt64, math.MinInt64 / 2, 3037000499, 6074000999} {
		for d := int64(-2); d <= 2; d++ {
			edges = append(edges, base+d, -(base + d))
		}
	}
	edges = append(edges, 7, -7, 1000)
	ops := map[datalog.Operator]func(z, x, y *big.Int) *big.Int{
		datalog.Add: (*big.Int).Add, datalog.Sub: (*big.Int).Sub, datalog.Mul: (*big.Int).Mul,
		datalog.Div: (*big.Int).Quo, datalog.Rem: (*big.Int).Rem,
	}
	for op, exact := range ops {
		for _, a := range edges {
			for _, b := range edges {
				got, o := combine(op, a, defined, b, defined)
				if b == 0 && (op == datalog.Div || op == datalog.Rem) {
					if o != undefined {
						t.Errorf("%d %c 0 is defined", a, op)
					}
					continue
				}
				want := exact(new(big.Int), big.NewInt(a), big.NewInt(b))
				switch {
				case !want.IsInt64() && o != overflow:
					t.Errorf("%d %c %d: %d, but %v does not fit", a, op, b, got, want)
				case want.IsInt64() && (o != defined || got != want.Int64()):
					t.Errorf("%d %c %d: %d (%d), want %v", a, op, b, got, o, want)
				}
			}
		}
	}
}

// Undefined wins over overflow, and overflow spreads.
func TestOutcomesCombine(t *testing.T) {
	for _, tt := range []struct {
		op           datalog.Operator
		a            int64
		oa           outcome
		b            int64
		ob, combined outcome
	}{
		{datalog.Add, 0, overflow, 1, defined, overflow},
		{datalog.Add, 1, defined, 0, overflow, overflow},
		{datalog.Add, 0, overflow, 0, undefined, undefined},
		{datalog.Div, 0, overflow, 0, defined, undefined},
		{datalog.Rem, 1, defined, 0, overflow, overflow},
		{datalog.Mul, 0, defined, 0, overflow, overflow},
	} {
		if _, o := combine(tt.op, tt.a, tt.oa, tt.b, tt.ob); o != tt.combined {
			t.Errorf("%+v gives %d", tt, o)
		}
	}
}
