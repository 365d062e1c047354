package failure

import (
	"context"
	"math/big"
)

// Scenarios returns the exact number of admissible scenarios in normal form over
// the given nodes.
func (s Spec) Scenarios(nodes []string) *big.Int {
	if s.Classic() {
		return s.classic(len(nodes))
	}
	c := &counting{ctx: context.Background(), together: s.MaxFaults == 0, most: s.MaxFaults}
	total := new(big.Int)
	for _, n := range c.scenarios(s, nodes) {
		total.Add(total, n)
	}
	return total
}

// classic is Scenarios of a classic specification.
func (s Spec) classic(nodes int) *big.Int {
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
// number of faults, from none to as many as there can be. They add up to Scenarios. The numbers
// may be many and long: the error is the context's.
func (s Spec) ScenariosByFaults(ctx context.Context, nodes []string) ([]*big.Int, error) {
	c := &counting{ctx: ctx, most: s.MaxFaults}
	total := c.scenarios(s, nodes)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return total, nil
}

// scenarios counts the admissible scenarios. For each node it adds up the ways to live, to crash
// and to be down for some time, each with all that may happen to what the node sends meanwhile;
// then it combines the nodes.
func (c *counting) scenarios(s Spec, nodes []string) polynomial {
	type ended struct{ crashes, outages int }
	ways := map[ended]polynomial{{}: {big.NewInt(1)}}
	crashes := func(e ended) bool { return e.crashes+e.outages <= s.Crashes && e.outages <= s.Restarts }
	byLinks := map[int][3]polynomial{} // the ways to live, crash and be down, by the number of links
	for _, n := range nodes {
		links := 0
		for _, to := range nodes {
			if n != to && s.Lossy.Has(n, to) {
				links++
			}
		}
		w, known := byLinks[links]
		if !known {
			w = c.ofNode(s, links)
			byLinks[links] = w
		}
		next := map[ended]polynomial{}
		add := func(e ended, p polynomial) {
			if crashes(e) {
				next[e] = c.plus(next[e], p)
			}
		}
		for k := 0; k <= s.Crashes; k++ { // in order, so that the sums are made in one order
			for r := 0; r <= s.Restarts; r++ {
				e := ended{k, r}
				p, reached := ways[e]
				if !reached {
					continue
				}
				add(e, c.times(p, w[0]))
				if s.Crashable.Has(n) {
					if e := (ended{k + 1, r}); crashes(e) {
						add(e, c.times(p, w[1]))
					}
					if e := (ended{k, r + 1}); crashes(e) {
						add(e, c.times(p, w[2]))
					}
				}
			}
		}
		ways = next
	}
	var total polynomial
	for k := 0; k <= s.Crashes; k++ {
		for r := 0; r <= s.Restarts; r++ {
			total = c.plus(total, ways[ended{k, r}])
		}
	}
	for _, one := range s.Inputs.Until(s.EOT) {
		total = c.times(total, polynomial{big.NewInt(int64(1 + len(one)))})
	}
	return total
}

// ofNode counts what may happen to a node with so many links that lose, and to what it sends:
// where it lives, where it crashes, and where it is down for some time.
func (c *counting) ofNode(s Spec, links int) (ways [3]polynomial) {
	latenesses, copies := s.perMessage()
	inTime := s.Delay // latenesses of what arrives
	message := polynomial{big.NewInt(1), big.NewInt(int64(latenesses + copies)), big.NewInt(int64(inTime * copies))}
	c.fit(&message)
	round := polynomial{big.NewInt(1)} // what is sent at one time
	for range links {
		round = c.times(round, message)
	}
	sent := []polynomial{{big.NewInt(1)}} // by the number of times at which it sends
	for range s.lossTimes() {
		sent = append(sent, c.times(sent[len(sent)-1], round))
	}
	fault := polynomial{new(big.Int), big.NewInt(1)}
	c.fit(&fault)
	ways[0] = sent[s.lossTimes()]
	if s.Crashes == 0 {
		return ways
	}
	for t := 1; t <= s.LastCrash() && c.ctx.Err() == nil; t++ {
		ways[1] = c.plus(ways[1], sent[min(s.lossTimes(), t-1)])
	}
	ways[1] = c.times(ways[1], fault)
	if s.Restarts == 0 {
		return ways
	}
	for length := 1; length < s.EFF && c.ctx.Err() == nil; length++ {
		begins := min(s.LastCrash(), s.EFF-length)
		ways[2] = c.plus(ways[2], c.times(sent[s.lossTimes()-length], polynomial{big.NewInt(int64(begins))}))
	}
	ways[2] = c.times(ways[2], fault)
	return ways
}

// A polynomial counts sets by their size: the coefficient of x^k is the number of those
// with k members.
type polynomial []*big.Int

// counting computes polynomials. When its context has ended, it returns anything.
type counting struct {
	ctx      context.Context
	together bool // sizes do not matter: each polynomial is its value at 1
	most     int  // sizes above do not count; 0: all do
}

// fit makes a polynomial one that is computed with.
func (c *counting) fit(p *polynomial) {
	if c.together {
		sum := new(big.Int)
		for _, n := range *p {
			sum.Add(sum, n)
		}
		*p = polynomial{sum}
	}
	if c.most > 0 && len(*p) > c.most+1 {
		*p = (*p)[:c.most+1]
	}
	for n := len(*p); n > 1 && (*p)[n-1].Sign() == 0; n-- {
		*p = (*p)[:n-1]
	}
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
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	size := len(p) + len(q) - 1
	if c.most > 0 {
		size = min(size, c.most+1)
	}
	product := make(polynomial, size)
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
			if i+j < size {
				product[i+j].Add(product[i+j], new(big.Int).Mul(a, b))
			}
		}
	}
	return product
}
