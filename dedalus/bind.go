package dedalus

import (
	"fmt"
	"strings"

	"molly/datalog"
)

// bound checks that something binds every variable of a rule: a plain column of a
// positive atom, or an equality whose other side is bound.
func (ch *checker) bound(c *clause) {
	isBound := boundVariables(c)
	reported := map[string]bool{}
	check := func(e *expr, where, hint string) {
		e.variables(func(v *expr) {
			if isBound[v.name] || reported[v.name] {
				return
			}
			reported[v.name] = true
			ch.fail(v.span, "unbound", fmt.Sprintf("nothing binds the variable %s of %s", v.name, where), hint)
		})
	}
	const how = "a variable is bound by a column of a positive atom, or by `==`"
	for _, col := range c.cols {
		check(col.expr, "the head", how)
	}
	for _, l := range c.body {
		switch l.kind {
		case datalog.Comparison:
			check(l.left, "a comparison", how)
			check(l.right, "a comparison", how)
		case datalog.Negative:
			for _, a := range l.atom.args {
				check(a, "a negated atom", "bind it in another premise, or write `_` for any value")
			}
		default:
			for _, a := range l.atom.args {
				check(a, "an expression", "an expression is computed and binds nothing; "+how)
			}
		}
	}
}

// boundVariables returns the variables that the body of a rule binds.
func boundVariables(c *clause) map[string]bool {
	bound := map[string]bool{}
	var equalities []*literal
	for _, l := range c.body {
		switch {
		case l.kind == datalog.Positive:
			for _, a := range l.atom.args {
				if a.kind == datalog.Variable {
					bound[a.name] = true
				}
			}
		case l.kind == datalog.Comparison && l.op == datalog.Equal:
			equalities = append(equalities, l)
		}
	}
	binds := func(x, e *expr) bool {
		if x.kind != datalog.Variable || bound[x.name] {
			return false
		}
		known := true
		e.leaves(func(l *expr) {
			if l.kind == datalog.Wildcard || (l.kind == datalog.Variable && !bound[l.name]) {
				known = false
			}
		})
		if known {
			bound[x.name] = true
		}
		return known
	}
	for again := true; again; {
		again = false
		for _, l := range equalities {
			again = binds(l.left, l.right) || binds(l.right, l.left) || again
		}
	}
	return bound
}

// singletons warns about variables that a rule uses once. Where the rule has a
// sum, a variable that is used once can be meant: each binding of it counts.
func (ch *checker) singletons(c *clause) {
	for _, col := range c.cols {
		if col.aggregate == datalog.Sum {
			return
		}
	}
	uses := map[string]int{}
	c.exprs(func(e *expr) {
		e.variables(func(v *expr) { uses[v.name]++ })
	})
	bound := boundVariables(c)
	once := func(e *expr, hint, instead string) {
		e.variables(func(v *expr) {
			if uses[v.name] == 1 && bound[v.name] && !strings.HasPrefix(v.name, "_") {
				ch.warn(v.span, "single-use", fmt.Sprintf("the variable %s is used only once", v.name), hint)
				if instead != "" && e == v {
					text := strings.ReplaceAll(instead, "NAME", v.name)
					ch.fix("write `"+text+"`", v.span.replace(text))
				}
			}
		})
	}
	for _, l := range c.body {
		if l.kind == datalog.Comparison {
			once(l.left, "this premise only names a value that nothing uses", "")
			once(l.right, "this premise only names a value that nothing uses", "")
			continue
		}
		for i, a := range l.atom.args {
			hint, instead := "write `_` where any value will do", "_"
			if i == 0 && c.timing == datalog.Asynchronous && l.atom == c.home() {
				hint = "the sender must have a name: let it begin with _, such as _Sender, where any will do"
				instead = "_NAME"
			}
			once(a, hint, instead)
		}
	}
}
