package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// section is a table with its name, which is also that of its place in docs/scale.md.
type section struct {
	name  string
	title string
	table table.Writer
}

// sections are the tables of a report.
func (r *report) sections(all tasks) []section {
	var list []section
	if len(r.Sizes) > 0 {
		list = append(list,
			section{"sat-sweeping", "SAT sweeping", satSweepingTable(r.Sizes)},
			section{"sizes", "How large the questions are", sizeTable(r.Sizes)},
			section{"times", "Where the time goes, in ms", timeTable(r.Sizes, all.sizes)})
	}
	if len(r.Hard) > 0 {
		list = append(list, section{"hard", "What is too hard", hardTable(r.Hard)})
	}
	if len(r.Library) > 0 {
		list = append(list,
			section{"fewest", "The fewest faults, in ms", fewestTable(r.Library)},
			section{"processes", "Whole processes, in ms", processTable(r.Library, r.Start)})
	}
	if len(r.Kinds) > 0 {
		list = append(list, section{"kinds", "What each kind of fault costs", kindTable(r.Kinds)})
	}
	return list
}

// summary is the short table of the front page: the families, and how they end.
func (r *report) summary() []section {
	if len(r.Sizes) == 0 {
		return nil
	}
	t := newTable("question", "verdict", "facts", "clauses", "ms", "peak MB", "clingo, ms")
	for _, m := range r.Sizes {
		t.AppendRow(table.Row{m.Question, m.verdict(), m.Facts, m.Clauses, m.limited(tenth(m.Min.Total)), whole(m.PeakMB), m.Clingo.cell()})
	}
	return []section{{"summary", "", t}}
}

// newTable makes a table whose columns but the first are numbers.
func newTable(header ...any) table.Writer {
	t := table.NewWriter()
	t.AppendHeader(header)
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	columns := make([]table.ColumnConfig, len(header))
	for i := range columns {
		columns[i] = table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight}
	}
	columns[0].Align, columns[0].AlignHeader = text.AlignLeft, text.AlignLeft
	t.SetColumnConfigs(columns)
	return t
}

func sizeTable(list []measurement) table.Writer {
	t := newTable("question", "verdict", "executions", "facts", "firings", "circuit nodes", "clauses", "solver calls", "peak MB")
	for _, m := range list {
		t.AppendRow(table.Row{
			m.Question, m.verdict(), m.Executions, m.Facts, m.Firings, m.Nodes, m.Clauses, m.Calls, whole(m.PeakMB),
		})
	}
	return t
}

// kindTable holds questions against the one of the same program with losses and crashes alone.
func kindTable(list []measurement) table.Writer {
	t := newTable("question", "verdict", "facts", "firings", "× ", "circuit nodes", "clauses", "ms", "×", "clingo, ms")
	var base measurement
	for _, m := range list {
		if !strings.Contains(m.Question, ";") {
			base = m
		}
		t.AppendRow(table.Row{
			m.Question, m.verdict(), m.Facts, m.Firings, fmt.Sprintf("%.1f", float64(m.Firings)/float64(base.Firings)),
			m.Nodes, m.Clauses, m.limited(tenth(m.Min.Total)), fmt.Sprintf("%.1f", m.Min.Total/base.Min.Total), m.Clingo.cell(),
		})
	}
	return t
}

// timeTable shows the smallest times of all repetitions.
func timeTable(list []measurement, asked []task) table.Writer {
	t := newTable("question", "load", "run", "ground", "encode", "solve", "fewest", "rest", "total", "median", "aim", "met", "molly", "clingo")
	aims := map[string]task{}
	for _, q := range asked {
		aims[q.name()] = q
	}
	for _, m := range list {
		p := m.Min
		aim, met := m.aim(aims[m.Question])
		t.AppendRow(table.Row{
			m.Question, tenth(p.Load), tenth(p.Run), tenth(p.Ground), tenth(p.Encode), tenth(p.Solve), tenth(p.Fewest), tenth(p.Rest),
			m.limited(tenth(p.Total)), tenth(m.Median.Total), aim, met, m.Molly.cell(), m.Clingo.cell(),
		})
	}
	return t
}

