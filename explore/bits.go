package explore

import "slices"

// bits is a set of small numbers.
type bits []uint64

func (b bits) has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 != 0 }

// with is the set with one number more; it may use the same memory.
func (b bits) with(i int) bits {
	if n := i/64 + 1; n > len(b) {
		b = append(b, make(bits, n-len(b))...)
	}
	b[i/64] |= 1 << (i % 64)
	return b
}

// or is the set with those of another; it may use the same memory.
func (b bits) or(c bits) bits {
	if len(c) > len(b) {
		b = append(b, make(bits, len(c)-len(b))...)
	}
	for i, w := range c {
		b[i] |= w
	}
	return b
}

// meets reports whether two sets have a number in common.
func (b bits) meets(c bits) bool {
	for i := range min(len(b), len(c)) {
		if b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

func (b bits) clone() bits { return slices.Clone(b) }

// after is the set of those that are greater than a number.
func (b bits) after(j int) bits {
	c := b.clone()
	for i := range c {
		switch {
		case i < j/64:
			c[i] = 0
		case i == j/64:
			c[i] &^= 1<<(j%64+1) - 1
		}
	}
	return c
}
