package eval

import "slices"

// small is the size up to which a set of tuples is searched by looking at all.
const small = 8

// tupleSet is a set of tuples of one arity, numbered in the order of arrival.
//
// Invariant: len(cols) == n·arity; slots is in use, and holds every tuple, as soon
// as n > small.
type tupleSet struct {
	arity int
	n     int
	cols  []valueID
	slots []int32 // open addressing: number+1; 0 is free
}

func (s *tupleSet) row(i int) []valueID {
	return s.cols[i*s.arity : (i+1)*s.arity]
}

// find returns the number of tuple t, or -1.
func (s *tupleSet) find(t []valueID) int {
	if s.n <= small {
		for i := range s.n {
			if slices.Equal(s.row(i), t) {
				return i
			}
		}
		return -1
	}
	mask := uint32(len(s.slots) - 1)
	for h := hashTuple(t) & mask; s.slots[h] != 0; h = (h + 1) & mask {
		if i := int(s.slots[h] - 1); slices.Equal(s.row(i), t) {
			return i
		}
	}
	return -1
}

// add inserts t unless it is there, and returns its number.
func (s *tupleSet) add(t []valueID) (i int, added bool) {
	if i := s.find(t); i >= 0 {
		return i, false
	}
	s.cols = append(s.cols, t...)
	s.n++
	switch {
	case s.n <= small:
	case s.n == small+1 || 2*s.n > len(s.slots):
		s.rehash()
	default:
		s.place(s.n - 1)
	}
	return s.n - 1, true
}

func (s *tupleSet) rehash() {
	size := 4 * small
	for size < 4*s.n {
		size *= 2
	}
	if cap(s.slots) >= size {
		s.slots = s.slots[:size]
		clear(s.slots)
	} else {
		s.slots = make([]int32, size)
	}
	for i := range s.n {
		s.place(i)
	}
}

func (s *tupleSet) place(i int) {
	mask := uint32(len(s.slots) - 1)
	h := hashTuple(s.row(i)) & mask
	for s.slots[h] != 0 {
		h = (h + 1) & mask
	}
	s.slots[h] = int32(i + 1)
}

// reset empties the set and keeps its memory.
func (s *tupleSet) reset() {
	s.n = 0
	s.cols = s.cols[:0]
}

func hashTuple(t []valueID) uint32 {
	h := uint64(len(t))
	for _, v := range t {
		h = mix(h, v)
	}
	return uint32(h ^ h>>32)
}

func mix(h uint64, v valueID) uint64 {
	h = (h ^ uint64(uint32(v))) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// index finds the tuples of a set by the values of some of its columns. It is
// extended when it is asked, so that a set that grows keeps its indexes.
//
// Invariant: the tuples with equal keys form a chain from first through next in
// increasing order; upto tuples are in.
type index struct {
	columns []int
	upto    int
	first   []int32 // by slot: number+1 of the chain's first tuple; 0 is free
	last    []int32 // by slot: number of the chain's last tuple
	next    []int32 // by tuple: the next one with the same key, or -1
}

// lookup returns the first tuple of s whose key columns have the given values, or
// -1. The others follow through next.
func (x *index) lookup(s *tupleSet, key []valueID) int {
	if x.upto < s.n {
		x.extend(s)
	}
	mask := uint32(len(x.first) - 1)
	for h := hashTuple(key) & mask; x.first[h] != 0; h = (h + 1) & mask {
		i := int(x.first[h] - 1)
		if x.matches(s.row(i), key) {
			return i
		}
	}
	return -1
}

func (x *index) matches(row, key []valueID) bool {
	for k, c := range x.columns {
		if row[c] != key[k] {
			return false
		}
	}
	return true
}

func (x *index) extend(s *tupleSet) {
	if 2*s.n > len(x.first) {
		size := 4 * small
		for size < 4*s.n {
			size *= 2
		}
		x.first = make([]int32, size)
		x.last = make([]int32, size)
		x.next = x.next[:0]
		x.upto = 0
	}
	mask := uint32(len(x.first) - 1)
	for i := x.upto; i < s.n; i++ {
		row := s.row(i)
		h := uint64(len(x.columns))
		for _, c := range x.columns {
			h = mix(h, row[c])
		}
		x.next = append(x.next, -1)
		slot := uint32(h^h>>32) & mask
		for {
			if x.first[slot] == 0 {
				x.first[slot] = int32(i + 1)
				break
			}
			if x.sameKey(s.row(int(x.first[slot]-1)), row) {
				x.next[x.last[slot]] = int32(i)
				break
			}
			slot = (slot + 1) & mask
		}
		x.last[slot] = int32(i)
	}
	x.upto = s.n
}

func (x *index) sameKey(a, b []valueID) bool {
	for _, c := range x.columns {
		if a[c] != b[c] {
			return false
		}
	}
	return true
}

// reset empties the index and keeps its memory.
func (x *index) reset() {
	x.upto = 0
	x.next = x.next[:0]
	clear(x.first)
}
