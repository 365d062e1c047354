package eval_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/eval/satsweep"
	"molly/failure"
	"molly/internal/randprog"
)

// wide draws a specification with everything that may go wrong, and few scenarios.
func wide(r *rand.Rand, p *datalog.Program, nodes []string, limit int64) failure.Spec {
	for {
		s := failure.Spec{EOT: 3 + r.IntN(3), Crashes: r.IntN(len(nodes) + 1)}
		s.EFF = r.IntN(s.EOT + 1)
		some := func(n int) bool { return r.IntN(n) == 0 }
		if some(2) {
			s.Delay = r.IntN(4)
		}
		s.NoLoss, s.Twice, s.FIFO = some(3), some(3), some(3)
		if s.Crashes > 0 && some(2) {
			s.Restarts = 1 + r.IntN(s.Crashes)
		}
		if some(4) {
			s.MaxFaults = 1 + r.IntN(3)
		}
		if some(2) {
			s.Lossy = []failure.Links{"a->b", "*->a", "a->b,b->*"}[r.IntN(3)]
		}
		if some(4) {
			s.Crashable = []failure.NodeSet{"a", "a,b"}[r.IntN(2)]
		}
		if some(4) {
			s.CrashUntil = 1 + r.IntN(4)
		}
		s.Inputs = p.Choices()
		if s.CheckNames(nodes) == nil && s.Scenarios(nodes).Cmp(big.NewInt(limit)) <= 0 {
			return s
		}
	}
}

// widened makes a program stable in some relations, and some of its facts inputs or lasting.
func widened(r *rand.Rand, p *datalog.Program) *datalog.Program {
	q := *p
	q.Facts = nil
	for i := range q.Relations {
		if datalog.RelID(i) != p.Crash && r.IntN(3) == 0 {
			q.Stable = append(q.Stable, datalog.RelID(i))
		}
	}
	for _, f := range p.Facts {
		switch what := r.IntN(6); {
		case what == 0:
			q.Lasting = append(q.Lasting, f)
		case what == 1 && len(q.Inputs) < 3:
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
	return &q
}

// A space says of every scenario of everything that may go wrong what its run says, and a run
// that resumes another one is the run from the start.
func TestWideSpace(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 8
	}
	ctx := context.Background()
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 21))
		task := randprog.NewTask(r, randprog.Options{Wide: true}, 3000)
		if i%2 == 0 {
			task = randprog.NewTask(r, randprog.Options{}, 5000)
			task.Program = widened(r, task.Program)
			task.Spec = wide(r, task.Program, task.Nodes, 3000)
		}
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{MaxFacts: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		space, err := ev.Space(ctx, task.Spec)
		if limit := (*eval.LimitError)(nil); errors.As(err, &limit) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", s, err)
		}
		for n := range space.Circuit.Len() {
			if f, is := space.Circuit.Fault(circuit.Lit(2 * n)); is && task.Spec.Allows(f, task.Nodes) != nil {
				t.Fatalf("seed %d: %v is asked for, but %v", s, f, task.Spec.Allows(f, task.Nodes))
			}
		}
		swept, err := sweptSpace(task, eval.Options{SATSweep: satsweep.Options{Ask: askGini, Always: true}})
		if err != nil {
			t.Fatal(err)
		}
		var prev *eval.Run
		all := slices.Collect(task.Spec.Each(task.Nodes))
		for range 12 {
			sc := all[r.IntN(len(all))]
			run, err := ev.Run(ctx, task.Spec, sc)
			if err != nil {
				t.Fatal(err)
			}
			if d := referenceDiffers(task, run); d != "" {
				t.Fatalf("seed %d: %s\n%v %v\n%s", s, d, task.Spec, task.Program.Stable, task)
			}
			if d := spaceDiffers(space, run); d != "" {
				t.Fatalf("seed %d: %s\n%v %v\n%s", s, d, task.Spec, task.Program.Stable, task)
			}
			if d := spaceDiffers(swept, run); d != "" {
				t.Fatalf("seed %d: swept: %s\n%v %v\n%s", s, d, task.Spec, task.Program.Stable, task)
			}
			if d := observersMatter(task, ev, run); d != "" {
				t.Fatalf("seed %d: under %v: %s\n%v %v\n%s", s, sc, d, task.Spec, task.Program.Stable, task)
			}
			if prev == nil {
				prev = run
				continue
			}
			from := prev.Scenario
			if prev, err = ev.Resume(ctx, prev, sc); err != nil {
				t.Fatal(err)
			}
			if run, err = ev.Run(ctx, task.Spec, sc); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(runLines(run), runLines(prev)); d != "" {
				t.Fatalf("seed %d: %v resumed from %v differs (-fresh +resumed):\n%s\n%s", s, sc, from, d, task)
			}
		}
	}
}

// Where nothing more can go wrong than losses and crashes, a specification that is written with
// more words has the same facts, firings and circuits.
func TestNoMoreThanClassic(t *testing.T) {
	for i := range 60 {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 23))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		same := task.Spec
		same.FIFO, same.MaxFaults, same.CrashUntil, same.Lossy = true, 1000, same.EOT, "*->*"
		var sizes [2][3]int
		for j, spec := range []failure.Spec{task.Spec, same} {
			ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			space, err := ev.Space(context.Background(), spec)
			if err != nil {
				t.Fatal(err)
			}
			sizes[j] = [3]int{space.Facts(), space.Firings(), space.Circuit.Len()}
		}
		if sizes[0] != sizes[1] {
			t.Fatalf("seed %d: %v has %v facts, firings and nodes, %v has %v", i, task.Spec, sizes[0], same, sizes[1])
		}
	}
}

// What one node writes at another one that is down, or goes down, is rare in random programs.
func TestRemoteWrites(t *testing.T) {
	for _, source := range []string{
		`p("b","a")@1..; q(M,T)@next :- p(N,M), now(N,T); q(N,T)@next :- q(N,T); stable q;`,
		`p("b","a")@1..; q(M,T)@next :- p(N,M), now(N,T);`,
		`p("b","a")@1..; q(M,T)@next :- p(N,M), now(N,T); r(N,T)@next :- q(N,T); stable q;`,
		`p("b","a")@1..; q(M,count<T>)@next :- p(N,M), now(N,T); stable q;`,
		`p("b","a")@1..; q(M,T) :- p(N,M), now(N,T); r(N,T)@next :- q(N,T); stable r, q;`,
	} {
		p, ok := randprog.Parse(source)
		if !ok {
			t.Fatal(source)
		}
		task := randprog.Task{Source: source, Program: p, Nodes: []string{"a", "b"}, Spec: failure.Spec{EOT: 5, EFF: 5, Crashes: 2, Restarts: 2, NoLoss: true}}
		ev, err := eval.New(p, task.Nodes, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		space, err := ev.Space(t.Context(), task.Spec)
		if err != nil {
			t.Fatal(err)
		}
		for sc := range task.Spec.Each(task.Nodes) {
			run, err := ev.Run(t.Context(), task.Spec, sc)
			if err != nil {
				t.Fatal(err)
			}
			if d := referenceDiffers(task, run) + spaceDiffers(space, run); d != "" {
				t.Fatalf("%s\n%s", d, source)
			}
		}
	}
}
