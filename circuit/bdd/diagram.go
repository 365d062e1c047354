package bdd

import "context"

// edge points at a node of a diagram, complemented when its lowest bit is set. The
// constants have the values of circuit.True and circuit.False.
type edge uint32

const (
	yes edge = 0
	no  edge = 1
)

func (e edge) not() edge { return e ^ 1 }

// A diagram holds Boolean functions as reduced ordered binary decision diagrams with
// complemented edges (Bryant, 1986; Brace, Rudell and Bryant, 1990): equal functions
// are equal edges.
//
// Invariants: nodes[0] is the constant; the children of a node are of greater levels;
// high is never complemented and differs from low; no two nodes are equal.
type diagram struct {
	nodes []node
	table []uint32 // open addressing: nodes by their content; 0 is free
	cache []conjunction

	options Options
	// full means that the limit on nodes was reached, err that the context ended; then
	// results mean nothing.
	full  bool
	ctx   context.Context
	err   error
	ticks int
}

type node struct {
	level     uint32 // the constant has the greatest one
	low, high edge
}

// conjunction remembers one result of and. The cache forgets: a place holds the last
// result that belongs there.
type conjunction struct{ f, g, result edge }

const bottom = ^uint32(0)

func newDiagram(ctx context.Context, o Options) *diagram {
	return &diagram{
		nodes:   []node{{level: bottom}},
		table:   make([]uint32, 1<<10),
		cache:   make([]conjunction, 1<<10),
		options: o,
		ctx:     ctx,
	}
}

// ended reports whether to give up. It checks the context from time to time.
func (d *diagram) ended() bool {
	if d.ticks++; d.ticks&(1<<16-1) == 0 {
		if err := context.Cause(d.ctx); err != nil && d.err == nil {
			d.err = err
		}
		if d.options.Progress != nil {
			d.options.Progress(len(d.nodes))
		}
	}
	return d.full || d.err != nil
}

func (d *diagram) level(e edge) uint32 { return d.nodes[e>>1].level }

// children returns what e is when the variable of its node is false, and true.
func (d *diagram) children(e edge) (low, high edge) {
	n := &d.nodes[e>>1]
	return n.low ^ e&1, n.high ^ e&1
}

// variable returns the function "the variable of this level is true".
func (d *diagram) variable(level int) edge { return d.branch(uint32(level), no, yes) }

// branch returns the function that is low where the level's variable is false, else
// high.
func (d *diagram) branch(level uint32, low, high edge) edge {
	if low == high {
		return low
	}
	complement := high & 1
	n := node{level, low ^ complement, high ^ complement}
	mask := uint32(len(d.table) - 1)
	i := n.hash() & mask
	for ; d.table[i] != 0; i = (i + 1) & mask {
		if d.nodes[d.table[i]] == n {
			return edge(d.table[i])<<1 | complement
		}
	}
	if len(d.nodes) >= d.options.MaxNodes {
		d.full = true
		return no
	}
	d.table[i] = uint32(len(d.nodes))
	d.nodes = append(d.nodes, n)
	if 2*len(d.nodes) > len(d.table) {
		d.grow()
	}
	return edge(len(d.nodes)-1)<<1 | complement
}

// grow doubles the table, and the cache with it.
func (d *diagram) grow() {
	d.table = make([]uint32, 2*len(d.table))
	mask := uint32(len(d.table) - 1)
	for k := 1; k < len(d.nodes); k++ {
		i := d.nodes[k].hash() & mask
		for d.table[i] != 0 {
			i = (i + 1) & mask
		}
		d.table[i] = uint32(k)
	}
	if len(d.cache) < mostCached {
		old := d.cache
		d.cache = make([]conjunction, 2*len(old))
		for _, c := range old {
			if c.f != c.g { // not a free place
				*d.place(c.f, c.g) = c
			}
		}
	}
}

const mostCached = 1 << 22

func (n node) hash() uint32 { return mix(uint64(n.level)<<32^uint64(n.low), uint64(n.high)) }

func mix(a, b uint64) uint32 {
	h := (a*0x9E3779B97F4A7C15 ^ b) * 0xD6E8FEB86659FD93
	return uint32(h>>32 ^ h>>15)
}

func (d *diagram) place(f, g edge) *conjunction {
	return &d.cache[mix(uint64(f), uint64(g))&uint32(len(d.cache)-1)]
}

// and returns the conjunction of two functions.
func (d *diagram) and(f, g edge) edge {
	switch {
	case f == g, g == yes:
		return f
	case f == yes:
		return g
	case f == no, g == no, f == g.not():
		return no
	case f > g:
		f, g = g, f
	}
	if c := d.place(f, g); c.f == f && c.g == g {
		return c.result
	}
	if d.ended() {
		return no
	}
	level := min(d.level(f), d.level(g))
	f0, f1 := f, f
	if d.level(f) == level {
		f0, f1 = d.children(f)
	}
	g0, g1 := g, g
	if d.level(g) == level {
		g0, g1 = d.children(g)
	}
	result := d.branch(level, d.and(f0, g0), d.and(f1, g1))
	if !d.full && d.err == nil {
		*d.place(f, g) = conjunction{f, g, result}
	}
	return result
}

// only returns a diagram with what e needs, and e in it. It is not for building.
func (d *diagram) only(e edge) (*diagram, edge) {
	// The children of a node come before it.
	needed := make([]bool, e>>1+1)
	needed[e>>1] = true
	for i := len(needed) - 1; i > 0; i-- {
		if needed[i] {
			needed[d.nodes[i].low>>1], needed[d.nodes[i].high>>1] = true, true
		}
	}
	small := &diagram{nodes: []node{d.nodes[0]}, options: d.options, ctx: d.ctx}
	number := make([]edge, len(needed))
	for i := 1; i < len(needed); i++ {
		if needed[i] {
			n := d.nodes[i]
			number[i] = edge(len(small.nodes))
			small.nodes = append(small.nodes, node{n.level, number[n.low>>1]<<1 | n.low&1, number[n.high>>1]<<1 | n.high&1})
		}
	}
	return small, number[e>>1]<<1 | e&1
}
