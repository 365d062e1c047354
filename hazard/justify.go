package hazard

import (
	"fmt"

	"molly/circuit"
)

// Justify returns why l holds under v's scenario: a literal that holds there, too,
// and that implies l in every scenario. It may add nodes to c.
//
// A true AND is justified by all children, an OR by those of its children that are
// true, each justified in turn. Where an OR has at most width children, those that
// are false in this scenario also count, as whole formulas. So width 0 is the LDFI
// paper's loop made exact, and any negative width gives l itself.
//
// v must know all of l's nodes: after building, call c.Extend(v). l must hold in v.
func Justify(c *circuit.Circuit, v *circuit.Valuation, l circuit.Lit, width int) circuit.Lit {
	if !v.Holds(l) {
		panic(fmt.Sprintf("hazard: literal %d has no justification: it does not hold", l))
	}
	if width < 0 {
		return l
	}
	j := justifier{c, v, width, make([]circuit.Lit, l.Node()+1)}
	for i := range j.known {
		j.known[i] = unjustified
	}
	return j.justify(l)
}

// unjustified represents what is not known yet.
const unjustified = ^circuit.Lit(0)

type justifier struct {
	circuit *circuit.Circuit
	value   *circuit.Valuation
	width   int
	known   []circuit.Lit // by node: the justification of the polarity that holds
}

// justify justifies a literal that holds. It recurses as deep as the circuit is.
func (j *justifier) justify(l circuit.Lit) circuit.Lit {
	if why := j.known[l.Node()]; why != unjustified {
		return why
	}
	children := j.circuit.Children(l)
	why := l
	switch {
	case len(children) == 0:
	case l.Negated():
		parts := make([]circuit.Lit, 0, len(children))
		for _, ch := range children {
			if ch = ch.Not(); j.value.Holds(ch) {
				parts = append(parts, j.justify(ch))
			} else if len(children) <= j.width {
				parts = append(parts, ch)
			}
		}
		why = j.circuit.Or(parts...)
	default:
		parts := make([]circuit.Lit, len(children))
		for i, ch := range children {
			parts[i] = j.justify(ch)
		}
		why = j.circuit.And(parts...)
	}
	j.known[l.Node()] = why
	return why
}
