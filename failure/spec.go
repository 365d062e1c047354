package failure

import (
	"context"
	"fmt"
	"math/big"
)

// Spec is an Fspec, the failure specification ⟨EOT, EFF, Crashes⟩ of the LDFI paper (§2.1.1).
type Spec struct {
	EOT     int // the last time of a run; runs start at time 1
	EFF     int // the first time at which nothing is lost any more; 0 means 1
	Crashes int // how many nodes may crash
}

// String writes ⟨EOT,EFF,Crashes⟩.
func (s Spec) String() string {
	return fmt.Sprintf("⟨%d,%d,%d⟩", s.EOT, s.EFF, s.Crashes)
}

// Validate checks 1 ≤ EOT, 0 ≤ EFF ≤ EOT and 0 ≤ Crashes ≤ nodes.
func (s Spec) Validate(nodes int) error {
	switch {
	case s.EOT < 1:
		return fmt.Errorf("EOT is %d: a run lasts at least until time 1", s.EOT)
	case s.EFF < 0:
		return fmt.Errorf("EFF is %d: it is a time from 0 to EOT", s.EFF)
	case s.EFF > s.EOT:
		return fmt.Errorf("EFF is %d, after the end of the run: EOT is %d", s.EFF, s.EOT)
	case s.Crashes < 0:
		return fmt.Errorf("crashes is %d: it is a number from 0 to the number of nodes", s.Crashes)
	case s.Crashes > nodes:
		return fmt.Errorf("crashes is %d, but there are only %d nodes", s.Crashes, nodes)
	}
	return nil
}

// lossTimes is the number of times at which a message may be omitted.
func (s Spec) lossTimes() int { return max(s.EFF-1, 0) }

// Scenarios returns the exact number of admissible scenarios in normal form over
// the given number of nodes.
func (s Spec) Scenarios(nodes int) *big.Int {
	others := nodes - 1
	alive := others * s.lossTimes() // a power of 2
	crashed := powers(others, s.lossTimes(), s.EOT)
	total := new(big.Int)
	for k := 0; k <= min(s.Crashes, nodes); k++ {
		term := new(big.Int).Binomial(int64(nodes), int64(k))
		term.Mul(term, power(crashed, k))
		total.Add(total, term.Lsh(term, uint(alive*(nodes-k))))
	}
	return total
}

// Combinations returns the LDFI paper's count of the fault space (its Figures 12
// and 13): it counts EFF rounds of loss, one more than can be used, and exactly
// Crashes crashes, each possibly after the end.
func (s Spec) Combinations(nodes int) *big.Int {
	others := nodes - 1
	total := new(big.Int).Binomial(int64(nodes), int64(s.Crashes))
	total.Mul(total, power(powers(others, s.EFF, s.EOT+1), s.Crashes))
	return total.Lsh(total, uint(others*s.EFF*(nodes-s.Crashes)))
}

// powers adds up 2^(step·min(t, most)) for t = 0 … times-1. Those with t < most are a bit
// each, where step is not 0: the sum takes no longer than its digits.
func powers(step, most, times int) *big.Int {
	if step <= 0 {
		return big.NewInt(int64(times))
	}
	apart := min(most, times)
	bits := make([]byte, step*apart/8+1)
	for t := range apart {
		i := step * t
		bits[len(bits)-1-i/8] |= 1 << (i % 8)
	}
	sum := new(big.Int).SetBytes(bits)
	rest := big.NewInt(int64(times - apart))
	return sum.Add(sum, rest.Lsh(rest, uint(step*most)))
}

func power(base *big.Int, exponent int) *big.Int {
	return new(big.Int).Exp(base, big.NewInt(int64(exponent)), nil)
}

// AllowsFaults reports whether some fault is admissible among so many nodes.
func (s Spec) AllowsFaults(nodes int) bool {
	return s.Crashes > 0 || nodes > 1 && s.lossTimes() > 0
}

// ScenariosByFaults returns the number of admissible scenarios in normal form by their
// number of faults, from none to as many as there can be. They add up to Scenarios. The numbers
// may be many and long: the error is the context's.
func (s Spec) ScenariosByFaults(ctx context.Context, nodes int) ([]*big.Int, error) {
	c := &counting{ctx: ctx}
	others := nodes - 1
	var crashed polynomial
	for t := 1; t <= s.EOT && s.Crashes > 0 && ctx.Err() == nil; t++ {
		crashed = c.plus(crashed, c.choose(others*min(s.lossTimes(), t-1)))
	}
	crashed = append(polynomial{new(big.Int)}, crashed...) // the crash is a fault, too
	power := polynomial{big.NewInt(1)}                     // of crashed
	var total polynomial
	for k := 0; k <= min(s.Crashes, nodes); k++ {
		term := c.times(power, c.choose(others*s.lossTimes()*(nodes-k)))
		ways := new(big.Int).Binomial(int64(nodes), int64(k))
		for _, a := range term {
			a.Mul(a, ways)
		}
		total = c.plus(total, term)
		if k < s.Crashes {
			power = c.times(power, crashed)
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return total, nil
}

// A polynomial counts sets by their size: the coefficient of x^k is the number of those
// with k members.
type polynomial []*big.Int

// counting computes polynomials. When its context has ended, it returns anything.
type counting struct{ ctx context.Context }

// choose counts the subsets of a set of n: (1+x)^n.
func (c *counting) choose(n int) polynomial {
	p := polynomial{big.NewInt(1)}
	for k := 1; k <= n && c.ctx.Err() == nil; k++ {
		next := new(big.Int).Mul(p[k-1], big.NewInt(int64(n-k+1)))
		p = append(p, next.Quo(next, big.NewInt(int64(k))))
	}
	return p
}

func (c *counting) plus(p, q polynomial) polynomial {
	sum := make(polynomial, max(len(p), len(q)))
	for k := range sum {
		sum[k] = new(big.Int)
		if k < len(p) {
			sum[k].Add(sum[k], p[k])
		}
		if k < len(q) {
			sum[k].Add(sum[k], q[k])
		}
	}
	return sum
}

func (c *counting) times(p, q polynomial) polynomial {
	product := make(polynomial, len(p)+len(q)-1)
	for k := range product {
		product[k] = new(big.Int)
	}
	for i, a := range p {
		if a.Sign() == 0 {
			continue
		}
		for j, b := range q {
			if c.ctx.Err() != nil {
				return product
			}
			product[i+j].Add(product[i+j], new(big.Int).Mul(a, b))
		}
	}
	return product
}
