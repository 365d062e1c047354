package text

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"molly/datalog"
	"molly/eval"
	"molly/internal/numeral"
	"molly/verify"
)

// Run writes a run: its relations over time, its messages, and whether it keeps the invariant. Where
// the context ends, it leaves relations out, and returns the cause.
func Run(ctx context.Context, w io.Writer, style Style, s Subject, x *verify.Judged, view eval.View) error {
	p := &printer{Style: style, w: w}
	r := &runText{printer: p, Subject: s, run: x.Run, view: view}
	if len(x.Run.Scenario) == 0 {
		p.printf("%s under %v, without faults\n", s.Name(), s.Spec)
	} else {
		p.printf("%s under %v, where\n", s.Name(), s.Spec)
		for _, words := range p.faults(x.Run.Scenario) {
			p.printf("  %s\n", words)
		}
	}
	if view.Changes {
		r.changes()
	} else {
		r.relations(ctx)
	}
	r.messages()
	r.invariant()
	r.judgement(x)
	if p.err == nil {
		p.err = context.Cause(ctx)
	}
	return p.err
}

// runText writes a run.
type runText struct {
	*printer
	Subject
	run     *eval.Run
	view    eval.View
	storage bool // some tuple was shown that a node had on stable storage alone
}

// relations writes a table for each relation that holds anything.
func (r *runText) relations(ctx context.Context) {
	var empty []string
	for _, relation := range r.view.Relations {
		if ctx.Err() != nil {
			return
		}
		name := r.Program.Relations[relation].Name
		list := r.run.History(relation, r.view.Times...)
		if len(list) == 0 {
			empty = append(empty, name)
			continue
		}
		r.section(name)
		if len(r.view.Times) > mostColumns {
			r.table(r.timesOf(list))
		} else {
			r.table(r.columnsOf(relation, list))
		}
	}
	if r.storage {
		r.printf("\ns: in a stable relation, while the node is down\n")
	}
	if empty != nil {
		when := "at all times"
		if len(r.view.Times) == 1 {
			when = fmt.Sprintf("at time %d", r.view.Times[0])
		}
		r.printf("\nEmpty %s: %s\n", when, strings.Join(empty, ", "))
	}
}

// mostColumns is how many times a table shows side by side.
const mostColumns = 40

// columnsOf is a table of tuples with a column for each time.
func (r *runText) columnsOf(relation datalog.RelID, list []eval.History) table.Writer {
	head := []any{"time"}
	for _, t := range r.view.Times {
		head = append(head, t)
	}
	w := r.newTable(head...)
	for _, h := range list {
		row := []any{datalog.FormatArgs(h.Tuple)}
		for _, t := range r.view.Times {
			cell := cross(h.Holds(t))
			if cell != "" && r.stored(relation, h.Tuple, t) {
				cell = "s"
				r.storage = true
			}
			row = append(row, cell)
		}
		w.AppendRow(row)
	}
	return w
}

// stored reports whether a tuple of a relation is one that a node has on stable storage alone at a
// time: the node is down.
func (r *runText) stored(relation datalog.RelID, tuple []datalog.Value, time int) bool {
	if !slices.Contains(r.Program.Stable, relation) || !r.isNode(tuple[0]) {
		return false
	}
	_, down := r.run.Scenario.OutageAt(tuple[0].Text(), time)
	return down
}

// timesOf is a table of tuples with the times at which they hold in one column.
func (r *runText) timesOf(list []eval.History) table.Writer {
	w := r.newTable("tuple", "times")
	for _, h := range list {
		w.AppendRow([]any{datalog.FormatArgs(h.Tuple), numeral.Ranges(h.Times)})
	}
	return w
}

// cross is the cell of a table that says yes or no.
func cross(yes bool) string {
	if yes {
		return "x"
	}
	return ""
}

// changes writes what is new and what is gone at each time. Times at which nothing changes are
// joined.
func (r *runText) changes() {
	var quiet []int // the last times, at which nothing changed
	endQuiet := func() {
		if len(quiet) > 0 {
			r.section("Time " + numeral.Ranges(quiet))
			r.printf("  nothing changes\n")
		}
		quiet = nil
	}
	for _, t := range r.view.Times {
		lines := r.changesAt(t)
		if lines == nil {
			quiet = append(quiet, t)
			continue
		}
		endQuiet()
		r.section(fmt.Sprintf("Time %d", t))
		for _, line := range lines {
			r.printf("  %s\n", line)
		}
	}
	endQuiet()
}

// changesAt are the changes at a time, a line each.
func (r *runText) changesAt(time int) (lines []string) {
	for _, relation := range r.view.Relations {
		added, gone := r.run.Changes(relation, time)
		for _, tuple := range added {
			lines = append(lines, r.Paint(Good, "+ "+r.tuple(relation, tuple)))
		}
		for _, tuple := range gone {
			lines = append(lines, r.Paint(Bad, "- "+r.tuple(relation, tuple)))
		}
	}
	return lines
}

// messages writes the messages of the relations that are sent at one of the times.
func (r *runText) messages() {
	r.section("Messages")
	list := r.view.Messages(r.run)
	switch {
	case len(list) == 0 && len(r.run.Messages()) == 0:
		r.printf("none\n")
		return
	case len(list) == 0:
		r.printf("none of these relations and times\n")
		return
	}
	w := r.newTable("sent", "from", "to", "message", "")
	for _, m := range list {
		w.AppendRow([]any{m.Sent, r.place(m.From), r.place(m.To), r.tuple(m.Relation, m.Args), r.fate(m)})
	}
	r.table(w)
}

// place names a place: a node without quotes.
func (r *runText) place(v datalog.Value) string {
	if r.isNode(v) {
		return v.Text()
	}
	return v.String()
}

func (r *runText) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(r.Nodes, v.Text())
}

// fate says what became of a message, and of its second copy.
func (r *runText) fate(m eval.Message) string {
	if !r.isNode(m.From) || !r.isNode(m.To) {
		return r.Paint(Bad, "lost") + ": not both are nodes"
	}
	var parts []string
	for _, d := range r.run.Deliveries(m) {
		words := d.Describe(m.Sent)
		if rest, lost := strings.CutPrefix(words, "lost"); lost {
			words = r.Paint(Bad, "lost") + rest
		}
		parts = append(parts, words)
	}
	return strings.Join(parts, "; ")
}
