package failure

import (
	"fmt"
	"math/big"
)

// Spec is a failure specification ⟨EOT, EFF, Crashes⟩ (LDFI paper, §2.1.1).
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

// ScenariosByFaults returns the number of admissible scenarios in normal form by their
// number of faults, from none to as many as there can be. They add up to Scenarios.
func (s Spec) ScenariosByFaults(nodes int) []*big.Int {
	others := nodes - 1
	alive := choose(others * s.lossTimes())
	var crashed polynomial
	for t := 1; t <= s.EOT; t++ {
		crashed = crashed.plus(choose(others * min(s.lossTimes(), t-1)))
	}
	crashed = append(polynomial{new(big.Int)}, crashed...) // the crash is a fault, too
	var total polynomial
	for k := 0; k <= min(s.Crashes, nodes); k++ {
		term := polynomial{new(big.Int).Binomial(int64(nodes), int64(k))}
		for i := range nodes {
			if i < k {
				term = term.times(crashed)
			} else {
				term = term.times(alive)
			}
		}
		total = total.plus(term)
	}
	return total
}

// A polynomial counts sets by their size: the coefficient of x^k is the number of those
// with k members.
type polynomial []*big.Int

// choose counts the subsets of a set of n.
func choose(n int) polynomial {
	p := make(polynomial, max(n, 0)+1)
	for k := range p {
		p[k] = new(big.Int).Binomial(int64(n), int64(k))
	}
	return p
}

func (p polynomial) plus(q polynomial) polynomial {
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

func (p polynomial) times(q polynomial) polynomial {
	product := make(polynomial, len(p)+len(q)-1)
	for k := range product {
		product[k] = new(big.Int)
	}
	for i, a := range p {
		for j, b := range q {
			product[i+j].Add(product[i+j], new(big.Int).Mul(a, b))
		}
	}
	return product
}
