package bdd

import "math/big"

// A chance is a probability, by the number of faults that come with it where there is a limit on
// them; nil entries are 0.
type chance []*big.Float

// chances weighs fates at some rates.
type chances struct {
	of   []*big.Float // by the number of the fate
	most int          // faults; 0 is without limit
}

func (c *choices) chances(r Rates) chances {
	w := chances{most: c.spec.MaxFaults}
	r = r.known()
	for _, f := range c.fates {
		w.of = append(w.of, float(f.chance(r)))
	}
	return w
}

func float(r *big.Rat) *big.Float { return new(big.Float).SetPrec(precision).SetRat(r) }

// start is a probability without faults.
func (w chances) start(p *big.Float) chance { return chance{p} }

func (w chances) weights() weights[chance] {
	return weights[chance]{
		times: func(p chance, f *fate, usedUp bool) chance {
			factor := w.of[f.number]
			shift := 0
			if w.most > 0 {
				shift = f.faults
			}
			if usedUp && shift == 0 {
				for _, q := range p {
					if q != nil {
						q.Mul(q, factor)
					}
				}
				return p
			}
			product := make(chance, w.size(len(p)+shift))
			for k, q := range p {
				if q != nil && k+shift < len(product) {
					product[k+shift] = new(big.Float).SetPrec(precision).Mul(q, factor)
				}
			}
			return product
		},
		add:   func(sum, p chance) chance { return sum.plus(p) },
		bytes: func(p chance) int { return bytesPerState + len(p)*precision/8 },
	}
}

// size is how many entries a chance has that would have so many without a limit.
func (w chances) size(n int) int {
	if w.most == 0 {
		return n
	}
	return min(n, w.most+1)
}

// product returns the chance of two independent events together.
func (w chances) product(p, q chance) chance {
	product := make(chance, w.size(len(p)+len(q)-1))
	for i, a := range p {
		for j, b := range q {
			if a == nil || b == nil || i+j >= len(product) {
				continue
			}
			term := new(big.Float).SetPrec(precision).Mul(a, b)
			if product[i+j] != nil {
				term.Add(term, product[i+j])
			}
			product[i+j] = term
		}
	}
	return product
}

// plus adds a chance to p, and may change and return p.
func (p chance) plus(q chance) chance {
	for len(p) < len(q) {
		p = append(p, nil)
	}
	for k, b := range q {
		switch {
		case b == nil:
		case p[k] == nil:
			p[k] = new(big.Float).SetPrec(precision).Set(b)
		default:
			p[k].Add(p[k], b)
		}
	}
	return p
}

// total is the chance, whatever the number of faults.
func (p chance) total() *big.Float {
	sum := float(new(big.Rat))
	for _, q := range p {
		if q != nil {
			sum.Add(sum, q)
		}
	}
	return sum
}