// satSweepingTable holds the space of all executions as it is built against the one without SAT sweeping.
func satSweepingTable(list []measurement) table.Writer {
	t := newTable("question", "firings", "without", "ground", "without", "ground / without")
	for _, m := range list {
		u := m.Unswept
		switch {
		case u == nil:
			continue
		case m.Firings == 0 || u.Firings == 0:
			t.AppendRow(table.Row{m.Question, built(m.Firings), built(u.Firings), tenth(m.Min.Ground), tenth(u.GroundMs), "–"})
		default:
			t.AppendRow(table.Row{
				m.Question, m.Firings, u.Firings, tenth(m.Min.Ground), tenth(u.GroundMs), fmt.Sprintf("%.2f", m.Min.Ground/u.GroundMs),
			})
		}
	}
	return t
}

// built is the number of firings of a space, if it was built.
func built(firings int) string {
	if firings == 0 {
		return "given up"
	}
	return strconv.Itoa(firings)
}

func hardTable(list []measurement) table.Writer {
	t := newTable("question", "verdict", "run", "ground", "encode", "solve", "fewest", "facts", "firings", "circuit nodes", "clauses", "peak MB", "clingo")
	for _, m := range list {
		p := m.Min
		t.AppendRow(table.Row{
			m.Question, m.verdict(), tenth(p.Run), tenth(p.Ground), tenth(p.Encode), tenth(p.Solve), tenth(p.Fewest),
			m.Facts, m.Firings, m.Nodes, m.Clauses, whole(m.PeakMB), m.Clingo.cell(),
		})
	}
	return t
}

// fewestTable holds what it costs to find the counterexample with the fewest faults.
func fewestTable(list []measurement) table.Writer {
	t := newTable("counterexample", "faults", "first answer", "fewest faults more", "met (20 ms)")
	for _, m := range list {
		if m.Verdict != "counterexample" {
			continue
		}
		first := m.Min.Total - m.Min.Fewest - m.Min.Rest
		t.AppendRow(table.Row{m.Question, m.Faults, tenth(first), tenth(m.Min.Fewest), yes(m.Min.Fewest <= 20)})
	}
	return t
}

func processTable(list []measurement, start *process) table.Writer {
	t := newTable("question", "verdict", "inside", "molly", "its cpu", "clingo", "its cpu", "molly / clingo", "met (half)")
	for _, m := range list {
		ratio, met := "–", "–"
		if m.Clingo.answered() && m.Molly.answered() {
			ratio, met = fmt.Sprintf("%.2f", m.Molly.MinMs/m.Clingo.MinMs), yes(m.Molly.MinMs <= m.Clingo.MinMs/2)
		}
		t.AppendRow(table.Row{m.Question, m.verdict(), tenth(m.Min.Total), m.Molly.cell(), m.Molly.cpu(), m.Clingo.cell(), m.Clingo.cpu(), ratio, met})
	}
	if start != nil {
		t.AppendRow(table.Row{"molly --version", "", "", tenth(start.MinMs), tenth(start.CPUMs), "", "", "", yes(start.MinMs < 10) + " (10 ms)"})
	}
	return t
}

// tooLarge is the part of a reason that says which bound was met.
var tooLarge = regexp.MustCompile(`more than \d+ [a-z ]+`)

func (m measurement) verdict() string {
	switch {
	case m.Ended != "":
		if size := tooLarge.FindString(m.Ended); size != "" {
			return size
		}
		return m.Ended
	case m.Verdict == "counterexample":
		return fmt.Sprintf("faults: %d", m.Faults)
	case m.Vacuous:
		return m.Verdict + ", vacuous"
	}
	return m.Verdict
}

// limited marks a time that was not enough.
func (m measurement) limited(time string) string {
	if m.Ended != "" {
		return "> " + time
	}
	return time
}

// aim says what was aimed at, and whether it was met.
func (m measurement) aim(t task) (aim, met string) {
	if t.aim == 0 {
		return "–", "–"
	}
	aim = whole(milliseconds(t.aim))
	ok := m.Ended == "" && m.Min.Total <= milliseconds(t.aim)
	if t.aimMB > 0 {
		aim += fmt.Sprintf(", %.0f MB", t.aimMB)
		ok = ok && m.PeakMB <= t.aimMB
	}
	return aim, yes(ok)
}

func (p *process) answered() bool {
	return p != nil && (p.Answer == "certified" || p.Answer == "counterexample")
}

func (p *process) cell() string {
	switch {
	case p == nil:
		return "–"
	case p.answered():
		return tenth(p.MinMs)
	}
	return p.Answer
}

func (p *process) cpu() string {
	if p == nil {
		return "–"
	}
	return tenth(p.CPUMs)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func tenth(v float64) string {
	if v >= 100 {
		return whole(v)
	}
	return fmt.Sprintf("%.1f", v)
}

func whole(v float64) string { return fmt.Sprintf("%.0f", v) }
