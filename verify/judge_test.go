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
		free, err := naive.Run(task.Program, task.Nodes, task.Spec, nil)
		if err != nil {
			continue
		}
		for _, sc := range []failure.Scenario{nil, randprog.Scenario(r, task.Spec, task.Nodes), randprog.Scenario(r, task.Spec, task.Nodes)} {
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
					got = append(got, datalog.FormatTuple(task.Program.Relations[v.Relation].Name, v.Args))
				}
				slices.Sort(got)
				want := lacks(task.Program, free, run, outcomes)
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d, outcomes %d, %v: lacks %v, by the reference %v\n%s", s, outcomes, sc, got, want, task)
				}
				counted[fmt.Sprintf("invariant %v, outcomes %d, violated %v", task.Program.HasInvariant(), outcomes, len(want) > 0)]++
			}
		}
	}
	for _, kind := range []string{"invariant true, outcomes 0", "invariant true, outcomes 1", "invariant false, outcomes 0"} {
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
	if p.HasInvariant() {
		for _, args := range run.At(p.Pre, run.EOT) {
			if !run.Holds(p.Post, run.EOT, args) && (outcomes == AllRuns || free.Holds(p.Post, run.EOT, args)) {
				list = append(list, datalog.FormatTuple(p.Relations[p.Post].Name, args))
			}
		}
	} else {
		for _, r := range p.Persistent {
			for _, args := range free.At(r, run.EOT) {
				if !run.Holds(r, run.EOT, args) {
					list = append(list, datalog.FormatTuple(p.Relations[r].Name, args))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}
