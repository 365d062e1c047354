package asp

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/clingo"
	"molly/internal/randprog"
	"molly/verify"
)

var (
	seed     = flag.Uint64("seed", 1, "the first seed of the random tests")
	programs = flag.Int("programs", 120, "how many random programs to ask clingo about (the long hunt: 2000)")
)

// world writes the program under one scenario, with everything that holds shown.
func (q Question) scenarioText(sc failure.Scenario) string {
	e := q.encoder()
	e.setting()
	for _, f := range sc {
		if f.Kind == failure.Crash {
			e.line("crash(%s,%d).", text(f.Node), f.Time)
		} else {
			e.line("omit(%s,%s,%d).", text(f.Node), text(f.To), f.Time)
		}
	}
	e.line("#defined crash/2.\n#defined omit/3.\n#defined input/3.")
	e.world("")
	e.undefined()
	e.line("#show.")
	for r, rel := range q.Program.Relations {
		columns := rel.Arity() + 1
		if datalog.RelID(r) == q.Program.Crash {
			columns--
		}
		e.line("#show %[1]s/%[2]d.\n#defined %[1]s/%[2]d.", relation(rel.Name), columns)
	}
	return e.text.String()
}

// compareFacts holds what clingo derives under a scenario against the reference.
func compareFacts(t *testing.T, q Question, sc failure.Scenario) (diff string) {
	t.Helper()
	run, err := naive.Run(q.Program, q.Nodes, q.Spec, sc)
	if err != nil {
		t.Skip(err)
	}
	var want, got []string
	for _, tuple := range run.Tuples {
		a := atom{relation(q.Program.Relations[tuple.Relation].Name), tuple.Args}
		if tuple.Relation != q.Program.Crash {
			a.args = append(slices.Clone(a.args), datalog.Int(int64(tuple.Time)))
		}
		want = append(want, a.String())
	}
	program := q.scenarioText(sc)
	atoms, err := lastAnswer(clingo.Run(t, program))
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	for _, a := range atoms {
		got = append(got, a.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	for _, a := range got {
		if !slices.Contains(want, a) {
			diff += "clingo derives " + a + "\n"
		}
	}
	for _, a := range want {
		if !slices.Contains(got, a) {
			diff += "clingo does not derive " + a + "\n"
		}
	}
	if diff != "" {
		return fmt.Sprintf("under %v\n%s%s", sc, diff, program)
	}
	return ""
}

// breaks reports whether a run violates what is asked.
func (q Question) breaks(run, free *naive.Result) bool {
	if !q.FailureFree || !q.Program.HasInvariant() || len(run.Never(q.Program)) > 0 {
		return run.Breaks(q.Program, free)
	}
	return slices.ContainsFunc(run.Violated(q.Program), func(args []datalog.Value) bool {
		return free.Holds(q.Program.Post, q.Spec.EOT, args)
	})
}

// compareAnswers asks clingo for all models and holds them, one for one, against the
// scenarios that violate the invariant when they are run.
func compareAnswers(t *testing.T, q Question) string {
	t.Helper()
	free, err := naive.Run(q.Program, q.Nodes, q.Spec, nil)
	if err != nil {
		t.Skip(err)
	}
	var want []string
	for sc := range q.Spec.Each(q.Nodes) {
		run, err := naive.Run(q.Program, q.Nodes, q.Spec, sc)
		if err != nil {
			t.Skip(err)
		}
		if q.breaks(run, free) {
			want = append(want, sc.String())
		}
	}
	text := q.Text()
	output := string(clingo.Run(t, text, "0"))
	var got []string
	for _, part := range strings.Split(output, "\nAnswer: ")[1:] {
		sc, err := ReadScenario([]byte("Answer: " + part + "\nSATISFIABLE\n"))
		if err != nil {
			t.Fatalf("%v\n%s", err, part)
		}
		if err := sc.Admissible(q.Spec, q.Nodes); err != nil {
			return fmt.Sprintf("%v\n%s", err, text)
		}
		got = append(got, sc.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Sprintf("clingo's scenarios: %v\nthose that violate: %v\n%s", got, want, text)
	}
	return ""
}

// compareVerdict asks clingo for one model and holds the answer against the search; its
// scenario must violate the invariant when it is run.
func compareVerdict(t *testing.T, q Question) (diff string, kind verify.Kind) {
	t.Helper()
	ctx := context.Background()
	o := verify.Options{Spec: q.Spec, Nodes: q.Nodes}
	if q.FailureFree {
		o.Outcomes = verify.FailureFree
	}
	verdict, err := verify.Verify(ctx, q.Program, o)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := ReadScenario(clingo.Run(t, q.Text()))
	if verdict.Kind == verify.Certified {
		if err == nil {
			return fmt.Sprintf("certified, but clingo has %v", sc), verdict.Kind
		}
		if !strings.Contains(err.Error(), "UNSATISFIABLE") {
			return err.Error(), verdict.Kind
		}
		return "", verdict.Kind
	}
	if err != nil {
		return fmt.Sprintf("%v violates the invariant, but %v", verdict.Findings[0].Scenario, err), verdict.Kind
	}
	run, err := verify.Judge(ctx, q.Program, o, sc)
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Violated) == 0 {
		return fmt.Sprintf("clingo's %v violates nothing", sc), verdict.Kind
	}
	return "", verdict.Kind
}

// Clingo and the search agree on random programs, in the verdict, in the facts under a
// scenario, and, where there are few, in the set of all scenarios that violate.
func TestAgreesOnRandomPrograms(t *testing.T) {
	counted, broken, holding, refused, all, large := 0, 0, 0, 0, 0, 0
	n := *programs
	if testing.Short() {
		n /= 6
	}
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 77))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		if task.Source = narrow(task.Source); strings.Contains(task.Source, "715827883") || strings.Contains(task.Source, "1073741824") || strings.Contains(task.Source, "2147483647") {
			large++
		}
		task.Program = parse(t, task.Source)
		q := Question{Program: task.Program, Nodes: task.Nodes, Spec: task.Spec, FailureFree: r.IntN(6) == 0}
		if r.IntN(8) == 0 {
			q.Nodes = q.Nodes[:max(1, len(q.Nodes)-1)] // some places are no nodes
			q.Spec.Crashes = min(q.Spec.Crashes, len(q.Nodes))
		}
		diff := compareRandom(t, q, r.Uint64())
		if diff.gaveUp {
			refused++
			continue
		}
		counted++
		if diff.text != "" {
			small := randprog.Shrink(task.Source, func(src string) bool {
				parsed, diagnostics := dedalus.ParseString("random.ded", src)
				if diagnostics.HasErrors() {
					return false
				}
				u := q
				u.Program = parsed.Datalog()
				return compareRandom(t, u, 1).text != ""
			})
			t.Fatalf("seed %d: %s\n%s\nsmaller:\n%s", s, diff.text, task, small)
		}
		switch {
		case diff.kind == verify.Counterexample:
			broken++
		default:
			holding++
		}
		if diff.all {
			all++
		}
		if (i+1)%100 == 0 {
			t.Logf("%d programs", i+1)
		}
	}
	t.Logf("clingo agrees on %d programs: %d violated, %d hold; of %d with all their scenarios; %d have large numbers, and %d are refused", counted, broken, holding, all, large, refused)
	if n >= 100 && (3*broken < n || 5*holding < n || 4*refused > n) {
		t.Error("the programs bite too little")
	}
}

