package circuit

import "molly/failure"

// Valuation holds the value of every node of a circuit under one scenario.
type Valuation struct {
	happens happens
	value   []bool
}

// Evaluate computes the value of every node under a scenario in normal form.
//
// Normal form drops the omissions of crashed nodes: a circuit must not tell them
// apart, as lineage never does.
func (c *Circuit) Evaluate(s failure.Scenario) *Valuation {
	v := &Valuation{happens: happens{}}
	v.happens.add(s, 1)
	c.Extend(v)
	return v
}

// Extend brings v up to date with the nodes that c has got since.
func (c *Circuit) Extend(v *Valuation) {
	for n := len(v.value); n < c.Len(); n++ {
		v.value = append(v.value, c.nodeValue(v, n))
	}
}

func (c *Circuit) nodeValue(v *Valuation, n int) bool {
	if x := c.varOf[n]; x >= 0 {
		return v.happens.of(c.fault[x]) != 0
	}
	for _, l := range c.lits[c.start[n]:c.start[n+1]] {
		if !v.Holds(l) {
			return false
		}
	}
	return true
}

// Holds reports the value of l.
func (v *Valuation) Holds(l Lit) bool { return v.value[l>>1] != l.Negated() }
