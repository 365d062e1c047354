package sweep_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/failure"
	"molly/internal/randprog"
	"molly/sweep"
	"molly/verify"
)

// wide draws what may go wrong besides losses and crashes, and makes of a program one with stable
// relations, inputs, lasting facts and a relation that must be empty at every time.
func wide(r *rand.Rand, t randprog.Task) (*datalog.Program, failure.Spec) {
	some := func(n int) bool { return r.IntN(n) == 0 }
	s := failure.Spec{Delay: r.IntN(3), NoLoss: some(3), Twice: some(3), FIFO: some(3), Restarts: r.IntN(t.Spec.Crashes + 1)}
	if some(3) {
		s.MaxFaults = 1 + r.IntN(3)
	}
	if some(3) {
		s.CrashUntil = 1 + r.IntN(4)
	}
	if some(3) {
		s.Lossy, _ = failure.ParseLinks("*->" + t.Nodes[r.IntN(len(t.Nodes))])
	}
	if some(3) {
		s.Crashable = failure.NodeSet(t.Nodes[r.IntN(len(t.Nodes))])
	}
	q := *t.Program
	q.Facts = nil
	for i := range q.Relations {
		id := datalog.RelID(i)
		if id == q.Crash || id == q.Pre || id == q.Post {
			continue
		}
		if some(3) {
			q.Stable = append(q.Stable, id)
		}
		if some(4 * len(q.Relations)) {
			q.Never = id
		}
	}
	for _, f := range t.Program.Facts {
		given := func(in datalog.Input) bool {
			return in.Relation == f.Relation && datalog.CompareTuples(in.Args, f.Args) == 0
		}
		switch r.IntN(6) {
		case 0:
			q.Lasting = append(q.Lasting, f)
		case 1:
			if len(q.Inputs) < 3 && !slices.ContainsFunc(q.Inputs, given) {
				q.Inputs = append(q.Inputs, datalog.Input{Relation: f.Relation, Args: f.Args, Times: []int{f.Time, f.Time + 1}[:1+r.IntN(2)]})
			}
		default:
			q.Facts = append(q.Facts, f)
		}
	}
	return &q, s
}

// The cells of a table are what searches alone say, where everything may go wrong, too.
func TestGridOfEverything(t *testing.T) {
	answers := map[string]int{}
	for i := range uint64(*programs) {
		r := rand.New(rand.NewPCG(*seed+i, 9))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		p, spec := wide(r, task)
		o := sweep.Options{
			MaxEOT: min(task.Spec.EOT, 6), MaxCrashes: min(task.Spec.Crashes, 2),
			Verify: verify.Options{Nodes: task.Nodes, MaxFacts: 300_000, Spec: spec},
		}
		o.Verify.Spec.Restarts = min(spec.Restarts, o.MaxCrashes)
		for a, n := range compareGrid(t, p, o) {
			answers[a] += n
		}
	}
	if answers["certified"] < *programs || answers["counterexample"] < *programs {
		t.Errorf("one kind of cells is rare: %v", answers)
	}
}

// The cells of protocols, where messages are late, come twice, and nodes come back.
func TestGridOfLateProtocols(t *testing.T) {
	for _, c := range []struct {
		name string
		spec failure.Spec
	}{
		{"delivery/ack", failure.Spec{Delay: 2, Twice: true}},
		{"delivery/retry", failure.Spec{NoLoss: true, Delay: 1, Restarts: 1, CrashUntil: 3}},
		{"commit/2pc", failure.Spec{Delay: 1, FIFO: true, MaxFaults: 2}},
	} {
		p := load(t, c.name)
		compareGrid(t, p.Datalog(), sweep.Options{MaxEOT: 6, MaxCrashes: 1, Verify: verify.Options{Nodes: p.Settings().Nodes, Spec: c.spec}})
	}
}
