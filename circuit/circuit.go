package circuit

import (
	"fmt"
	"slices"

	"molly/failure"
)

// Lit is a node of a circuit, complemented when its lowest bit is set.
type Lit uint32

// The constants are the same in every circuit.
const (
	True  Lit = 0
	False Lit = 1
)

// Not returns the complement.
func (l Lit) Not() Lit { return l ^ 1 }

// Negated reports whether l is the complement of its node.
func (l Lit) Negated() bool { return l&1 == 1 }

// Node returns the number of l's node; the constant is node 0.
func (l Lit) Node() int { return int(l >> 1) }

// Positive returns l without its complement.
func (l Lit) Positive() Lit { return l &^ 1 }

// Circuit is a shared graph of Boolean functions of faults. The zero Circuit is
// not usable: call [New].
//
// Invariants: node 0 is the constant true; the children of node i are
// lits[start[i]:start[i+1]], sorted, distinct, without constants, of smaller
// nodes, and at least two; a node without children and with i > 0 is a variable.
type Circuit struct {
	start  []uint32
	lits   []Lit
	fault  []failure.Fault // of variables, by variable number
	varOf  []int32         // node → variable number, or -1
	byName map[failure.Fault]Lit
	table  []uint32 // open addressing: AND nodes by their children; 0 is free
	ands   int
	buf    []Lit
}

// New returns a circuit that holds only the constant.
func New() *Circuit {
	return &Circuit{
		start:  []uint32{0, 0},
		varOf:  []int32{-1},
		byName: map[failure.Fault]Lit{},
		table:  make([]uint32, 64),
	}
}

// Len returns the number of nodes, the constant and the variables included.
func (c *Circuit) Len() int { return len(c.varOf) }

// Prefix returns a circuit of the first n nodes, in which their literals mean the same: as the
// circuit was when it had n nodes. n is from 1 to Len.
func (c *Circuit) Prefix(n int) *Circuit {
	p := New()
	p.start = slices.Clone(c.start[:n+1])
	p.lits = slices.Clone(c.lits[:c.start[n]])
	p.varOf = slices.Clone(c.varOf[:n])
	for node := 1; node < n; node++ {
		if v := p.varOf[node]; v >= 0 {
			p.byName[c.fault[v]] = Lit(node << 1)
			p.fault = append(p.fault, c.fault[v])
			continue
		}
		if 2*(p.ands+1) > len(p.table) {
			p.grow()
		}
		p.enter(uint32(node))
		p.ands++
	}
	return p
}

// enter adds an AND node to the table, which has room for it and does not have it.
func (c *Circuit) enter(node uint32) {
	mask := uint32(len(c.table) - 1)
	i := hash(c.Children(Lit(node<<1))) & mask
	for c.table[i] != 0 {
		i = (i + 1) & mask
	}
	c.table[i] = node
}

// Bytes is about how much memory the circuit takes.
func (c *Circuit) Bytes() int64 {
	const variable = 150 // a fault, by number and by name
	return 4*int64(len(c.start)+len(c.lits)+len(c.varOf)+len(c.table)) + variable*int64(len(c.fault))
}

// Var returns the variable "fault f happens".
func (c *Circuit) Var(f failure.Fault) Lit {
	if l, ok := c.byName[f]; ok {
		return l
	}
	l := c.node(int32(len(c.fault)))
	c.fault = append(c.fault, f)
	c.byName[f] = l
	return l
}

// node appends a node whose children have been appended to lits.
func (c *Circuit) node(variable int32) Lit {
	n := len(c.varOf)
	c.varOf = append(c.varOf, variable)
	c.start = append(c.start, uint32(len(c.lits)))
	return Lit(n << 1)
}

// Fault returns the fault whose variable l's node is.
func (c *Circuit) Fault(l Lit) (f failure.Fault, isVariable bool) {
	v := c.varOf[l.Node()]
	if v < 0 {
		return failure.Fault{}, false
	}
	return c.fault[v], true
}

// Children returns the children of l's node, an AND of them; none for a variable
// or constant. The caller must not change them.
func (c *Circuit) Children(l Lit) []Lit {
	n := l.Node()
	return c.lits[c.start[n]:c.start[n+1]]
}

// And returns the conjunction; True for no argument.
func (c *Circuit) And(lits ...Lit) Lit {
	buf := c.buf[:0]
	for _, l := range lits {
		switch l {
		case True:
		case False:
			return False
		default:
			buf = append(buf, l)
		}
	}
	c.buf = buf
	return c.conjunction(buf)
}

// Or returns the disjunction; False for no argument.
func (c *Circuit) Or(lits ...Lit) Lit {
	buf := c.buf[:0]
	for _, l := range lits {
		switch l {
		case False:
		case True:
			return True
		default:
			buf = append(buf, l.Not())
		}
	}
	c.buf = buf
	return c.conjunction(buf).Not()
}

// conjunction makes an AND of non-constant literals; it sorts them in place.
func (c *Circuit) conjunction(lits []Lit) Lit {
	switch len(lits) {
	case 0:
		return True
	case 1:
		return lits[0]
	case 2:
		if lits[0] > lits[1] {
			lits[0], lits[1] = lits[1], lits[0]
		}
	default:
		slices.Sort(lits)
	}
	w := 1
	for _, l := range lits[1:] {
		switch last := lits[w-1]; {
		case l == last:
		case l == last.Not(): // neighbours, for they differ in the lowest bit
			return False
		default:
			lits[w] = l
			w++
		}
	}
	lits = lits[:w]
	if w == 1 {
		return lits[0]
	}
	return c.intern(lits)
}

func (c *Circuit) intern(lits []Lit) Lit {
	if 2*(c.ands+1) > len(c.table) {
		c.grow()
	}
	mask := uint32(len(c.table) - 1)
	i := hash(lits) & mask
	for ; c.table[i] != 0; i = (i + 1) & mask {
		l := Lit(c.table[i] << 1)
		if slices.Equal(c.Children(l), lits) {
			return l
		}
	}
	if len(c.varOf) >= 1<<31-1 {
		panic(fmt.Sprintf("circuit: more than %d nodes", 1<<31-1))
	}
	c.lits = append(c.lits, lits...)
	l := c.node(-1)
	c.table[i] = uint32(l.Node())
	c.ands++
	return l
}

func (c *Circuit) grow() {
	old := c.table
	c.table = make([]uint32, 2*len(old))
	for _, n := range old {
		if n != 0 {
			c.enter(n)
		}
	}
}

func hash(lits []Lit) uint32 {
	h := uint64(len(lits))
	for _, l := range lits {
		h = (h ^ uint64(l)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return uint32(h ^ h>>32)
}
