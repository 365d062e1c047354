package reduce

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Text writes the result for people: what is violated, the sizes by stage, and the steps that are left.
func (r *Result) Text(out io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\n", r.Violation.Text)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "events\tinternal\texternal\texecutions\t")
	for _, s := range r.Stages {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t  %s\n", s.Events, s.Internal(), s.Externals, s.Executions, s.said())
	}
	_ = table.Flush() // a buffer takes everything
	fmt.Fprintln(&b)
	steps := *r.Trace
	steps.About = ""
	_ = steps.Text(&b)
	fmt.Fprintf(&b, "\n%s\n", r.said())
	r.without(&b)
	if t := r.Lower.Tried; t > 0 {
		fmt.Fprintf(&b, "%s\n", r.Lower.said())
	}
	_, err := out.Write(b.Bytes())
	return err
}

// said is what a stage was, in words.
func (s Stage) said() string {
	switch s.Name {
	case "again":
		return "search near it"
	case "smallest":
		return "all that are shorter"
	case "initial":
		return "as it was recorded"
	case "check":
		return "each event left out once"
	}
	if s.Round > 0 {
		return s.Name + ", again"
	}
	return s.Name
}

// said is what is known of the result.
func (r *Result) said() string {
	ended := map[Ending]string{Spent: "As many executions were done as are allowed. ", Interrupted: "Interrupted. "}[r.Ending]
	n := len(r.Trace.Records)
	if r.Minimal {
		return fmt.Sprintf("%sEach of these %d events is needed: the others alone do not violate this.", ended, n)
	}
	return fmt.Sprintf("%sIt was not checked whether each of these %d events is needed.", ended, n)
}

// said is what is known of shorter executions.
func (l Lower) said() string {
	if l.Proved {
		return fmt.Sprintf("No execution with these events from outside is shorter: all of up to %d events were tried (%d events done).", l.Tried, l.Events)
	}
	return fmt.Sprintf("All executions of up to %d events with these events from outside were tried (%d events done): what is shorter has more.", l.Tried, l.Events)
}

// without writes what becomes of the execution without each of its events, once for those for which it is the same.
func (r *Result) without(b *bytes.Buffer) {
	var said []string
	events := map[string][]int{}
	for i, l := range r.Left {
		text := l.said(len(r.Left) - 1)
		if events[text] == nil {
			said = append(said, text)
		}
		events[text] = append(events[text], i)
	}
	for _, text := range said {
		fmt.Fprintf(b, "  without %s: %s\n", ranges(events[text]), text)
	}
}

// ranges writes numbers that ascend, such as 1, 3-5 or 8.
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		part := fmt.Sprint(list[i])
		if j > i {
			part += fmt.Sprintf("-%d", list[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " or " + parts[n-1]
	}
	return parts[0]
}

// said is what becomes of the execution without one of its events.
func (l Left) said(others int) string {
	violated := "nothing is violated"
	if l.Violation != nil {
		violated = "another violation: " + l.Violation.Text
	}
	if l.Fit == others {
		return fmt.Sprintf("the other %d can be done, %s", others, violated)
	}
	return fmt.Sprintf("%d of the other %d can be done, %s", l.Fit, others, violated)
}

// Timing writes how long the stages took.
func (r *Result) Timing(out io.Writer) error {
	var b bytes.Buffer
	for _, s := range r.Stages[1:] {
		fmt.Fprintf(&b, "%8.2f s  %7d executions  %s\n", s.Elapsed.Seconds(), s.Executions, s.said())
	}
	_, err := out.Write(b.Bytes())
	return err
}
