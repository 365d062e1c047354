package eval_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"molly/circuit"
	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/eval"
	"molly/eval/satsweep"
	"molly/failure"
	"molly/hazard"
	"molly/hazard/solver"
	"molly/internal/randprog"
)

var (
	seed     = flag.Uint64("seed", 1, "the first seed of the random tests")
	programs = flag.Int("programs", 300, "how many random programs to compare on")
)

// lines writes out what a lineage holds, as naive.Result.Keys does: facts, firings
// and overflows whose literal holds.
func lines(l *eval.Lineage, holds func(circuit.Lit) bool) []string {
	p := l.Program()
	tuple := func(f eval.FactID) string {
		return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[l.Relation(f)].Name, l.Args(f)), l.Time(f))
	}
	var out []string
	for r := range p.Relations {
		for t := 0; t <= l.EOT(); t++ {
			if rel := datalog.RelID(r); (rel == p.Crash || rel == p.Outage) && t > 0 {
				continue
			}
			for _, f := range l.At(datalog.RelID(r), t) {
				if holds(l.Lit(f)) {
					out = append(out, tuple(f))
				}
			}
		}
	}
	for i := range l.Firings() {
		f := l.Firing(eval.FiringID(i))
		if f.Lit == circuit.False || !holds(f.Lit) {
			continue
		}
		var premises []string
		for _, x := range f.Premises {
			premises = append(premises, tuple(x))
		}
		head := ""
		if f.Head >= 0 {
			head = tuple(f.Head)
		}
		out = append(out, fmt.Sprintf("firing %d %d %d %s %s", f.Rule, f.Time, f.Then, strings.Join(premises, " "), head))
	}
	seen := map[string]bool{}
	for _, o := range l.Overflows() {
		line := fmt.Sprintf("overflow in rule %d at %d", o.Rule, o.Time)
		if holds(o.Lit) && !seen[line] {
			seen[line] = true
			out = append(out, line)
		}
	}
	return out
}

func runLines(r *eval.Run) []string {
	out := lines(r.Lineage, func(circuit.Lit) bool { return true })
	for _, m := range r.Messages() {
		out = append(out, fmt.Sprintf("message %s %s %d %s %v", place(m.From), place(m.To), m.Sent,
			datalog.FormatTuple(r.Program().Relations[m.Relation].Name, m.Args), m.Arrivals))
	}
	slices.Sort(out)
	return out
}

func place(v datalog.Value) string {
	if v.Type() == datalog.Text {
		return v.Text()
	}
	return v.String()
}

func naiveLines(p *datalog.Program, r *naive.Result) []string {
	tuple := func(t naive.Tuple) string {
		return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[t.Relation].Name, t.Args), t.Time)
	}
	var out []string
	for _, t := range r.Tuples {
		out = append(out, tuple(t))
	}
	for _, f := range r.Firings {
		var premises []string
		for _, x := range f.Premises {
			premises = append(premises, tuple(x))
		}
		head := ""
		if f.Head != nil {
			head = tuple(*f.Head)
		}
		out = append(out, fmt.Sprintf("firing %d %d %d %s %s", f.Rule, f.Time, f.Then, strings.Join(premises, " "), head))
	}
	for _, o := range r.Overflows {
		out = append(out, fmt.Sprintf("overflow in rule %d at %d", o.Rule, o.Time))
	}
	for _, m := range r.Messages {
		out = append(out, fmt.Sprintf("message %s %s %d %s %v", m.From, m.To, m.Sent,
			datalog.FormatTuple(p.Relations[m.Relation].Name, m.Args), m.Arrivals))
	}
	slices.Sort(out)
	return out
}

// disagreement evaluates a program three ways under a scenario, and says where they
// differ: the reference, a run, and the space.
func disagreement(t randprog.Task, space *eval.Space, ev *eval.Evaluator, sc failure.Scenario) string {
	ctx := context.Background()
	run, err := ev.Run(ctx, t.Spec, sc)
	if err != nil {
		return err.Error()
	}
	if d := referenceDiffers(t, run); d != "" {
		return d
	}
	if d := observersMatter(t, ev, run); d != "" {
		return fmt.Sprintf("under %v: %s", sc, d)
	}
	return spaceDiffers(space, run)
}

// referenceDiffers says where the reference says something else than a run. What is too large for
// it does not differ.
func referenceDiffers(t randprog.Task, run *eval.Run) string {
	want, err := naive.Run(t.Program, t.Nodes, t.Spec, run.Scenario)
	if err != nil {
		return ""
	}
	if d := cmp.Diff(naiveLines(t.Program, want), runLines(run)); d != "" {
		return fmt.Sprintf("under %v, a run differs from the reference (-reference +run):\n%s", run.Scenario, d)
	}
	return ""
}

