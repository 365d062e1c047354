package view

import (
	"slices"

	"molly/datalog"
)

// About finds the node that a tuple is about, if there is one: that of its first column, or else
// the only one in it. It also returns the other columns, as text.
func About(nodes []string, tuple []datalog.Value) (node, rest string, ok bool) {
	at := -1
	for i, v := range tuple {
		if !isNode(nodes, v) {
			continue
		}
		if at >= 0 {
			return "", datalog.FormatArgs(tuple), false
		}
		if at = i; i == 0 {
			break
		}
	}
	if at < 0 {
		return "", datalog.FormatArgs(tuple), false
	}
	return tuple[at].Text(), datalog.FormatArgs(slices.Delete(slices.Clone(tuple), at, at+1)), true
}

func isNode(nodes []string, v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(nodes, v.Text())
}
