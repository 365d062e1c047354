package failure

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Kind tells the kinds of faults apart.
type Kind uint8

// The kinds of faults, in the order in which they are sorted. An Input is no fault: it is the
// adversary's choice of what the program leaves open.
const (
	Late Kind = iota
	Omission
	Twice
	Crash
	Outage
	Input
)

// Kinds lists all kinds, in order.
var Kinds = [...]Kind{Late, Omission, Twice, Crash, Outage, Input}

// OfLink reports whether faults of this kind are faults of what a node sends another one at a
// time: late, lost or twice.
func (k Kind) OfLink() bool { return k <= Twice }

// OfNode reports whether faults of this kind are those of a node: a crash or an outage.
func (k Kind) OfNode() bool { return k == Crash || k == Outage }

// Fault is one fault, or the choice of an input. Faults are comparable with ==.
type Fault struct {
	Time int
	Kind Kind
	// Node is the sender of what is late, lost or doubled, the node that crashes or is down, or
	// the tuple of an input, such as `bcast("a", "x")`.
	Node string
	To   string // the receiver of what is late, lost or doubled; "" for the rest
	// D is by how many rounds a message is late, or its second copy comes after the first: at
	// least 1. Of an input it is the number of its clause, from 1. Else it is 0.
	D     int
	Until int // the time at which a node is back from an outage; 0 for the rest
}

// Omit is the omission O(from, to, time): what from sends to at the time is lost.
func Omit(from, to string, time int) Fault {
	return Fault{Time: time, Kind: Omission, Node: from, To: to}
}

// LateBy is L(from, to, time, rounds): what from sends to at the time arrives so many rounds late.
func LateBy(from, to string, time, rounds int) Fault {
	return Fault{Time: time, Kind: Late, Node: from, To: to, D: rounds}
}

// TwiceBy is T(from, to, time, rounds): what from sends to at the time arrives a second time, so
// many rounds after the first.
func TwiceBy(from, to string, time, rounds int) Fault {
	return Fault{Time: time, Kind: Twice, Node: from, To: to, D: rounds}
}

// CrashAt is the crash C(node, time).
func CrashAt(node string, time int) Fault {
	return Fault{Time: time, Kind: Crash, Node: node}
}

// OutageOf is the outage D(node, from, until): the node is down from the one time on, and back at
// the other.
func OutageOf(node string, from, until int) Fault {
	return Fault{Time: from, Kind: Outage, Node: node, Until: until}
}

// Choose is the choice of an input at a time: the tuple of the number-th clause of inputs, from 1.
func Choose(tuple string, number, time int) Fault {
	return Fault{Time: time, Kind: Input, Node: tuple, D: number}
}

// Compare orders faults by time, kind, sender or node, receiver, D and Until.
func (f Fault) Compare(g Fault) int {
	return cmp.Or(
		cmp.Compare(f.Time, g.Time),
		cmp.Compare(f.Kind, g.Kind),
		strings.Compare(f.Node, g.Node),
		strings.Compare(f.To, g.To),
		cmp.Compare(f.D, g.D),
		cmp.Compare(f.Until, g.Until),
	)
}

// String writes L(from,to,time,rounds), O(from,to,time), T(from,to,time,rounds), C(node,time) or
// D(node,from,until), and an input as its tuple with its time. Names that could be misread there
// are quoted.
func (f Fault) String() string {
	node, to := quoted(f.Node), quoted(f.To)
	switch f.Kind {
	case Late:
		return fmt.Sprintf("L(%s,%s,%d,%d)", node, to, f.Time, f.D)
	case Twice:
		return fmt.Sprintf("T(%s,%s,%d,%d)", node, to, f.Time, f.D)
	case Crash:
		return fmt.Sprintf("C(%s,%d)", node, f.Time)
	case Outage:
		return fmt.Sprintf("D(%s,%d,%d)", node, f.Time, f.Until)
	case Input:
		return fmt.Sprintf("%s@%d", f.Node, f.Time)
	}
	return fmt.Sprintf("O(%s,%s,%d)", node, to, f.Time)
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

// Rename returns the fault with other names of nodes. An input stays what it is.
func (f Fault) Rename(name func(string) string) Fault {
	if f.Kind == Input {
		return f
	}
	f.Node = name(f.Node)
	if f.Kind.OfLink() {
		f.To = name(f.To)
	}
	return f
}
