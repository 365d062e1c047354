package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"molly/datalog"
	"molly/eval"
	"molly/internal/numeral"
	"molly/verify"
)

// text prints a run for people.
func (x *execution) text() {
	if len(x.scenario) == 0 {
		x.printf("%s under %v, without faults\n", x.name(), x.spec)
	} else {
		x.printf("%s under %v, where\n", x.name(), x.spec)
		for _, words := range x.scenario.Describe() {
			x.printf("  %s\n", words)
		}
	}
	if x.changes {
		x.printChanges()
	} else {
		x.printRelations()
	}
	x.printMessages()
	x.printInvariant()
}

// newTable starts a table: boxes on a terminal, plain ASCII elsewhere.
func (t *tool) newTable(head ...any) table.Writer {
	w := table.NewWriter()
	w.SetStyle(table.StyleDefault)
	if t.style.boxes {
		w.SetStyle(table.StyleLight)
	}
	w.Style().Format.Header = text.FormatDefault
	w.AppendHeader(head)
	return w
}

func (t *tool) printTable(w table.Writer) { t.printf("%s\n", w.Render()) }

// printRelations prints a table for each relation that holds anything.
func (x *execution) printRelations() {
	var empty []string
	for _, r := range x.relations {
		if x.ctx.Err() != nil {
			return
		}
		list := x.Run.History(r, x.times...)
		if len(list) == 0 {
			empty = append(empty, x.relation(r))
			continue
		}
		x.section(x.relation(r))
		if len(x.times) > mostColumns {
			x.printTable(x.timesOf(list))
		} else {
			x.printTable(x.columnsOf(list))
		}
	}
	if empty != nil {
		when := "at all times"
		if len(x.times) == 1 {
			when = fmt.Sprintf("at time %d", x.times[0])
		}
		x.printf("\nEmpty %s: %s\n", when, strings.Join(empty, ", "))
	}
}

// mostColumns is how many times a table shows side by side.
const mostColumns = 40

// columnsOf is a table of tuples with a column per time.
func (x *execution) columnsOf(list []eval.History) table.Writer {
	head := []any{"time"}
	for _, t := range x.times {
		head = append(head, t)
	}
	w := x.newTable(head...)
	for _, h := range list {
		row := []any{x.arguments(h)}
		for _, t := range x.times {
			row = append(row, map[bool]string{true: "x", false: ""}[h.Holds(t)])
		}
		w.AppendRow(row)
	}
	return w
}

// timesOf is a table of tuples with the times at which they hold in one column.
func (x *execution) timesOf(list []eval.History) table.Writer {
	w := x.newTable("tuple", "times")
	for _, h := range list {
		w.AppendRow([]any{x.arguments(h), numeral.Ranges(h.Times)})
	}
	return w
}

// arguments writes a tuple without its relation.
func (x *execution) arguments(h eval.History) string {
	return datalog.FormatArgs(h.Tuple)
}

// printChanges prints what is new and what is gone at each time.
func (x *execution) printChanges() {
	var quiet []int // the last times, in which nothing changed
	calm := func() {
		if len(quiet) > 0 {
			x.section("Time " + numeral.Ranges(quiet))
			x.printf("  nothing changes\n")
		}
		quiet = nil
	}
	defer calm()
	for _, t := range x.times {
		var lines []string
		for _, r := range x.relations {
			added, gone := x.Run.Changes(r, t)
			for _, tuple := range added {
				lines = append(lines, x.style.paint(colourGood, "+ "+x.tuple(r, tuple)))
			}
			for _, tuple := range gone {
				lines = append(lines, x.style.paint(colourBad, "- "+x.tuple(r, tuple)))
			}
		}
		if lines == nil {
			quiet = append(quiet, t)
			continue
		}
		calm()
		x.section(fmt.Sprintf("Time %d", t))
		for _, line := range lines {
			x.printf("  %s\n", line)
		}
	}
}

func (x *execution) printMessages() {
	x.section("Messages")
	list := x.messages()
	if len(list) == 0 {
		if len(x.Run.Messages()) > 0 {
			x.printf("none of these relations and times\n")
		} else {
			x.printf("none\n")
		}
		return
	}
	w := x.newTable("sent", "from", "to", "message", "")
	for _, m := range list {
		w.AppendRow([]any{m.Sent, x.place(m, false), x.place(m, true), x.tuple(m.Relation, m.Args), x.fate(m)})
	}
	x.printTable(w)
}

func (x *execution) place(m eval.Message, to bool) string {
	v := m.From
	if to {
		v = m.To
	}
	if x.isNode(v) {
		return v.Text()
	}
	return v.String()
}

// fate says what became of a message.
func (x *execution) fate(m eval.Message) string {
	if m.Arrived {
		return fmt.Sprintf("arrived at %d", m.Sent+1)
	}
	why := "omission"
	if !x.isNode(m.From) || !x.isNode(m.To) {
		why = "not both are nodes"
	} else if at, crashes := x.scenario.CrashTime(m.From.Text()); crashes && at <= m.Sent {
		why = fmt.Sprintf("%s crashed at %d", m.From.Text(), at)
	}
	return x.style.paint(colourBad, "lost") + ": " + why
}

// printInvariant prints pre and post at EOT, and the verdict of this run.
func (x *execution) printInvariant() {
	p := x.datalog()
	if p.HasInvariant() {
		x.section(fmt.Sprintf("Invariant at time %d", x.spec.EOT))
		w := x.newTable("tuple", "pre", "post")
		yes := map[bool]string{true: "x", false: ""}
		pre, post := x.Run.History(p.Pre, x.spec.EOT), x.Run.History(p.Post, x.spec.EOT)
		for len(pre)+len(post) > 0 {
			h, inPre, inPost := next(&pre, &post)
			w.AppendRow([]any{x.arguments(h), yes[inPre], yes[inPost]})
		}
		if w.Length() > 0 {
			x.printTable(w)
		}
	}
	if len(x.Violated) == 0 {
		x.printf("\n%s: the invariant holds in this run", x.style.paint(colourGood, "holds"))
		switch {
		case x.Vacuous && p.HasInvariant():
			why := "pre is empty"
			if x.outcomes == verify.FailureFree {
				why = "pre has nothing that post has in the failure-free run"
			}
			x.printf(", %s", x.style.paint(colourDoubt, "but "+why+": nothing was promised"))
		case x.Vacuous:
			x.printf(", %s", x.style.paint(colourDoubt, "but no persistent relation has a tuple to keep"))
		}
		x.printf("\n")
		return
	}
	x.printf("\n%s: the invariant does not hold in this run\n", x.style.paint(colourBad, "violated"))
	for _, v := range x.Violated {
		x.printf("  %s\n%s", v.Describe(x.datalog()), indent(indent(x.instead(v))))
	}
}
