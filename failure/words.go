package failure

import (
	"fmt"
	"strconv"
	"strings"
)

// Describe says in words what a fault does.
func (f Fault) Describe() string {
	if f.Kind == Crash {
		return fmt.Sprintf("%s crashes at time %d: nothing that it sends from then on arrives", f.Node, f.Time)
	}
	return fmt.Sprintf("what %s sends to %s at time %d is lost", f.Node, f.To, f.Time)
}

// Describe says in words what each fault does.
func (s Scenario) Describe() []string {
	list := make([]string, len(s))
	for i, f := range s {
		list[i] = f.Describe()
	}
	return list
}

// Describe says in words which faults a specification admits.
func (s Spec) Describe() string {
	losses := "no losses"
	switch {
	case s.EFF == 2:
		losses = "any losses at time 1"
	case s.EFF > 2:
		losses = fmt.Sprintf("any losses at times 1 to %d", s.EFF-1)
	}
	switch s.Crashes {
	case 0:
		return losses + ", no crashes"
	case 1:
		return losses + ", at most 1 crash"
	}
	return fmt.Sprintf("%s, at most %d crashes", losses, s.Crashes)
}

// QuoteNode writes the name of a node as the command line and the directive of a program read
// it: in double quotes where it has a character that separates names there.
func QuoteNode(name string) string {
	if name == "" || strings.ContainsAny(name, `,:@"\`) || strings.TrimSpace(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// QuoteNodes writes a list of nodes as the flag --nodes reads it.
func QuoteNodes(names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = QuoteNode(n)
	}
	return strings.Join(list, ",")
}

// Flag writes a fault as the flags --omit and --crash read it: from:to:time, or node@time.
func (f Fault) Flag() string {
	if f.Kind == Crash {
		return fmt.Sprintf("%s@%d", QuoteNode(f.Node), f.Time)
	}
	return fmt.Sprintf("%s:%s:%d", QuoteNode(f.Node), QuoteNode(f.To), f.Time)
}