// narrow replaces numbers near the bounds of 64 bits by those near 32.
var narrow = strings.NewReplacer(
	"4611686018427387904", "1073741824", "3074457345618258603", "715827883", "9223372036854775807", "2147483647",
).Replace

// comparison is what came of comparing one program.
type comparison struct {
	text   string
	kind   verify.Kind
	all    bool
	gaveUp bool
}

func compareRandom(t *testing.T, q Question, seed uint64) (c comparison) {
	t.Helper()
	o := verify.Options{Spec: q.Spec, Nodes: q.Nodes, MaxFacts: 300_000}
	err := verify.Fit32(context.Background(), q.Program, o)
	var narrow *verify.NarrowError
	var program *verify.ProgramError
	var limit *eval.LimitError
	if errors.As(err, &narrow) || errors.As(err, &program) || errors.As(err, &limit) {
		c.gaveUp = true
		return c
	}
	if err != nil {
		t.Fatal(err)
	}
	if c.text, c.kind = compareVerdict(t, q); c.text != "" {
		return c
	}
	r := rand.New(rand.NewPCG(seed, 3))
	if c.text = compareFacts(t, q, randprog.Scenario(r, q.Spec, q.Nodes)); c.text != "" {
		return c
	}
	if c.all = q.Spec.Scenarios(q.Nodes).Cmp(big.NewInt(130)) <= 0; c.all {
		c.text = compareAnswers(t, q)
	}
	return c
}
