package dedalus

import (
	"fmt"

	"molly/datalog"
)

// wideExcuses warns of an excuse that takes the observer of a failure for the node that failed: notin
// crash(X, _, _) is false as soon as any node has crashed, whatever X is.
func (ch *checker) wideExcuses(c *clause) {
	for _, l := range c.body {
		if l.kind != datalog.Negative || !ch.observed(l.atom.name) || len(l.atom.args) < 2 {
			continue
		}
		observer, node := l.atom.args[0], l.atom.args[1]
		if observer.kind != datalog.Variable && observer.kind != datalog.Constant || node.kind != datalog.Wildcard {
			continue
		}
		text := writeTerm(observer)
		ch.warn(node.span, "wide-excuse",
			fmt.Sprintf("this excuses everything as soon as any node fails: the first column of %s is the observer, the second one the node", l.atom.name),
			fmt.Sprintf("write `%s` for the node that failed, too; where any node is meant, `_` for the observer", text))
		ch.fix("write `"+text+"`", node.replace(text))
	}
}

// writeTerm is a variable or a constant as a program has it.
func writeTerm(e *expr) string {
	if e.kind == datalog.Constant {
		return e.value.String()
	}
	return e.name
}
