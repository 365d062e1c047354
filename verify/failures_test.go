package verify_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/verify"
)

// docs/failures.md pins the failure model down. Every case has a program, a table of
// verdicts and a table of runs; this file reads them and checks every word that says
// something.

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

func TestFailureSheet(t *testing.T) {
	sections := sheetSections(t)
	if len(sections) < 40 {
		t.Errorf("the page has %d cases", len(sections))
	}
	for i, section := range sections {
		title, body, _ := strings.Cut(section, "\n")
		number, _, _ := strings.Cut(title, ".")
		if number != strconv.Itoa(i+1) {
			t.Errorf("case %d has the title %q", i+1, title)
		}
		t.Run(number, func(t *testing.T) { checkCase(t, body) })
	}
}

// checkCase checks all that a section says.
func checkCase(t reporter, body string) {
	c := readCase(t, body)
	for _, row := range tableRows(t, body, verdictHeader) {
		c.verdict(row)
	}
	for _, row := range tableRows(t, body, runHeader) {
		c.run(row)
	}
}

const (
	verdictHeader = "| specification | scenarios | verify |"
	runHeader     = "| faults | the run |"
)

// A page that says something else is caught: every row of every case, changed in
// ways that make it wrong.
func TestFailureSheetBites(t *testing.T) {
	changed := 0
	for _, section := range sheetSections(t) {
		_, body, _ := strings.Cut(section, "\n")
		for _, header := range []string{verdictHeader, runHeader} {
			for _, row := range tableRows(t, body, header) {
				line := "| " + strings.Join(row, " | ") + " |"
				if strings.Count(body, line) != 1 {
					t.Fatalf("the row %q is not there once", line)
				}
				for _, wrong := range falsified(row) {
					changed++
					if !caught(strings.Replace(body, line, wrong, 1)) {
						t.Errorf("nobody minds\n%s\nin place of\n%s", wrong, line)
					}
				}
			}
		}
	}
	if changed < 700 {
		t.Errorf("only %d changes", changed)
	}
}

// falsified returns rows that say something else than row, and are wrong.
func falsified(row []string) []string {
	var list []string
	add := func(cells ...string) { list = append(list, "| "+strings.Join(cells, " | ")+" |") }
	last := row[len(row)-1]
	switch {
	case len(row) == 3:
		add(row[0], row[1]+"0", last)
		if last == "certified" {
			add(row[0], row[1], "counterexample `{}`")
			break
		}
		add(row[0], row[1], "certified")
		for _, m := range regexp.MustCompile(`\d`).FindAllStringIndex(last, -1) {
			digit := strconv.Itoa(int(last[m[0]]-'0') + 1)
			add(row[0], row[1], last[:m[0]]+digit+last[m[1]:])
		}
		for _, m := range quotedScenario.FindAllStringIndex(last, -1) {
			add(row[0], row[1], last[:m[0]]+last[m[1]:])
		}
	case strings.HasPrefix(last, "refused: "):
		add(row[0], "holds")
		add(row[0], last+"0")
	default:
		add(row[0], "refused: times start at 1")
		add(row[0], last+", `nothing(1)@1`")
		if verdict := strings.NewReplacer("holds", "violated by `(\"q\")`", "violated by `(\"", "violated by `(\"q").Replace(last); verdict != last {
			add(row[0], verdict)
		}
		for _, m := range quotedTuple.FindAllStringIndex(last, -1) {
			tuple := last[m[0]:m[1]]
			if positive, no := strings.CutPrefix(tuple, "no "); no {
				add(row[0], last[:m[0]]+positive+last[m[1]:])
			} else {
				add(row[0], last[:m[0]]+"no "+last[m[0]:])
			}
		}
	}
	return list
}

// caught reports whether the checks mind a section.
func caught(body string) (bad bool) {
	r := &recorder{}
	defer func() {
		if p := recover(); p != nil && p != any(r) {
			panic(p)
		}
		bad = r.findings > 0
	}()
	checkCase(r, body)
	return
}

// recorder counts what the checks find.
type recorder struct{ findings int }

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.findings++ }

func (r *recorder) Fatalf(string, ...any) {
	r.findings++
	panic(r)
}

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

