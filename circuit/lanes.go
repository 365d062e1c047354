package circuit

import "molly/failure"

// LaneCount is how many scenarios a [Lanes] holds.
const LaneCount = 64

// Lanes holds the values of a circuit's nodes under 64 scenarios at a time, a bit for
// each.
type Lanes struct {
	happens happens
	value   []uint64
}

// NewLanes returns lanes for the given scenarios, at least one and at most LaneCount. The
// first one fills the lanes that are left. It knows no node yet: see [Circuit.Simulate].
func NewLanes(scenarios []failure.Scenario) *Lanes {
	l := &Lanes{happens: happens{}}
	for i := range LaneCount {
		s := scenarios[0]
		if i < len(scenarios) {
			s = scenarios[i]
		}
		l.happens.add(s, 1<<i)
	}
	return l
}

// Simulate brings l up to date with the nodes that c has got since.
func (c *Circuit) Simulate(l *Lanes) {
	n := len(l.value)
	if n == c.Len() {
		return
	}
	if cap(l.value) < c.Len() {
		l.value = append(make([]uint64, 0, c.Len()+c.Len()/2), l.value...)
	}
	l.value = l.value[:c.Len()]
	for ; n < len(l.value); n++ {
		if x := c.varOf[n]; x >= 0 {
			l.value[n] = l.happens.of(c.fault[x])
			continue
		}
		v := ^uint64(0)
		for _, ch := range c.lits[c.start[n]:c.start[n+1]] {
			v &= l.Holds(ch)
		}
		l.value[n] = v
	}
}

// Holds returns the value of a known literal in every lane.
func (l *Lanes) Holds(lit Lit) uint64 {
	return l.value[lit>>1] ^ -uint64(lit&1)
}
