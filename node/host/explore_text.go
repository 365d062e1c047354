package host

import (
	"fmt"
	"io"
	"strings"

	"molly/explore"
	"molly/internal/numeral"
	"molly/node"
)

// Text says what was explored and found.
func (x *Explored) Text(out io.Writer) error {
	var b strings.Builder
	switch x.Verdict {
	case Certified:
		fmt.Fprintf(&b, "certified: no execution violates anything\n")
	case Undecided:
		fmt.Fprintf(&b, "undecided: %s; nothing was violated until then, and there are more executions\n", x.Reason)
	case Violated:
		v := x.violation()
		fmt.Fprintf(&b, "violated: %s\n\n", v.Text)
		if err := x.Trace.Text(&b); err != nil {
			return err
		}
		fmt.Fprintf(&b, "\n%s\n", x.least())
	}
	fmt.Fprintf(&b, "\nexplored: %s\n", x.Bounds())
	fmt.Fprintf(&b, "%s by %s, %d blocked; %s executed; the longest execution has %s after its beginning\n", numeral.Count(x.Executions, "execution"), x.Method, x.Blocked,
		numeral.Count(x.Count.Events, "event"), numeral.Count(x.Depth, "event"))
	_, err := io.WriteString(out, b.String())
	return err
}

// least says whether there is a violation of fewer events.
func (x *Explored) least() string {
	n := numeral.Count(len(x.Trace.Records), "event")
	switch {
	case !x.Least && x.Reason != "":
		return fmt.Sprintf("%s; the search for fewer: %s", n, x.Reason)
	case x.Least:
		return fmt.Sprintf("%s; no execution of fewer events violates anything", n)
	case x.Fewest.Tried > 0:
		return fmt.Sprintf("%s; no execution of up to %s violates anything, and more were not tried: the budget is spent", n, numeral.Count(x.Fewest.Tried, "event"))
	}
	return n
}

// Bounds says in words what was explored.
func (x *Explored) Bounds() string {
	s := x.Space
	list := []string{"messages of a link in any order"}
	if s.System.Order.String() == "fifo" {
		list[0] = "messages of a link in the order in which they were sent"
	}
	if s.Lockstep {
		list = append(list, "nodes in lockstep")
	}
	for _, f := range s.Fires {
		list = append(list, bound(s, f))
	}
	if n := len(s.Externals); n > 0 {
		text := numeral.Count(n, "action") + " from outside"
		if s.Ordered {
			text += ", in their order"
		}
		list = append(list, text)
	}
	if s.Drops > 0 {
		list = append(list, fmt.Sprintf("%s lost", numeral.Count(s.Drops, "message")))
	}
	if s.Duplicates > 0 {
		list = append(list, fmt.Sprintf("%s doubled", numeral.Count(s.Duplicates, "message")))
	}
	if x.Options.Events > 0 {
		list = append(list, fmt.Sprintf("at most %s after the beginning", numeral.Count(x.Options.Events, "event")))
	}
	if s.System.Oracle == nil {
		list = append(list, "nothing is looked for but panics")
	}
	return strings.Join(list, "; ")
}

// bound says a bound for timers in words.
func bound(s *explore.Space, f explore.Fires) string {
	what := "each timer"
	if f.Type != "" {
		what = "the timer " + f.Type
	}
	of := "each node"
	if f.Node >= 0 {
		of = s.System.Nodes[f.Node]
	}
	if f.Most == 0 {
		return fmt.Sprintf("%s of %s never", what, of)
	}
	return fmt.Sprintf("%s of %s at most %s", what, of, numeral.Count(f.Most, "time"))
}

// violation is what the execution that was found violates.
func (x *Explored) violation() *node.Violation {
	for _, r := range x.Trace.Records {
		if r.Violation != nil {
			return r.Violation
		}
	}
	return nil
}
