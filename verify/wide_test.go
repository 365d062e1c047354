package verify

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randprog"
	"molly/verify/symmetry"
)

// wideSpec draws a specification with everything that may go wrong, and few scenarios.
func wideSpec(r *rand.Rand, p *datalog.Program, nodes []string, limit int64) failure.Spec {
	for {
		s := failure.Spec{EOT: 3 + r.IntN(3), Crashes: r.IntN(len(nodes) + 1), Inputs: p.Choices()}
		s.EFF = 2 + r.IntN(s.EOT-1)
		some := func(n int) bool { return r.IntN(n) == 0 }
		if !some(3) {
			s.Delay = 1 + r.IntN(2)
		}
		s.NoLoss, s.Twice, s.FIFO = some(2), some(3), some(3)
		if s.Crashes > 0 && some(2) {
			s.Restarts = 1 + r.IntN(s.Crashes)
		}
		if some(4) {
			s.MaxFaults = 1 + r.IntN(3)
		}
		if some(4) {
			s.Lossy = []failure.Links{"a->b", "*->a", "a->b,b->*"}[r.IntN(3)]
		}
		if some(4) {
			s.Crashable = []failure.NodeSet{"a", "a,b"}[r.IntN(2)]
		}
		if some(4) {
			s.CrashUntil = 1 + r.IntN(4)
		}
		if s.CheckNames(nodes) == nil && s.Scenarios(nodes).Cmp(big.NewInt(limit)) <= 0 {
			return s
		}
	}
}

// widened makes relations of a program stable, facts of it inputs or lasting, and a relation the
// one that must be empty at every time, beside pre and post or alone. Where facts are kept, nodes that
// are alike stay alike.
func widened(r *rand.Rand, p *datalog.Program, keepFacts bool) *datalog.Program {
	q := *p
	q.Facts = nil
	for i := range q.Relations {
		if datalog.RelID(i) != p.Crash && r.IntN(3) == 0 {
			q.Stable = append(q.Stable, datalog.RelID(i))
		}
	}
	for _, f := range p.Facts {
		switch kind := r.IntN(6); {
		case keepFacts:
			q.Facts = append(q.Facts, f)
		case kind == 0:
			q.Lasting = append(q.Lasting, f)
		case kind == 1 && len(q.Inputs) < 4:
			times := []int{f.Time}
			if r.IntN(2) == 0 {
				times = append(times, f.Time+1+r.IntN(2))
			}
			q.Inputs = append(q.Inputs, datalog.Input{Relation: f.Relation, Args: f.Args, Times: times})
		default:
			q.Facts = append(q.Facts, f)
		}
	}
	q.Inputs = slices.CompactFunc(q.Inputs, func(a, b datalog.Input) bool {
		return a.Relation == b.Relation && datalog.CompareTuples(a.Args, b.Args) == 0
	})
	switch {
	case r.IntN(3) > 0:
	case p.HasInvariant() && r.IntN(2) == 0:
		q.Never = alwaysKept(&q)
		if r.IntN(2) == 0 {
			q.Pre, q.Post = datalog.NoRelation, datalog.NoRelation
		}
	default:
		var may []datalog.RelID // those that no fact is of, and that not every run has
		for i := range q.Relations {
			id := datalog.RelID(i)
			ofFacts := func(f datalog.Fact) bool { return f.Relation == id }
			if id != p.Crash && id != p.Pre && id != p.Post && !slices.ContainsFunc(p.Facts, ofFacts) {
				may = append(may, id)
			}
		}
		if len(may) > 0 {
			q.Never = may[r.IntN(len(may))]
			if r.IntN(2) == 0 {
				q.Pre, q.Post = datalog.NoRelation, datalog.NoRelation
			}
		}
	}
	return &q
}

// alwaysKept adds a relation that has what is in pre and not in post, at every time.
func alwaysKept(p *datalog.Program) datalog.RelID {
	never := datalog.RelID(len(p.Relations))
	p.Relations = append(slices.Clone(p.Relations), datalog.Relation{Name: "never", Types: p.Relations[p.Pre].Types})
	p.Strata = append(slices.Clone(p.Strata), datalog.Stratum{Relations: []datalog.RelID{never}})
	rule := datalog.Rule{ID: len(p.Rules), Head: datalog.Head{Relation: never}}
	var args []datalog.Term
	for i := range p.Relations[p.Pre].Types {
		x := datalog.Term{Kind: datalog.Variable, Var: datalog.VarID(i)}
		args = append(args, x)
		rule.Vars = append(rule.Vars, fmt.Sprint("X", i))
		rule.Head.Args = append(rule.Head.Args, datalog.HeadTerm{Term: x})
	}
	rule.Location = &args[0]
	rule.Body = []datalog.Literal{
		{Kind: datalog.Positive, Atom: datalog.Atom{Relation: p.Pre, Args: args}},
		{Kind: datalog.Negative, Atom: datalog.Atom{Relation: p.Post, Args: args}},
	}
	p.Rules = append(slices.Clone(p.Rules), rule)
	return never
}

// widen makes a task one in which everything may go wrong, with few scenarios.
func widen(r *rand.Rand, t randprog.Task, limit int64) randprog.Task {
	t.Program = widened(r, t.Program, false)
	t.Spec = wideSpec(r, t.Program, t.Nodes, limit)
	return t
}

// The strategies agree with trying all scenarios where everything may go wrong.
func TestStrategiesAgreeOnAllKinds(t *testing.T) {
	n := *programs / 4
	if testing.Short() {
		n /= 4
	}
	broken, holding, never, alike := 0, 0, 0, 0
	kinds := map[failure.Kind]int{}
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 40))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		if i%4 == 3 {
			task = randprog.NewSymmetricTask(r, randprog.Options{}, 700)
		}
		symmetric := i%8 == 3
		task.Program = widened(r, task.Program, symmetric)
		task.Spec = wideSpec(r, task.Program, task.Nodes, 2500)
		if symmetric && i%16 == 3 {
			task.Spec.Lossy, task.Spec.Crashable = "", ""
			if task.Spec.Scenarios(task.Nodes).Cmp(big.NewInt(10_000)) > 0 {
				continue
			}
		}
		if symmetric {
			if !symmetry.Find(task.Program, task.Nodes, task.Spec).Trivial() {
				alike++
			}
		}
		width := []int{0, 0, 3, -1}[r.IntN(4)]
		backend := solver.Gini
		if r.IntN(8) == 0 {
			backend = solver.Gophersat
		}
		judge, diff, _ := compareStrategies(task, AllRuns, width, backend, s%2 == 0)
		if diff != "" {
			t.Fatalf("seed %d, width %d, %v, %v:\n%s\n%s\nstable %v, never %v, inputs %v, lasting %v", s, width, backend, task.Spec, diff, task, task.Program.Stable, task.Program.Never, task.Program.Inputs, task.Program.Lasting)
		}
		switch {
		case judge == nil:
		case judge.Kind == Counterexample:
			broken++
			for _, f := range judge.Findings {
				for _, fault := range f.Scenario {
					kinds[fault.Kind]++
				}
			}
			if slices.ContainsFunc(judge.Findings[0].Violated, func(v Violation) bool { return v.Relation == task.Program.Never }) {
				never++
			}
		case !judge.Vacuous:
			holding++
		}
	}
	t.Logf("%d programs, %d of them symmetric: %d violated (%d by never), %d hold and are not vacuous; faults %v", n, alike, broken, never, holding, kinds)
}
