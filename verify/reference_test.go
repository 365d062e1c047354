package verify

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/eval"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randprog"
)

var hunt = flag.Int("hunt", 0, "how many random programs of everything to hold against the reference evaluator")

// tried is what running every admissible scenario by the reference evaluator shows of a task.
type tried struct {
	overflows bool
	violating []failure.Scenario
	violated  map[string]string // what each of them violates
	byFaults  map[int]int64
	owed      Owed
	gaveUp    bool // some search did, or a count
}

// tryAll runs every scenario. It gives up where a run is too large.
func tryAll(t randprog.Task) (*tried, error) {
	free, err := naive.Run(t.Program, t.Nodes, t.Spec, nil)
	if err != nil {
		return nil, err
	}
	out := &tried{violated: map[string]string{}, byFaults: map[int]int64{}}
	for sc := range t.Spec.Each(t.Nodes) {
		r, err := naive.Run(t.Program, t.Nodes, t.Spec, sc)
		if err != nil {
			return nil, err
		}
		out.overflows = out.overflows || len(r.Overflows) > 0
		if r.Breaks(t.Program, free) {
			out.violating = append(out.violating, sc)
			out.violated[sc.String()] = referenceViolations(t.Program, r, free)
			out.byFaults[sc.Size()]++
		}
		if owed := referenceOwes(t.Program, r, free); owed && len(sc) == 0 {
			out.owed.FailureFree = true
		} else if owed {
			if !out.owed.UnderFaults || sc.Compare(out.owed.First) < 0 {
				out.owed.First = sc
			}
			out.owed.UnderFaults = true
		}
	}
	if out.owed.FailureFree {
		out.owed.First = nil
	}
	return out, nil
}

// referenceViolations lists what a run violates: what is lacking at EOT, then what never has, at
// its first times.
func referenceViolations(p *datalog.Program, r, free *naive.Result) string {
	var lacking []string
	fact := func(rel datalog.RelID, args []datalog.Value, time int) string {
		return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[rel].Name, args), time)
	}
	for _, args := range r.Violated(p) {
		lacking = append(lacking, fact(p.Post, args, r.EOT))
	}
	for _, t := range r.Lost(p, free) {
		lacking = append(lacking, fact(t.Relation, t.Args, t.Time))
	}
	for _, t := range r.Never(p) {
		lacking = append(lacking, fact(t.Relation, t.Args, t.Time))
	}
	slices.Sort(lacking)
	return fmt.Sprint(lacking)
}

func violationsOf(p *datalog.Program, list []Violation) string {
	var names []string
	for _, v := range list {
		names = append(names, fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[v.Relation].Name, v.Args), v.Time))
	}
	slices.Sort(names)
	return fmt.Sprint(names)
}

// referenceOwes reports whether a run has something that it could violate: a tuple of pre, of what
// persists in the failure-free run, or, where never is all there is, what never is about.
func referenceOwes(p *datalog.Program, r, free *naive.Result) bool {
	switch {
	case p.HasInvariant():
		return len(r.At(p.Pre, r.EOT)) > 0
	case naive.ByPersistence(p):
		return len(free.Outcomes(p)) > 0
	}
	return comesNear(p, r, p.Never, nil)
}

// differsFromReference says where a strategy finds something else than running every scenario.
func differsFromReference(t randprog.Task, want *tried, o Options) string {
	ctx := context.Background()
	o.Spec, o.Nodes, o.All = t.Spec, t.Nodes, true
	name := fmt.Sprint(o.Strategy)
	v, err := Verify(ctx, t.Program, o)
	if gaveUp(err) {
		want.gaveUp = true
		return ""
	}
	if want.overflows || err != nil {
		if want.overflows != (err != nil) {
			return fmt.Sprintf("%s: error %v, by the reference there is an overflow: %v", name, err, want.overflows)
		}
		return ""
	}
	minimal := failure.Minimal(slices.Clone(want.violating))
	var wanted, got []string
	for _, sc := range minimal {
		wanted = append(wanted, sc.String()+" "+want.violated[sc.String()])
	}
	for _, f := range v.Findings {
		got = append(got, f.Scenario.String()+" "+violationsOf(t.Program, f.Violated))
	}
	if !slices.Equal(wanted, got) || !v.Complete || (v.Kind == Certified) != (len(wanted) == 0) {
		return fmt.Sprintf("%s: %v, complete %v\n%v\nby the reference\n%v", name, v.Kind, v.Complete, lineEach(got), lineEach(wanted))
	}
	if v.Kind == Certified {
		if nothing := !want.owed.FailureFree && !want.owed.UnderFaults; v.Vacuous != nothing || fmt.Sprint(v.Owed) != fmt.Sprint(want.owed) {
			return fmt.Sprintf("%s: vacuous %v, owed %+v; by the reference %+v", name, v.Vacuous, v.Owed, want.owed)
		}
	}
	o.All = false
	first, err := Verify(ctx, t.Program, o)
	if gaveUp(err) {
		want.gaveUp = true
		return ""
	}
	if err != nil || first.Kind != v.Kind {
		return fmt.Sprintf("%s: the first one: %v %v, all: %v", name, first, err, v.Kind)
	}
	if len(wanted) > 0 {
		f := first.Findings[0]
		if one := f.Scenario.String() + " " + violationsOf(t.Program, f.Violated); one != wanted[0] || len(first.Findings) != 1 {
			return fmt.Sprintf("%s: reports %s, by the reference the first is %s", name, one, wanted[0])
		}
	}
	return ""
}

