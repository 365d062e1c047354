package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/eval"
	"molly/internal/randprog"
)

// What the space says to be reached is what some admissible run reaches; and what is owed after a failure, and
// what holds while others fail, is what the runs show.
func TestReachAgrees(t *testing.T) {
	n := *programs / 16
	if testing.Short() {
		n /= 2
	}
	never, empty, after, others := 0, 0, [2]int{}, [2]int{}
	for i := range n {
		seed := *seed + uint64(i)
		r := rand.New(rand.NewPCG(seed, 77))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 150)
		if i%3 == 2 {
			task = widen(r, task, 150)
		}
		about := datalog.RelID(r.IntN(len(task.Program.Relations)))
		got, want, problem := reaches(task, about)
		if problem == "too large" {
			continue
		}
		if problem != "" {
			t.Fatalf("seed %d: %s\n%v", seed, problem, task)
		}
		if !slices.Equal(got.Fires, want.Fires) || !slices.Equal(got.Early, want.Early) || !slices.Equal(got.Holds, want.Holds) || got.after != want.after || got.others != want.others {
			t.Fatalf("seed %d: %+v, the runs show %+v (about %s)\n%v", seed, got, want, task.Program.Relations[about].Name, task)
		}
		if slices.Contains(want.Fires, false) {
			never++
		}
		if slices.Contains(want.Holds, false) {
			empty++
		}
		after[b2i(want.after)]++
		others[b2i(want.others)]++
	}
	t.Logf("%d programs have rules that never fire, %d relations that are empty; owed after a failure: %v; held while others fail: %v", never, empty, after, others)
	if never < n/10 || empty < n/20 || min(after[0], after[1], others[0], others[1]) < n/20 {
		t.Error("too few programs decide something")
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

type reaching struct {
	Reach
	after, others bool
}

func reaches(task randprog.Task, about datalog.RelID) (got, want reaching, problem string) {
	ctx := context.Background()
	o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 100_000}
	w, err := NewWorld(task.Program, o)
	if err != nil {
		return got, want, err.Error()
	}
	reach, err := w.Reach(ctx)
	var limit *eval.LimitError
	if errors.As(err, &limit) {
		return got, want, "too large"
	}
	if err != nil {
		return got, want, err.Error()
	}
	owing, err := w.Owing(ctx)
	if err != nil {
		return got, want, err.Error()
	}
	got = reaching{*reach, owing.AfterFailure, false}
	if got.others, err = w.WhileOthersFail(ctx, about); err != nil {
		return got, want, err.Error()
	}
	want.Early = make([]bool, len(task.Program.Rules))
	want.Fires, want.Holds = make([]bool, len(task.Program.Rules)), make([]bool, len(task.Program.Relations))
	for sc := range task.Spec.Each(task.Nodes) {
		j, err := w.Judge(ctx, sc)
		if err != nil {
			return got, want, err.Error()
		}
		var failed []datalog.Value
		for _, f := range sc {
			if f.Kind.OfNode() {
				failed = append(failed, datalog.String(f.Node))
			}
		}
		want.after = want.after || len(failed) > 0 && !j.Vacuous
		for f := range facts(&eval.Space{Lineage: *j.Run.Lineage}) {
			want.Holds[j.Run.Relation(f)] = true
			for id := range j.Run.FiringsOf(f) {
				if r := j.Run.Firing(id); r.Rule < len(want.Fires) {
					want.Fires[r.Rule] = true
					want.Early[r.Rule] = want.Early[r.Rule] || r.Time < task.Spec.EOT
				}
			}
			for row := range j.Run.RowsOf(f) {
				want.Fires[row.Rule] = true
				for _, id := range row.Bindings {
					want.Early[row.Rule] = want.Early[row.Rule] || j.Run.Firing(id).Time < task.Spec.EOT
				}
			}
		}
		for _, f := range j.Run.At(about, task.Spec.EOT) {
			named := slices.ContainsFunc(j.Run.Args(f), func(v datalog.Value) bool { return slices.Contains(failed, v) })
			want.others = want.others || !named
		}
	}
	return got, want, ""
}
