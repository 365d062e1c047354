package circuit

import (
	"fmt"
	"strings"
)

// Format writes the function l as a formula. A node that occurs more than once is
// written once, as nK = …, and referred to afterwards; the last line is l itself.
func (c *Circuit) Format(l Lit) string {
	uses := map[int]int{}
	cone := c.Cone(l)
	for _, n := range cone {
		for _, ch := range c.Children(n) {
			uses[ch.Node()]++
		}
	}
	var b strings.Builder
	for _, n := range cone {
		if uses[n.Node()] > 1 && len(c.Children(n)) > 0 {
			fmt.Fprintf(&b, "n%d = %s\n", n.Node(), c.formula(n, uses, true))
		}
	}
	b.WriteString(c.formula(l, uses, false))
	return b.String()
}

func (c *Circuit) formula(l Lit, uses map[int]int, define bool) string {
	switch l {
	case True:
		return "true"
	case False:
		return "false"
	}
	not := ""
	if l.Negated() {
		not = "¬"
	}
	if f, ok := c.Fault(l); ok {
		return not + f.String()
	}
	if uses[l.Node()] > 1 && !define {
		return fmt.Sprintf("%sn%d", not, l.Node())
	}
	// A complemented AND reads as an OR of complements.
	children := c.Children(l)
	parts := make([]string, len(children))
	op := " ∧ "
	for i, ch := range children {
		if l.Negated() {
			op, ch = " ∨ ", ch.Not()
		}
		parts[i] = c.formula(ch, uses, false)
	}
	return "(" + strings.Join(parts, op) + ")"
}
