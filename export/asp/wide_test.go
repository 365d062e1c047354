package asp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/clingo"
	"molly/internal/randprog"
	"molly/verify"
)

// factsOf lists what holds in a run, as atoms.
func factsOf(q Question, run *naive.Result) map[string]bool {
	facts := map[string]bool{}
	for _, tuple := range run.Tuples {
		a := atom{q.relation(q.Program.Relations[tuple.Relation].Name), tuple.Args}
		if tuple.Time > 0 {
			a.args = append(slices.Clone(a.args), datalog.Int(int64(tuple.Time)))
		}
		facts[a.String()] = true
	}
	return facts
}

// everything asks for all scenarios, with all that holds in each.
func (q Question) everything() string {
	text, _, _ := strings.Cut(q.Text(), "\n% the invariant is violated\n")
	var b strings.Builder
	fmt.Fprintln(&b, text)
	for r, rel := range q.Program.Relations {
		columns := rel.Arity() + 1
		if id := datalog.RelID(r); id == q.Program.Crash || id == q.Program.Outage {
			columns--
		}
		fmt.Fprintf(&b, "#show %[1]s/%[2]d.\n#defined %[1]s/%[2]d.\n", q.relation(rel.Name), columns)
	}
	for _, a := range q.faultAtoms() {
		fmt.Fprintf(&b, "#show %[1]s/%[2]d.\n#defined %[1]s/%[2]d.\n", a.name, len(a.arguments))
	}
	return b.String()
}

// models asks clingo for all models: for each scenario, which other atoms are shown.
func models(t *testing.T, program string) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	for _, part := range strings.Split(string(clingo.Run(t, program, "0")), "\nAnswer: ")[1:] {
		atoms, err := lastAnswer([]byte("Answer: " + part + "\nSATISFIABLE\n"))
		if err != nil {
			t.Fatalf("%v\n%s", err, part)
		}
		var faults []failure.Fault
		rest := map[string]bool{}
		for _, a := range atoms {
			if f, ok := a.fault(); ok {
				faults = append(faults, f)
			} else {
				rest[a.String()] = true
			}
		}
		sc := failure.NewScenario(faults...)
		if len(sc) != len(faults) {
			t.Fatalf("%v is not in normal form\n%s", faults, program)
		}
		if all[sc.String()] != nil {
			t.Fatalf("two models are %v\n%s", sc, program)
		}
		all[sc.String()] = rest
	}
	return all
}

// wideTally counts what was compared.
type wideTally struct{ scenarios, violating, minimal, broken, holding, refused int }

// compare holds all scenarios, all that holds in each, and those that violate the invariant
// against the runs of the reference evaluator.
func (tally *wideTally) compare(t *testing.T, q Question) string {
	t.Helper()
	q.Spec.Inputs = q.Program.Choices()
	free, err := naive.Run(q.Program, q.Nodes, q.Spec, nil)
	if err != nil {
		t.Skip(err)
	}
	text := q.everything()
	got := models(t, text)
	var violating []failure.Scenario
	scenarios := 0
	for sc := range q.Spec.Each(q.Nodes) {
		scenarios++
		facts, there := got[sc.String()]
		if !there {
			return fmt.Sprintf("clingo does not have %v\n%s", sc, text)
		}
		run, err := naive.Run(q.Program, q.Nodes, q.Spec, sc)
		if err != nil {
			t.Skip(err)
		}
		want := factsOf(q, run)
		diff := ""
		for f := range facts {
			if !want[f] {
				diff += "clingo derives " + f + "\n"
			}
		}
		for f := range want {
			if !facts[f] {
				diff += "clingo does not derive " + f + "\n"
			}
		}
		if diff != "" {
			return fmt.Sprintf("under %v\n%s%s", sc, diff, text)
		}
		if q.breaks(run, free) {
			violating = append(violating, sc)
		}
	}
	if len(got) != scenarios {
		return fmt.Sprintf("clingo has %d scenarios, of %d\n%s", len(got), scenarios, text)
	}
	var answers []string
	for sc := range models(t, q.Text()) {
		answers = append(answers, sc)
	}
	slices.Sort(answers)
	if want := names(violating); !slices.Equal(answers, want) {
		return fmt.Sprintf("clingo's scenarios: %v\nthose that violate: %v\n%s", answers, want, q.Text())
	}
	tally.scenarios += scenarios
	return tally.search(t, q, violating)
}

