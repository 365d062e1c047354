package bdd

import (
	"math/big"
)

// The status of a place says what can still happen to it.
type status byte

const (
	untouched status = iota
	gone             // a node has crashed; an input has been chosen
	isDown           // a node is down
	wasDown          // a node is back
	statuses
)

// A decision is what a step decides: which one of some fates, by the status of its place.
//
// It has two rows of variables. Each variable of a row says "one more", if those before it are
// true, so a fate is how many of each row are true, from the left.
type decision struct {
	rows  [2]int // how many variables they have
	fates [statuses][]*fate
}

// A fate is one way in which a decision may end.
type fate struct {
	number int    // among all
	ones   [2]int // how many variables of each row are true
	after  status // the place's status after it
	faults int    // how many faults it is
	// chance is how likely it is among the fates of its status.
	chance func(Rates) *big.Rat
}

func (d *decision) levels() int { return d.rows[0] + d.rows[1] }

// follow returns what is left of a function when a step ends in a fate.
func (s step) follow(d *diagram, e edge, f *fate) edge {
	for {
		level := d.level(e)
		if level >= uint32(s.first+s.levels()) {
			return e
		}
		i, row := int(level)-s.first, 0
		if i >= s.rows[0] {
			i, row = i-s.rows[0], 1
		}
		low, high := d.children(e)
		if e = low; i < f.ones[row] {
			e = high
		}
	}
}

// fate makes a fate of a decision for places of some status.
func (c *choices) fate(d *decision, of, after status, ones [2]int, faults int, chance func(Rates) *big.Rat) {
	f := &fate{len(c.fates), ones, after, faults, chance}
	c.fates = append(c.fates, f)
	d.fates[of] = append(d.fates[of], f)
}

// nothing makes the fate of places of some statuses to which nothing can happen.
func (c *choices) nothing(d *decision, of ...status) {
	for _, s := range of {
		c.fate(d, s, s, [2]int{}, 0, func(Rates) *big.Rat { return one })
	}
}

var one = big.NewRat(1, 1)

func not(p *big.Rat) *big.Rat { return new(big.Rat).Sub(one, p) }

func times(p, q *big.Rat) *big.Rat { return new(big.Rat).Mul(p, q) }

// part is one of n equally likely parts of what has a probability.
func part(p *big.Rat, n int) *big.Rat { return times(p, big.NewRat(1, int64(n))) }

// ofMessage decides what happens to a message: the first row is its lateness, with the loss at
// the end, the second one the distance of its second copy.
func (c *choices) ofMessage() *decision {
	late, copies := c.spec.Delay, c.spec.CopyDelay()
	d := &decision{rows: [2]int{late, copies}}
	if !c.spec.NoLoss {
		d.rows[0]++
	}
	c.nothing(d, gone, isDown)
	for _, s := range []status{untouched, wasDown} {
		if !c.spec.NoLoss {
			c.fate(d, s, s, [2]int{late + 1, 0}, 1, func(r Rates) *big.Rat { return r.Loss })
		}
		for l := late; l >= 0; l-- {
			for n := copies; n >= 0; n-- {
				faults := min(l, 1) + min(n, 1)
				c.fate(d, s, s, [2]int{l, n}, faults, func(r Rates) *big.Rat {
					p := times(among(r.Late, l, late), among(r.Copy, n, copies))
					if !c.spec.NoLoss {
						p.Mul(p, not(r.Loss))
					}
					return p
				})
			}
		}
	}
	return d
}

// among is how likely the i-th of n equally likely possibilities is, where p is the probability
// of any of them; the 0-th is that of none.
func among(p *big.Rat, i, n int) *big.Rat {
	switch {
	case n == 0:
		return one
	case i == 0:
		return not(p)
	}
	return part(p, n)
}

// ofEnds decide whether a node crashes or goes down, if it has not before: by whether it may come
// back.
func (c *choices) ofEnds() map[bool]*decision {
	forGood, ends := &decision{rows: [2]int{1, 0}}, &decision{rows: [2]int{1, 1}}
	for _, d := range []*decision{forGood, ends} {
		c.nothing(d, gone, isDown, wasDown)
	}
	spared := func(r Rates) *big.Rat { return not(r.Crash) }
	c.fate(forGood, untouched, gone, [2]int{1, 0}, 1, func(r Rates) *big.Rat { return r.Crash })
	c.fate(forGood, untouched, untouched, [2]int{}, 0, spared)
	c.fate(ends, untouched, gone, [2]int{1, 0}, 1, func(r Rates) *big.Rat { return times(r.Crash, not(r.Restart)) })
	c.fate(ends, untouched, isDown, [2]int{0, 1}, 1, func(r Rates) *big.Rat { return times(r.Crash, r.Restart) })
	c.fate(ends, untouched, untouched, [2]int{}, 0, spared)
	return map[bool]*decision{false: forGood, true: ends}
}

// ofReturn decides whether a node that is down comes back, where it may do so as many times
// later. At the last time it does.
func (c *choices) ofReturn(later int) *decision {
	d := &decision{rows: [2]int{min(later, 1), 0}}
	c.nothing(d, untouched, gone, wasDown)
	c.fate(d, isDown, wasDown, [2]int{min(later, 1), 0}, 0, func(Rates) *big.Rat { return part(one, later+1) })
	if later > 0 {
		c.fate(d, isDown, isDown, [2]int{}, 0, func(Rates) *big.Rat { return not(part(one, later+1)) })
	}
	return d
}

// ofInput decides whether an input that has not been chosen is chosen at a time, one of so many
// that are left. After the last one its status does not matter.
func (c *choices) ofInput(left int) *decision {
	d := &decision{rows: [2]int{1, 0}}
	chosen := gone
	if left == 1 {
		chosen = untouched
	}
	c.fate(d, gone, chosen, [2]int{}, 0, func(Rates) *big.Rat { return one })
	c.fate(d, untouched, chosen, [2]int{1, 0}, 0, func(Rates) *big.Rat { return part(one, left+1) })
	c.fate(d, untouched, untouched, [2]int{}, 0, func(Rates) *big.Rat { return not(part(one, left+1)) })
	return d
}
