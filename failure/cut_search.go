package failure

import (
	"cmp"
	"math/bits"
	"slices"
)

// Of more nodes or omissions than these, only the omissions of one link are grouped.
const (
	mostCutNodes  = 64
	mostCutLosses = 500
)

// bitset is a set of nodes, by their numbers.
type bitset uint64

func (b bitset) has(i int) bool { return b>>i&1 == 1 }

// lostLinks has for each node those to which what it sends is lost.
type lostLinks []bitset

// lossTable has the omissions that no cut has yet.
type lossTable struct {
	nodes []string    // sorted
	times []int       // at which something is lost, sorted
	lost  []lostLinks // by time
}

// newLossTable returns nil where there is too much to look at.
func newLossTable(list []Fault) *lossTable {
	t := &lossTable{}
	for _, f := range list {
		t.nodes = append(t.nodes, f.Node, f.To)
		t.times = append(t.times, f.Time)
	}
	slices.Sort(t.nodes)
	t.nodes = slices.Compact(t.nodes)
	slices.Sort(t.times)
	t.times = slices.Compact(t.times)
	if len(t.nodes) > mostCutNodes || len(list) > mostCutLosses {
		return nil
	}
	for range t.times {
		t.lost = append(t.lost, make(lostLinks, len(t.nodes)))
	}
	for _, f := range list {
		t.set(f, true)
	}
	return t
}

// set adds or removes an omission.
func (t *lossTable) set(f Fault, lost bool) {
	at, _ := slices.BinarySearch(t.times, f.Time)
	from, _ := slices.BinarySearch(t.nodes, f.Node)
	to, _ := slices.BinarySearch(t.nodes, f.To)
	if bit := bitset(1) << to; lost {
		t.lost[at][from] |= bit
	} else {
		t.lost[at][from] &^= bit
	}
}

// bitCut is a cut by the numbers of nodes and of times.
type bitCut struct {
	sides  []bitset
	mutual bool
	times  []int
}

// losses is how many omissions the cut has.
func (c *bitCut) losses() int {
	links, all := 0, 0
	for _, side := range c.sides {
		n := bits.OnesCount64(uint64(side))
		links += all * n
		all += n
	}
	if c.mutual {
		links *= 2
	}
	return links * len(c.times)
}

// better reports whether a cut is taken rather than another one: the one that has more
// omissions; then one in both directions; then the one that begins earlier; then the one with
// the smaller sides.
func (c *bitCut) better(d *bitCut) bool {
	if d == nil {
		return true
	}
	mutual := 0
	if c.mutual != d.mutual {
		if mutual = 1; c.mutual {
			mutual = -1
		}
	}
	return cmp.Or(cmp.Compare(d.losses(), c.losses()), mutual, slices.Compare(c.times, d.times), slices.Compare(c.sides, d.sides)) < 0
}

// largest returns the largest cut that the omissions have, or nil where all are too small.
func (t *lossTable) largest() *bitCut {
	var best *bitCut
	try := func(sides []bitset, mutual bool) {
		c := &bitCut{sides: sides, mutual: mutual}
		for at := range t.times {
			if c.within(t.lost[at]) {
				c.times = append(c.times, at)
			}
		}
		if c.losses() >= fewestLosses && c.better(best) {
			best = c
		}
	}
	for first := range t.times {
		if first > 0 && slices.Equal(t.lost[first], t.lost[first-1]) {
			continue // looked at from there
		}
		all := slices.Clone(t.lost[first]) // what is lost at each time from first on
		for last := first; last < len(t.times); last++ {
			before := slices.Clone(all)
			for n := range all {
				all[n] &= t.lost[last][n]
			}
			if last == first || !slices.Equal(all, before) {
				all.cuts(try)
			}
		}
	}
	return best
}

// within reports whether what the cut loses is lost at a time.
func (c *bitCut) within(lost lostLinks) bool {
	for i, side := range c.sides {
		var others bitset
		for j, other := range c.sides {
			if i < j || i > j && c.mutual {
				others |= other
			}
		}
		for n := range lost {
			if side.has(n) && lost[n]&others != others {
				return false
			}
		}
	}
	return true
}

// cuts tries the cuts that links have: for each two senders those to which both send in vain,
// for each two receivers those that send to both in vain, and the same in both directions.
func (l lostLinks) cuts(try func(sides []bitset, mutual bool)) {
	back := make(lostLinks, len(l)) // from receivers to senders
	for from := range l {
		for to := range l {
			if l[from].has(to) {
				back[to] |= 1 << from
			}
		}
	}
	mutual := make(lostLinks, len(l))
	for n := range l {
		mutual[n] = l[n] & back[n]
	}
	l.pairs(func(a, b bitset) { try([]bitset{a, b}, false) })
	back.pairs(func(a, b bitset) { try([]bitset{b, a}, false) })
	mutual.pairs(func(a, b bitset) { try(mutual.parts(a|b), true) })
}

// pairs calls f for what each one or two nodes have in common: with all nodes that have it, and
// with it.
func (l lostLinks) pairs(f func(nodes, common bitset)) {
	for i := range l {
		for j := i; j < len(l); j++ {
			common := l[i] & l[j]
			if common == 0 {
				continue
			}
			var nodes bitset
			for n := range l {
				if l[n]&common == common {
					nodes |= 1 << n
				}
			}
			f(nodes, common)
		}
	}
}

// parts splits nodes so that all links between different parts are there.
func (l lostLinks) parts(nodes bitset) []bitset {
	var list []bitset
	for left := nodes; left != 0; {
		part := left & -left
		for grown := bitset(0); grown != part; {
			grown = part
			for n := range l {
				if grown.has(n) {
					part |= nodes &^ l[n]
				}
			}
		}
		list = append(list, part)
		left &^= part
	}
	return list
}

// named returns the cut with the names of its nodes, and its times.
func (t *lossTable) named(c *bitCut) Cut {
	out := Cut{Mutual: c.mutual}
	for _, side := range c.sides {
		var names []string
		for n, name := range t.nodes {
			if side.has(n) {
				names = append(names, name)
			}
		}
		out.Sides = append(out.Sides, names)
	}
	for _, at := range c.times {
		out.Times = append(out.Times, t.times[at])
	}
	return out
}

// linkCuts groups the omissions of each link.
func linkCuts(list []Fault) []Cut {
	var cuts []Cut
	number := map[[2]string]int{}
	for _, f := range list {
		link := [2]string{f.Node, f.To}
		i, known := number[link]
		if !known {
			i = len(cuts)
			number[link] = i
			cuts = append(cuts, Cut{Sides: [][]string{{f.Node}, {f.To}}})
		}
		cuts[i].Times = append(cuts[i].Times, f.Time)
	}
	return slices.DeleteFunc(cuts, func(c Cut) bool { return len(c.Times) < fewestLosses })
}
