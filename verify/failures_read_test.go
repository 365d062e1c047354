package verify_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
)

// How docs/failures.md is read.

// sheetCase is one case of the page.
type sheetCase struct {
	t       reporter
	program *datalog.Program
	nodes   []string
	spec    failure.Spec // the program's own
}

// reporter is the part of testing.T that the checks need.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any) // does not return
}

func sheetSections(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("../docs/failures.md")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(page), "\n## ")[1:]
}

const (
	verdictHeader = "| specification | scenarios | verify |"
	runHeader     = "| faults | the run |"
)

func readCase(t reporter, body string) *sheetCase {
	t.Helper()
	blocks := regexp.MustCompile("(?s)```dedalus\n(.*?)```").FindAllStringSubmatch(body, -1)
	if len(blocks) != 1 {
		t.Fatalf("%d programs", len(blocks))
	}
	p, diagnostics := dedalus.ParseString("case.ded", blocks[0][1])
	if diagnostics.HasErrors() {
		t.Fatalf("%v", diagnostics)
	}
	own := p.Settings()
	if own.EOT == nil || own.EFF == nil || own.Crashes == nil || len(own.Nodes) != 2 {
		t.Fatalf("the program does not set everything, for two nodes")
	}
	if p.Datalog().JudgesPersistence() {
		t.Fatalf("the program has no invariant")
	}
	s, err := p.Setting(dedalus.Settings{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return &sheetCase{t, p.Datalog(), s.Nodes, s.Spec}
}

// specification reads what failure.Spec.String writes. The inputs are those of the program.
func (c *sheetCase) specification(text string) failure.Spec {
	c.t.Helper()
	spec := failure.Spec{Inputs: c.spec.Inputs}
	numbers, more, _ := strings.Cut(strings.TrimSuffix(text, "⟩"), "; ")
	_, err := fmt.Sscanf(numbers, "⟨%d,%d,%d", &spec.EOT, &spec.EFF, &spec.Crashes)
	for _, word := range strings.Split(more, ", ") {
		key, value, _ := strings.Cut(strings.Replace(word, "faults ≤", "faults", 1), " ")
		number, _ := strconv.Atoi(value)
		switch key {
		case "no":
			spec.NoLoss = true
		case "delay":
			spec.Delay = number
		case "twice":
			spec.Twice = true
		case "fifo":
			spec.FIFO = true
		case "restarts":
			spec.Restarts = number
		case "faults":
			spec.MaxFaults = number
		case "lossy":
			spec.Lossy = failure.Links(value)
		case "crashable":
			spec.Crashable = failure.NodeSet(value)
		case "crash-until":
			spec.CrashUntil = number
		}
	}
	if err != nil || spec.String() != text {
		c.t.Fatalf("%q is no specification: it reads %v, %v", text, spec, err)
	}
	return spec
}

// tableRows returns the cells of the table with the given header. There must be one,
// with a row at least.
func tableRows(t reporter, body, header string) [][]string {
	t.Helper()
	_, rest, found := strings.Cut(body, header+"\n")
	if !found || strings.Contains(rest, header) {
		t.Fatalf("not one table %q", header)
	}
	var rows [][]string
	for i, line := range strings.Split(rest, "\n") {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if i == 0 {
			continue // the rule under the header
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) != strings.Count(header, "|")-1 {
			t.Fatalf("the row %q does not fit its header", line)
		}
		rows = append(rows, cells)
	}
	if len(rows) == 0 {
		t.Fatalf("the table %q is empty", header)
	}
	return rows
}

var (
	quotedScenario = regexp.MustCompile("`({[^`]*})`")
	quotedFault    = regexp.MustCompile("`(?:([LOTCD])\\(([^`()]*)\\)|([^`]+@-?\\d+))`")
	quotedTuple    = regexp.MustCompile("(no )?`(\\w+)\\(([^`]*)\\)@(\\d+)`")
	quotedViolated = regexp.MustCompile("`\\(([^`]*)\\)`")
)

// scenariosIn takes the scenarios out of a cell and returns what is left.
func (c *sheetCase) scenariosIn(cell string, list *[]string) string {
	return quotedScenario.ReplaceAllStringFunc(cell, func(s string) string {
		*list = append(*list, strings.Trim(s, "`"))
		return ""
	})
}

// faults reads the first cell of a run.
func (c *sheetCase) faults(cell string) []failure.Fault {
	c.t.Helper()
	if cell == "none" {
		return nil
	}
	var list []failure.Fault
	rest := quotedFault.ReplaceAllStringFunc(cell, func(s string) string {
		m := quotedFault.FindStringSubmatch(s)
		f, err := c.fault(m[1], strings.Split(m[2], ","), m[3])
		if err != nil || f.String() != strings.Trim(s, "`") {
			c.t.Fatalf("%s is no fault: it reads %v, %v", s, f, err)
		}
		list = append(list, f)
		return ""
	})
	if strings.Trim(rest, ", ") != "" || len(list) == 0 {
		c.t.Fatalf("%q are no faults", cell)
	}
	return list
}

// fault reads a fault, or an input where there is no letter.
func (c *sheetCase) fault(letter string, fields []string, input string) (failure.Fault, error) {
	links := strings.Join(fields, ":")
	switch letter {
	case "L":
		return failure.Late.Parse(links, c.nodes)
	case "O":
		return failure.Omission.Parse(links, c.nodes)
	case "T":
		return failure.Twice.Parse(links, c.nodes)
	case "C":
		return failure.Crash.Parse(strings.Join(fields, "@"), c.nodes)
	case "D":
		node, times := fields[0], strings.Join(fields[1:], "..")
		return failure.Outage.Parse(node+"@"+times, c.nodes)
	}
	f, err := failure.Input.Parse(input, c.nodes)
	if err != nil {
		return f, err
	}
	if known, err := c.spec.Inputs.Find(f); err == nil {
		return known, nil
	}
	return f, nil // which is not admissible
}

// values reads constants that are separated by commas.
func (c *sheetCase) values(text string) []datalog.Value {
	c.t.Helper()
	var list []datalog.Value
	for _, s := range strings.Split(text, ",") {
		s = strings.TrimSpace(s)
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			list = append(list, datalog.Int(n))
		} else if s, err := strconv.Unquote(s); err == nil {
			list = append(list, datalog.String(s))
		} else {
			c.t.Fatalf("%q is no list of constants", text)
		}
	}
	return list
}