// verdict checks a row of the first table: specification, scenarios, what verify says.
func (c *sheetCase) verdict(row []string) {
	c.t.Helper()
	spec := c.specification(row[0])
	var want []string
	rest, vacuous := c.scenariosIn(row[2], &want), false
	switch rest = strings.Trim(rest, ", "); {
	case rest == "certified" && len(want) == 0:
	case rest == "certified, but vacuous":
		vacuous = true
	case rest == "counterexample" && len(want) > 0:
	default:
		c.t.Fatalf("%q is not a verdict", row[2])
	}

	// The judge: the reference evaluator under every scenario.
	scenarios := 0
	var bad []failure.Scenario
	for sc := range spec.Each(c.nodes) {
		scenarios++
		if r := c.reference(spec, sc); r.Breaks(c.program, nil) {
			bad = append(bad, sc)
		}
	}
	if n := spec.Scenarios(c.nodes).String(); row[1] != n || row[1] != strconv.Itoa(scenarios) {
		c.t.Errorf("%v: the page has %s scenarios, the formula says %s, and %d can be listed", spec, row[1], n, scenarios)
	}
	compare := func(who string, list []failure.Scenario) {
		c.t.Helper()
		if got := texts(list); !slices.Equal(got, want) {
			c.t.Errorf("%v: %s finds %v, the page says %v", spec, who, got, want)
		}
	}
	compare("the reference evaluator", failure.Minimal(bad))

	for _, o := range []verify.Options{
		{Strategy: verify.Symbolic}, {Strategy: verify.LDFI}, {Strategy: verify.LDFI, Width: -1}, {Strategy: verify.Exhaustive},
	} {
		o.Spec, o.Nodes = spec, c.nodes
		for _, o.All = range []bool{false, true} {
			v, err := verify.Verify(context.Background(), c.program, o)
			if err != nil || !v.Complete || v.Vacuous != vacuous {
				c.t.Errorf("%v %v: %v, %+v", spec, o.Strategy, err, v)
				continue
			}
			var found []failure.Scenario
			for _, f := range v.Findings {
				found = append(found, f.Scenario)
			}
			if !o.All && len(found) == 1 && len(want) > 0 {
				if got := found[0].String(); got != want[0] {
					c.t.Errorf("%v: %v reports %s, the page says %s", spec, o.Strategy, got, want[0])
				}
				continue
			}
			compare(o.Strategy.String(), found)
		}
	}
}

func texts(list []failure.Scenario) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.String())
	}
	return out
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

// run checks a row of the second table: faults, what their run shows.
func (c *sheetCase) run(row []string) {
	c.t.Helper()
	listed := failure.Scenario(c.faults(row[0]))
	says := row[1]
	err := listed.Admissible(c.spec, c.nodes)
	if why, refused := strings.CutPrefix(says, "refused: "); refused {
		if err == nil || !strings.HasSuffix(err.Error(), why) || why == "" {
			c.t.Errorf("%s: %v, the page says: %s", row[0], err, why)
		}
		_, err := verify.Judge(context.Background(), c.program, verify.Options{Spec: c.spec, Nodes: c.nodes}, listed)
		if err == nil {
			c.t.Errorf("%s is not refused by a run", row[0])
		}
		return
	}
	if err != nil {
		c.t.Errorf("%s: %v", row[0], err)
		return
	}
	sc := failure.NewScenario(listed...)
	if rest, same := strings.CutPrefix(says, "is the run of "); same {
		var of []string
		says = strings.TrimPrefix(c.scenariosIn(rest, &of), ": ")
		if len(of) != 1 || of[0] != sc.String() {
			c.t.Errorf("%s is the run of %v, the page says %v", row[0], sc, of)
		}
		c.sameRun(listed, sc)
	} else if len(sc) != len(listed) {
		c.t.Errorf("%s is not in normal form, and the page does not say so", row[0])
	}
	c.shows(row[0], sc, says)
}