// spaceDiffers says where a space says something else than the run of a scenario.
func spaceDiffers(space *eval.Space, run *eval.Run) string {
	held := func(l *eval.Lineage, holds func(circuit.Lit) bool) []string {
		out := lines(l, holds)
		slices.Sort(out)
		return out
	}
	v := space.Circuit.Evaluate(run.Scenario)
	if d := cmp.Diff(held(run.Lineage, v.Holds), held(&space.Lineage, v.Holds)); d != "" {
		return fmt.Sprintf("under %v, the space differs from the run (-run +space):\n%s", run.Scenario, d)
	}
	return ""
}

// observersMatter compares a run with one that leaves observers out before EOT: what
// holds at EOT, what must never hold, every message and every overflow must be the same.
func observersMatter(t randprog.Task, ev *eval.Evaluator, full *eval.Run) string {
	skipping, err := eval.New(t.Program, t.Nodes, eval.Options{SkipObservers: true})
	if err != nil {
		return err.Error()
	}
	run, err := skipping.Run(context.Background(), t.Spec, full.Scenario)
	if err != nil {
		return err.Error()
	}
	end := fmt.Sprintf("@%d", t.Spec.EOT)
	atEnd := func(r *eval.Run) []string {
		return slices.DeleteFunc(runLines(r), func(line string) bool {
			return !strings.HasSuffix(line, end) && !strings.HasPrefix(line, "message") && !strings.HasPrefix(line, "overflow") && !strings.HasPrefix(line, "never(") ||
				strings.HasPrefix(line, "firing")
		})
	}
	if d := cmp.Diff(atEnd(full), atEnd(run)); d != "" {
		return "without observers before EOT (-full +skipping):\n" + d
	}
	return ""
}

func compareTask(task randprog.Task, r *rand.Rand) string {
	ev, err := eval.New(task.Program, task.Nodes, eval.Options{MaxFacts: 300_000})
	if err != nil {
		return err.Error()
	}
	space, err := ev.Space(context.Background(), task.Spec)
	if err != nil {
		return err.Error()
	}
	swept, err := sweptSpace(task, eval.Options{MaxFacts: 300_000, SATSweep: satsweep.Options{Ask: askGini, Always: true}})
	if err != nil {
		return err.Error()
	}
	for i := range 6 {
		var sc failure.Scenario
		if i > 0 {
			sc = randprog.Scenario(r, task.Spec, task.Nodes)
		}
		if d := disagreement(task, space, ev, sc); d != "" {
			return d
		}
		run, err := ev.Run(context.Background(), task.Spec, sc)
		if err != nil {
			return err.Error()
		}
		if d := spaceDiffers(swept, run); d != "" {
			return "swept, " + d
		}
	}
	return ""
}

func askGini(c *circuit.Circuit, spec failure.Spec, nodes []string) satsweep.Question {
	return hazard.NewSearch(c, spec, nodes, solver.Gini).Some
}

func askGophersat(c *circuit.Circuit, spec failure.Spec, nodes []string) satsweep.Question {
	return hazard.NewSearch(c, spec, nodes, solver.Gophersat).Some
}

func sweptSpace(task randprog.Task, o eval.Options) (*eval.Space, error) {
	ev, err := eval.New(task.Program, task.Nodes, o)
	if err != nil {
		return nil, err
	}
	return ev.Space(context.Background(), task.Spec)
}

// Runs, spaces and the reference evaluator agree on every fact, firing, message and
// overflow of random programs in random scenarios.
func TestAgreesWithReference(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 6
	}
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 1))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		if d := compareTask(task, r); d != "" {
			if testing.Short() {
				t.Fatalf("seed %d: %s", s, d)
			}
			small := randprog.Shrink(task.Source, func(src string) bool {
				parsed, diagnostics := dedalus.ParseString("random.ded", src)
				if diagnostics.HasErrors() {
					return false
				}
				u := task
				u.Source, u.Program = src, parsed.Datalog()
				return compareTask(u, rand.New(rand.NewPCG(s, 2))) != ""
			})
			t.Fatalf("seed %d: %s\n%s\n\nsmaller:\n%s", s, d, task, small)
		}
	}
}

// A run that resumes another one is the run from the start.
func TestResume(t *testing.T) {
	ctx := context.Background()
	for i := range 300 {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 3))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		prev, err := ev.Run(ctx, task.Spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			sc := randprog.Scenario(r, task.Spec, task.Nodes)
			fresh, err := ev.Run(ctx, task.Spec, sc)
			if err != nil {
				t.Fatal(err)
			}
			from := prev.Scenario
			if prev, err = ev.Resume(ctx, prev, sc); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(runLines(fresh), runLines(prev)); d != "" {
				t.Fatalf("seed %d: %v resumed from %v differs (-fresh +resumed):\n%s\n%s", s, sc, from, d, task)
			}
		}
	}
}
