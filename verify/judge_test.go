package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
	"molly/internal/randprog"
)

// The judge is the same for all strategies, so comparing them does not judge it. The
// reference evaluator does: what a run lacks is told from its tuples by the definition,
// word by word.
func TestJudgeAgreesWithReference(t *testing.T) {
	counted := map[string]int{}
	for i := range *programs * 2 / 5 {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 6))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 2000)
		if i%3 == 2 {
			task = widen(r, task, 2000)
		}
		all := slices.Collect(task.Spec.Each(task.Nodes))
		free, err := naive.Run(task.Program, task.Nodes, task.Spec, nil)
		if err != nil {
			continue
		}
		for _, sc := range []failure.Scenario{nil, all[r.IntN(len(all))], all[r.IntN(len(all))]} {
			for _, outcomes := range []Outcomes{AllRuns, FailureFree} {
				run, err := naive.Run(task.Program, task.Nodes, task.Spec, sc)
				if err != nil {
					continue
				}
				single, err := Judge(context.Background(), task.Program, Options{Spec: task.Spec, Nodes: task.Nodes, Outcomes: outcomes}, sc)
				if err != nil {
					continue // an overflow
				}
				var got []string
				for _, v := range single.Violated {
					got = append(got, task.Program.FormatFact(v.Fact))
				}
				slices.Sort(got)
				want := lacks(task.Program, free, run, outcomes)
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d, outcomes %d, %v: lacks %v, by the reference %v\n%s", s, outcomes, sc, got, want, task)
				}
				if task.Program.Never != datalog.NoRelation {
					counted[fmt.Sprintf("never, violated %v", len(run.Never(task.Program)) > 0)]++
					continue
				}
				counted[fmt.Sprintf("invariant %v, outcomes %d, violated %v", task.Program.HasInvariant(), outcomes, len(want) > 0)]++
			}
		}
	}
	for _, kind := range []string{"invariant true, outcomes 0", "invariant true, outcomes 1", "invariant false, outcomes 0", "never"} {
		for _, violated := range []string{"true", "false"} {
			if name := kind + ", violated " + violated; counted[name] < 20 {
				t.Errorf("%s: only %d runs", name, counted[name])
			}
		}
	}
}

// lacks follows the definition of a violation (docs/language.md).
func lacks(p *datalog.Program, free, run *naive.Result, outcomes Outcomes) []string {
	var list []string
	text := func(r datalog.RelID, args []datalog.Value, time int) string {
		return p.FormatFact(datalog.Fact{Relation: r, Args: args, Time: time})
	}
	for _, t := range run.Never(p) {
		list = append(list, text(t.Relation, t.Args, t.Time))
	}
	if p.HasInvariant() {
		for _, args := range run.At(p.Pre, run.EOT) {
			if !run.Holds(p.Post, run.EOT, args) && (outcomes == AllRuns || free.Holds(p.Post, run.EOT, args)) {
				list = append(list, text(p.Post, args, run.EOT))
			}
		}
	} else if p.Never == datalog.NoRelation {
		for _, r := range p.Persistent {
			for _, args := range free.At(r, run.EOT) {
				if !run.Holds(r, run.EOT, args) {
					list = append(list, text(r, args, run.EOT))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}
