package failure

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Kind tells omissions and crashes apart.
type Kind uint8

// The kinds of faults, in the order in which they are sorted.
const (
	Omission Kind = iota
	Crash
)

// Fault is one omission or one crash. Faults are comparable with ==.
type Fault struct {
	Time int
	Kind Kind
	Node string // the sender of what is lost, or the node that crashes
	To   string // the receiver of an omission; "" for a crash
}

// Omit is the omission O(from, to, time).
func Omit(from, to string, time int) Fault {
	return Fault{Time: time, Kind: Omission, Node: from, To: to}
}

// CrashAt is the crash C(node, time).
func CrashAt(node string, time int) Fault {
	return Fault{Time: time, Kind: Crash, Node: node}
}

// Compare orders faults by time, omission before crash, sender or node, receiver.
func (f Fault) Compare(g Fault) int {
	return cmp.Or(
		cmp.Compare(f.Time, g.Time),
		cmp.Compare(f.Kind, g.Kind),
		strings.Compare(f.Node, g.Node),
		strings.Compare(f.To, g.To),
	)
}

// String writes O(from,to,time) or C(node,time). Names that could be misread there are
// quoted.
func (f Fault) String() string {
	if f.Kind == Crash {
		return fmt.Sprintf("C(%s,%d)", quoted(f.Node), f.Time)
	}
	return fmt.Sprintf("O(%s,%s,%d)", quoted(f.Node), quoted(f.To), f.Time)
}

// Names lists faults as String writes them, with commas between them.
func Names(list []Fault) string {
	parts := make([]string, len(list))
	for i, f := range list {
		parts[i] = f.String()
	}
	return strings.Join(parts, ", ")
}

func quoted(node string) string {
	plain := func(c rune) bool {
		return unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("_.-", c)
	}
	if node == "" || strings.ContainsFunc(node, func(c rune) bool { return !plain(c) }) {
		return strconv.Quote(node)
	}
	return node
}

// Rename returns the fault with other names of nodes.
func (f Fault) Rename(name func(string) string) Fault {
	f.Node = name(f.Node)
	if f.Kind == Omission {
		f.To = name(f.To)
	}
	return f
}
