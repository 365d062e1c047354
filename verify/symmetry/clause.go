package symmetry

import (
	"math/bits"

	"molly/datalog"
)

// clause is a fact or a rule as the colours see it: its head, which is literals[0], and
// its premises.
type clause struct {
	literals []literal
}

// literal is a literal, or a side of a comparison, with a hole for each node's name.
type literal struct {
	shape uint64  // a hash of all else, variables told apart by nothing
	nodes []int32 // the nodes in the holes, from left to right
}

// reader turns a program into clauses.
type reader struct {
	number map[string]int32 // of the nodes
	nodes  []int32          // of the literal being read
	shape  uint64
}

func mix(h, x uint64) uint64 {
	high, low := bits.Mul64(h^0x9E3779B97F4A7C15, x^0xD6E8FEB86659FD93)
	return high ^ low
}

func mixText(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001B3
	}
	return mix(h, uint64(len(s)))
}

// begin starts a literal.
func (r *reader) begin(parts ...int) {
	r.nodes, r.shape = nil, 1
	for _, p := range parts {
		r.shape = mix(r.shape, uint64(p))
	}
}

func (r *reader) end() literal { return literal{r.shape, r.nodes} }

func (r *reader) value(v datalog.Value) {
	if v.Type() != datalog.Text {
		r.shape = mix(mix(r.shape, 1), uint64(v.Number()))
		return
	}
	if n, isNode := r.number[v.Text()]; isNode {
		r.shape = mix(r.shape, 2)
		r.nodes = append(r.nodes, n)
		return
	}
	r.shape = mixText(mix(r.shape, 3), v.Text())
}

func (r *reader) term(t datalog.Term) {
	switch t.Kind {
	case datalog.Constant:
		r.value(t.Value)
	case datalog.Expression:
		r.shape = mix(mix(r.shape, 4), uint64(t.Op))
		r.term(*t.Left)
		r.term(*t.Right)
	default:
		r.shape = mix(mix(r.shape, 5), uint64(t.Kind))
	}
}

func (r *reader) statement(f statement) clause {
	r.begin(1, int(f.kind), int(f.Relation), f.Time)
	for _, v := range f.Args {
		r.value(v)
	}
	return clause{[]literal{r.end()}}
}

func (r *reader) rule(rule *datalog.Rule) clause {
	literals := make([]literal, 0, 1+len(rule.Body))
	r.begin(2, int(rule.Head.Relation), int(rule.Timing))
	for _, t := range rule.Head.Args {
		r.shape = mix(r.shape, uint64(t.Aggregate))
		r.term(t.Term)
	}
	literals = append(literals, r.end())
	for _, l := range rule.Body {
		if l.Kind == datalog.Comparison {
			literals = append(literals, r.comparison(l)...)
			continue
		}
		r.begin(4, int(l.Kind), int(l.Atom.Relation), l.Atom.At)
		for _, t := range l.Atom.Args {
			r.term(t)
		}
		literals = append(literals, r.end())
	}
	return clause{literals}
}

// comparison reads the sides of a comparison as literals of their own, for those of some
// operators may be exchanged.
func (r *reader) comparison(l datalog.Literal) []literal {
	var sides []literal
	for i, t := range []datalog.Term{l.Left, l.Right} {
		if symmetric(l.Op) {
			i = 0
		}
		r.begin(3, int(l.Op), i)
		r.term(t)
		sides = append(sides, r.end())
	}
	return sides
}

// holes reports whether the clause has a node's name.
func (c clause) holes() bool {
	for _, l := range c.literals {
		if len(l.nodes) > 0 {
			return true
		}
	}
	return false
}
