package symmetry

import (
	"slices"
	"strings"
)

// Permutation maps each node that it moves to another one. Names that are no keys stay.
type Permutation map[string]string

// Of returns the image of a name.
func (p Permutation) Of(name string) string {
	if image, moved := p[name]; moved {
		return image
	}
	return name
}

// String writes the cycles, such as (a b)(c d e), each from its first name in order; the
// identity is ().
func (p Permutation) String() string {
	moved := make([]string, 0, len(p))
	for name, image := range p {
		if name != image {
			moved = append(moved, name)
		}
	}
	if len(moved) == 0 {
		return "()"
	}
	slices.Sort(moved)
	var b strings.Builder
	done := map[string]bool{}
	for _, first := range moved {
		if done[first] {
			continue
		}
		b.WriteString("(" + first)
		for name := p.Of(first); name != first; name = p.Of(name) {
			b.WriteString(" " + name)
			done[name] = true
		}
		b.WriteByte(')')
	}
	return b.String()
}
