package verify_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/eval"
	"molly/failure"
	"molly/verify"
)

// docs/failures.md pins the failure model down. Every case has a program, a table of
// verdicts and a table of runs. failures_read_test.go reads them; this file checks every word
// that says something.

func TestFailureSheet(t *testing.T) {
	sections := sheetSections(t)
	if len(sections) < 43 {
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

func (c *sheetCase) reference(spec failure.Spec, sc failure.Scenario) *naive.Result {
	c.t.Helper()
	r, err := naive.Run(c.program, c.nodes, spec, sc)
	if err != nil {
		c.t.Fatalf("%v", err)
	}
	return r
}