func names(list []failure.Scenario) []string {
	out := make([]string, len(list))
	for i, sc := range list {
		out[i] = sc.String()
	}
	slices.Sort(out)
	return out
}

// search holds the search against all scenarios that violate: its verdict, the
// counterexample that it reports first, and all minimal ones.
func (tally *wideTally) search(t *testing.T, q Question, violating []failure.Scenario) string {
	t.Helper()
	o := verify.Options{Spec: q.Spec, Nodes: q.Nodes, All: true}
	if q.FailureFree {
		o.Outcomes = verify.FailureFree
	}
	verdict, err := verify.Verify(context.Background(), q.Program, o)
	if err != nil {
		t.Fatal(err)
	}
	var got []failure.Scenario
	for _, f := range verdict.Findings {
		got = append(got, f.Scenario)
	}
	minimal := failure.Minimal(violating)
	equal := func(a, b failure.Scenario) bool { return slices.Equal(a, b) }
	if !slices.EqualFunc(got, minimal, equal) || (verdict.Kind == verify.Certified) != (len(minimal) == 0) {
		return fmt.Sprintf("%v: the search finds %v; clingo's minimal scenarios are %v\n%s", verdict.Kind, got, minimal, q.Text())
	}
	tally.violating += len(violating)
	tally.minimal += len(minimal)
	if len(minimal) > 0 {
		tally.broken++
	} else {
		tally.holding++
	}
	return ""
}

// random compares a random program, unless it has numbers that are too large.
func (tally *wideTally) random(t *testing.T, q Question) (diff string, refused bool) {
	t.Helper()
	q.Spec.Inputs = q.Program.Choices()
	if verify.Fit32(context.Background(), q.Program, verify.Options{Spec: q.Spec, Nodes: q.Nodes}) != nil {
		return "", true
	}
	return tally.compare(t, q), false
}

// Clingo agrees with the reference evaluator and the search on all scenarios of random programs
// under random specifications of everything that may go wrong: which there are, what holds in each,
// which of them violate, which are minimal, and which one is reported first.
func TestAgreesWide(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 6
	}
	var tally wideTally
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 78))
		task := randprog.NewTask(r, randprog.Options{Wide: true}, 300)
		task.Source = narrow(task.Source)
		q := Question{Program: parse(t, task.Source), Nodes: task.Nodes, Spec: task.Spec, FailureFree: r.IntN(6) == 0}
		if r.IntN(8) == 0 && len(q.Nodes) > 1 && q.Spec.CheckNames(q.Nodes[1:]) == nil {
			q.Nodes = q.Nodes[1:] // some places are no nodes
			q.Spec.Crashes = min(q.Spec.Crashes, len(q.Nodes))
			q.Spec.Restarts = min(q.Spec.Restarts, q.Spec.Crashes)
		}
		diff, refused := tally.random(t, q)
		if refused {
			tally.refused++
			continue
		}
		if diff != "" {
			small := randprog.Shrink(task.Source, func(src string) bool {
				parsed, diagnostics := dedalus.ParseString("random.ded", src)
				if diagnostics.HasErrors() {
					return false
				}
				u := q
				u.Program = parsed.Datalog()
				diff, _ := new(wideTally).random(t, u)
				return diff != ""
			})
			t.Fatalf("seed %d: %s\n%s\nsmaller:\n%s", s, diff, task, small)
		}
		if (i+1)%100 == 0 {
			t.Logf("%d programs", i+1)
		}
	}
	t.Logf("clingo agrees: %+v", tally)
	if n >= 100 && (5*tally.broken < n || 5*tally.holding < n || 4*tally.refused > n) {
		t.Error("the programs bite too little")
	}
}