// gaveUp reports whether all executions together are too large, which is an honest "unknown".
func gaveUp(err error) bool {
	var limit *eval.LimitError
	return errors.As(err, &limit)
}

func lineEach(list []string) (text string) {
	for _, s := range list {
		text += "  " + s + "\n"
	}
	return text
}

// countDiffersFromReference says where a count is another one than that of running every scenario.
func countDiffersFromReference(t randprog.Task, want *tried) string {
	tally, err := Count(context.Background(), t.Program, Options{Spec: t.Spec, Nodes: t.Nodes, MaxFacts: 300_000}, 0)
	if gaveUp(err) {
		want.gaveUp = true
		return ""
	}
	if want.overflows || err != nil {
		if want.overflows != (err != nil) {
			return fmt.Sprintf("count: error %v, by the reference there is an overflow: %v", err, want.overflows)
		}
		return ""
	}
	for k, n := range tally.Violating {
		if !n.IsInt64() || n.Int64() != want.byFaults[k] {
			return fmt.Sprintf("count: %v with %d faults, by the reference %v", tally.Violating, k, want.byFaults)
		}
	}
	for k, n := range want.byFaults {
		if k >= len(tally.Violating) && n > 0 {
			return fmt.Sprintf("count: %v, by the reference %v", tally.Violating, want.byFaults)
		}
	}
	return ""
}

// wideDiffers holds a search against the reference.
func wideDiffers(t randprog.Task, swept bool, backend solver.Backend) (diff string, want *tried) {
	want, err := tryAll(t)
	if err != nil {
		return "", nil
	}
	for _, s := range []Strategy{Exhaustive, Symbolic, LDFI} {
		o := Options{Strategy: s, MaxFacts: 300_000}
		if s != Exhaustive {
			o.Solver, o.satSweepAlways = backend, swept
		}
		if diff = differsFromReference(t, want, o); diff != "" {
			return diff, want
		}
	}
	return countDiffersFromReference(t, want), want
}

// Where everything may go wrong and programs say more, every strategy finds what running all
// scenarios by the reference evaluator does: the verdict, the reported counterexample, all minimal
// ones and what they violate, in which scenarios something is owed, and the number of violating
// scenarios by faults.
func TestEverythingAgreesWithReference(t *testing.T) {
	n := *hunt
	if n == 0 {
		n = 5 * *programs / 2
		if testing.Short() {
			n = 60
		}
	}
	limits := append(slices.Repeat([]int64{60}, 13), 200, 600, 1500) // many scenarios take much time
	kinds := map[failure.Kind]int{}
	violated, held, wrong, tooLarge, unknown := 0, 0, 0, 0, 0
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 44))
		limit := limits[r.IntN(len(limits))]
		task := randprog.NewTask(r, randprog.Options{Wide: true}, limit)
		if i%8 == 7 {
			task = randprog.NewSymmetricTask(r, randprog.Options{Wide: true}, limit)
		}
		backend := solver.Gini
		if r.IntN(8) == 0 {
			backend = solver.Gophersat
		}
		diff, want := wideDiffers(task, s%2 == 0, backend)
		if diff != "" {
			small := randprog.Shrink(task.Source, func(src string) bool {
				p, ok := randprog.Parse(src)
				if !ok {
					return false
				}
				u := task
				u.Source, u.Program, u.Spec.Inputs = src, p, p.Choices()
				diff, _ := wideDiffers(u, s%2 == 0, backend)
				return diff != ""
			})
			t.Fatalf("seed %d: %s\n%s\n\nsmaller:\n%s", s, diff, task, small)
		}
		if want != nil && want.gaveUp {
			unknown++
		}
		switch {
		case want == nil:
			tooLarge++
		case want.overflows:
			wrong++
		case len(want.violating) == 0:
			held++
		default:
			violated++
			for _, sc := range failure.Minimal(want.violating) {
				for _, f := range sc {
					kinds[f.Kind]++
				}
			}
		}
	}
	t.Logf("%d programs: %d violated, %d hold, %d overflow, %d too large, %d too large together; faults of minimal counterexamples %v", n, violated, held, wrong, tooLarge, unknown, kinds)
	if 50*(tooLarge+unknown) > n || 5*violated < n || 5*held < n {
		t.Errorf("the programs compare too little")
	}
}