// sameRun checks that the normal form changes nothing: a run of the faults as listed
// shows what a run of the scenario shows.
func (c *sheetCase) sameRun(listed, sc failure.Scenario) {
	c.t.Helper()
	slices.SortFunc(listed, failure.Fault.Compare) // Scenario.Has expects that
	if got, want := c.reference(c.spec, listed).String(), c.reference(c.spec, sc).String(); got != want {
		c.t.Errorf("%v does not run as %v", listed, sc)
	}
}

// shows checks what a cell says of a run: every tuple by three evaluations, and the
// verdict on the run.
func (c *sheetCase) shows(name string, sc failure.Scenario, says string) {
	c.t.Helper()
	single, err := verify.Judge(context.Background(), c.program, verify.Options{Spec: c.spec, Nodes: c.nodes}, sc)
	if err != nil {
		c.t.Errorf("%s: %v", name, err)
		return
	}
	ev, err := eval.New(c.program, c.nodes, eval.Options{})
	if err != nil {
		c.t.Fatalf("%v", err)
	}
	space, err := ev.Space(context.Background(), c.spec)
	if err != nil {
		c.t.Fatalf("%v", err)
	}
	valuation := space.Circuit.Evaluate(sc)
	reference := c.reference(c.spec, sc)

	var wantNever []string // tuples of never, each with the time of its first violation
	rest := quotedTuple.ReplaceAllStringFunc(says, func(s string) string {
		m := quotedTuple.FindStringSubmatch(s)
		relation, known := c.program.Lookup(m[2])
		if !known {
			c.t.Errorf("%s: no relation %s", name, m[2])
			return ""
		}
		args := c.values(m[3])
		time, err := strconv.Atoi(m[4])
		if err != nil || time < 1 || time > c.spec.EOT || len(args) != c.program.Relations[relation].Arity() {
			c.t.Errorf("%s: %s cannot be looked up", name, s)
			return ""
		}
		want := m[1] == ""
		if want && relation == c.program.Never {
			wantNever = append(wantNever, fmt.Sprint(args, time))
		}
		_, inRun := single.Run.Find(relation, time, args)
		f, may := space.Find(relation, time, args)
		inSpace := may && valuation.Holds(space.Lit(f))
		inReference := reference.Holds(relation, time, args)
		if inRun != want || inSpace != want || inReference != want {
			c.t.Errorf("%s, the page says %s: run %v, circuit %v, reference %v", name, s, inRun, inSpace, inReference)
		}
		return ""
	})
	var want [][]datalog.Value
	rest = quotedViolated.ReplaceAllStringFunc(rest, func(s string) string {
		want = append(want, c.values(quotedViolated.FindStringSubmatch(s)[1]))
		return ""
	})
	switch rest = strings.Trim(rest, ", "); {
	case rest == "holds" && len(want)+len(wantNever) == 0:
	case rest == "violated by" && len(want)+len(wantNever) > 0:
	default:
		c.t.Errorf("%s: %q says neither \"holds\" nor \"violated by\"", name, says)
	}
	var violated [][]datalog.Value
	var never, referenceNever []string
	for _, v := range single.Violated {
		if v.Relation == c.program.Never {
			never = append(never, fmt.Sprint(v.Args, v.Time))
		} else {
			violated = append(violated, v.Args)
		}
	}
	for _, t := range reference.Never(c.program) {
		referenceNever = append(referenceNever, fmt.Sprint(t.Args, t.Time))
	}
	if !slices.Equal(never, wantNever) || !slices.Equal(referenceNever, wantNever) {
		c.t.Errorf("%s, the page says %q: never holds %v in the run, %v for the reference", name, says, never, referenceNever)
	}
	equal := func(list [][]datalog.Value) bool {
		return slices.EqualFunc(list, want, func(a, b []datalog.Value) bool { return datalog.CompareTuples(a, b) == 0 })
	}
	if !equal(violated) || !equal(reference.Violated(c.program)) {
		c.t.Errorf("%s, the page says %q: the run is violated by %v, for the reference by %v",
			name, says, violated, reference.Violated(c.program))
	}
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

func (c *sheetCase) reference(spec failure.Spec, sc failure.Scenario) *naive.Result {
	c.t.Helper()
	r, err := naive.Run(c.program, c.nodes, spec, sc)
	if err != nil {
		c.t.Fatalf("%v", err)
	}
	return r
}
