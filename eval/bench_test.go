package eval_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/eval/satsweep"
	"molly/failure"
	families "molly/internal/bench/programs"
	"molly/internal/randprog"
)

func parse(tb testing.TB, src string) *datalog.Program {
	tb.Helper()
	p, diagnostics := dedalus.ParseString("test.ded", src)
	if diagnostics.HasErrors() {
		tb.Fatal(diagnostics)
	}
	return p.Datalog()
}

// randomGraph states edges of a random graph, all at one place.
func randomGraph(vertices, edges int) string {
	r := rand.New(rand.NewPCG(7, 7))
	var b strings.Builder
	for range edges {
		fmt.Fprintf(&b, "edge(\"a\", %d, %d)@1;\n", r.IntN(vertices), r.IntN(vertices))
	}
	return b.String()
}

func benchmarkRun(b *testing.B, src string) {
	ev, err := eval.New(parse(b, src), []string{"a"}, eval.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var facts, firings int
	for b.Loop() {
		run, err := ev.Run(context.Background(), failure.Spec{EOT: 1}, nil)
		if err != nil {
			b.Fatal(err)
		}
		facts, firings = run.Facts(), run.Firings()
	}
	b.ReportMetric(float64(facts), "facts")
	b.ReportMetric(float64(firings), "firings")
}

// Every vertex that another one reaches, on 1,000 vertices and 2,000 edges.
func BenchmarkTransitiveClosure(b *testing.B) {
	benchmarkRun(b, randomGraph(1000, 2000)+`
		path(N, X, Y) :- edge(N, X, Y);
		path(N, X, Z) :- path(N, X, Y), edge(N, Y, Z);`)
}

// Pairs of the same generation in a random tree of 1,000 vertices.
func BenchmarkSameGeneration(b *testing.B) {
	r := rand.New(rand.NewPCG(8, 8))
	var src strings.Builder
	for i := 1; i < 1000; i++ {
		fmt.Fprintf(&src, "parent(\"a\", %d, %d)@1;\n", i, r.IntN(i))
	}
	benchmarkRun(b, src.String()+`
		same(N, X, Y) :- parent(N, X, P), parent(N, Y, P);
		same(N, X, Y) :- parent(N, X, P), same(N, P, Q), parent(N, Y, Q);`)
}

// clique states n places that can all reach each other, and ack-deliv over them.
func ackClique(n int) (src string, nodes []string) {
	var b strings.Builder
	for i := range n {
		nodes = append(nodes, fmt.Sprintf("n%02d", i))
	}
	for _, x := range nodes {
		for _, y := range nodes {
			if x != y {
				fmt.Fprintf(&b, "peer(%q, %q)@1;\n", x, y)
			}
		}
	}
	b.WriteString(`
		bcast("n00", "hello")@1;
		peer(N, M)@next :- peer(N, M);
		log(N, P)@next :- log(N, P);
		log(N, P) :- bcast(N, P);
		log(N, P) :- relay(N, _, P);
		relay(M, N, P)@async :- log(N, P), peer(N, M), notin acked(N, M, P);
		acked(N, M, P)@async :- relay(M, N, P);
		acked(N, M, P)@next :- acked(N, M, P);
		excused(N) :- crash(N, N, _);
		kept(P) :- log(N, P), notin excused(N);
		pre(N, P) :- kept(P), peer(N, _), notin excused(N);
		post(N, P) :- log(N, P);`)
	return b.String(), nodes
}

// The space of all executions of ack with 10 nodes, and beside it one run.
func BenchmarkAckSpace(b *testing.B) {
	src, nodes := ackClique(10)
	ev, err := eval.New(parse(b, src), nodes, eval.Options{SkipObservers: true})
	if err != nil {
		b.Fatal(err)
	}
	spec := failure.Spec{EOT: 20, EFF: 19, Crashes: 1}
	b.Run("space", func(b *testing.B) {
		b.ReportAllocs()
		var space *eval.Space
		for b.Loop() {
			if space, err = ev.Space(context.Background(), spec); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(space.Facts()), "facts")
		b.ReportMetric(float64(space.Firings()), "firings")
		b.ReportMetric(float64(space.Circuit.Len()), "nodes")
	})
	b.Run("run", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ev.Run(context.Background(), spec, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// What delays, second copies and restarts cost against losses and crashes alone.
func BenchmarkAsynchrony(b *testing.B) {
	src, nodes := ackClique(10)
	paxos := protocolTask(b, "agreement/paxos")
	paxos.Spec.EOT, paxos.Spec.EFF = 14, 13
	for _, task := range []struct {
		name string
		randprog.Task
	}{
		{"paxos", paxos},
		{"kafka-fixed", protocolTask(b, "replication/kafka-fixed")},
		{"raft-election", protocolTask(b, "agreement/raft-election")},
		{"ack-10", randprog.Task{Program: parse(b, src), Nodes: nodes, Spec: failure.Spec{EOT: 8, EFF: 7, Crashes: 1}}},
	} {
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{SkipObservers: true})
		if err != nil {
			b.Fatal(err)
		}
		for _, kind := range []struct {
			name string
			more func(*failure.Spec)
		}{
			{"losses", func(*failure.Spec) {}},
			{"delay-2", func(s *failure.Spec) { s.Delay = 2 }},
			{"delay-2-fifo", func(s *failure.Spec) { s.Delay, s.FIFO = 2, true }},
			{"delay-2-twice", func(s *failure.Spec) { s.Delay, s.Twice = 2, true }},
			{"any-delay", func(s *failure.Spec) { s.Delay = s.EOT - 2 }},
			{"restarts-1", func(s *failure.Spec) { s.Restarts = 1 }},
		} {
			spec := task.Spec
			kind.more(&spec)
			b.Run(task.name+"/"+kind.name, func(b *testing.B) {
				b.ReportAllocs()
				var space *eval.Space
				for b.Loop() {
					if space, err = ev.Space(context.Background(), spec); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(space.Facts()), "facts")
				b.ReportMetric(float64(space.Firings()), "firings")
				b.ReportMetric(float64(space.Circuit.Len()), "nodes")
			})
		}
	}
}

// Recursion within a time over functions: which places reach which, where every link is a
// message of its own, which may be lost.
func BenchmarkRecursionInSpace(b *testing.B) {
	for _, n := range []int{8, 16, 20, 24, 32} {
		for _, rule := range []struct{ name, text string }{
			{"linear", "reach(X, Z) :- reach(X, Y), heard(Z, Y);"},
			{"doubly", "reach(X, Z) :- reach(X, Y), reach(Y, Z);"},
		} {
			src, nodes := links(n)
			ev, err := eval.New(parse(b, src+rule.text), nodes, eval.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s-%d", rule.name, n), func(b *testing.B) {
				b.ReportAllocs()
				var space *eval.Space
				for b.Loop() {
					if space, err = ev.Space(context.Background(), failure.Spec{EOT: 2, EFF: 2, Crashes: 1}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(space.Firings()), "firings")
				b.ReportMetric(float64(space.Circuit.Len()), "nodes")
			})
		}
	}
}

// links lets n places send each other a message; whom it reaches is at one link.
func links(n int) (src string, nodes []string) {
	var b strings.Builder
	for i := range n {
		nodes = append(nodes, fmt.Sprintf("n%02d", i))
		for j := range n {
			if i != j {
				fmt.Fprintf(&b, "peer(\"n%02d\", \"n%02d\")@1;\n", i, j)
			}
		}
	}
	b.WriteString("heard(M, N)@async :- peer(N, M); reach(X, Y) :- heard(Y, X);")
	return b.String(), nodes
}

// What SAT sweeping gains, and what it costs where it gains nothing: a replication whose state is
// in integers; ack, where it does not begin; and a history that doubles at each time, where
// it begins and all facts are possible.
func BenchmarkSATSweep(b *testing.B) {
	ack, nodes := ackClique(10)
	doubling := `
		send("a", "b")@1; send(N, M)@next :- send(N, M); recv("b")@1; recv(N)@next :- recv(N);
		m(M)@async :- send(_N, M);
		h("b", 1)@1; h(N, X * 2 + 1)@next :- h(N, X), m(N); h(N, X * 2)@next :- h(N, X), notin m(N), recv(N);`
	replication := families.Replication()
	replicated, err := replication.Parse()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		program *datalog.Program
		nodes   []string
		spec    failure.Spec
	}{
		{"replication", replicated, replication.Nodes, failure.Spec{EOT: 11, EFF: 8, Crashes: 1}},
		{"replication, few scenarios", replicated, replication.Nodes, failure.Spec{EOT: 11, Crashes: 1}},
		{"ack", parse(b, ack), nodes, failure.Spec{EOT: 20, EFF: 19, Crashes: 1}},
		{"doubling", parse(b, doubling), []string{"a", "b"}, failure.Spec{EOT: 16, EFF: 16}},
	} {
		for _, how := range []struct {
			name  string
			sweep satsweep.Options
		}{{"plain", satsweep.Options{}}, {"swept", satsweep.Options{Ask: askGini}}} {
			ev, err := eval.New(c.program, c.nodes, eval.Options{SkipObservers: true, SATSweep: how.sweep})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(c.name+"/"+how.name, func(b *testing.B) {
				b.ReportAllocs()
				var space *eval.Space
				for b.Loop() {
					if space, err = ev.Space(context.Background(), c.spec); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(space.Firings()), "firings")
			})
		}
	}
}

// Steps of single nodes on paxos, in lockstep without faults: on a program prepared once, and
// with an evaluator made afresh for each step, as a program of the state and the inbox that
// runs to time 2.
func BenchmarkStep(b *testing.B) {
	task := protocolTask(b, "agreement/paxos")
	task.Spec = failure.Spec{EOT: 20}
	ctx := context.Background()
	b.Run("prepared", func(b *testing.B) {
		stepper, err := eval.NewStepper(task.Program, task.Nodes, eval.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		lockstepBench(b, task, func(node string, state eval.State, inbox []eval.Message) (eval.State, []eval.Message) {
			step, err := stepper.Step(ctx, node, state, inbox, nil)
			if err != nil {
				b.Fatal(err)
			}
			return step.Next, step.Sent
		})
	})
	b.Run("afresh", func(b *testing.B) {
		b.ReportAllocs()
		lockstepBench(b, task, func(node string, state eval.State, inbox []eval.Message) (eval.State, []eval.Message) {
			p := *task.Program
			p.Facts = nil
			for _, f := range task.Program.Facts {
				if f.Time == state.Time && f.Args[0].Text() == node {
					f.Time = 1
					p.Facts = append(p.Facts, f)
				}
			}
			for _, f := range state.Facts {
				f.Time = 1
				p.Facts = append(p.Facts, f)
			}
			for _, m := range inbox {
				p.Facts = append(p.Facts, datalog.Fact{Relation: m.Relation, Args: m.Args, Time: 1})
			}
			ev, err := eval.New(&p, task.Nodes, eval.Options{SkipObservers: true})
			if err != nil {
				b.Fatal(err)
			}
			run, err := ev.Run(ctx, failure.Spec{EOT: 2}, nil)
			if err != nil {
				b.Fatal(err)
			}
			next := eval.State{Time: state.Time + 1}
			kept := map[eval.FactID]bool{}
			for i := range run.Firings() {
				f := run.Firing(eval.FiringID(i))
				if f.Time == 1 && p.Rules[f.Rule].Timing == datalog.Inductive && !kept[f.Head] {
					kept[f.Head] = true
					next.Facts = append(next.Facts, datalog.Fact{Relation: run.Relation(f.Head), Args: run.Args(f.Head), Time: next.Time})
				}
			}
			return next, run.Messages()
		})
	})
}

// lockstepBench steps all nodes in turn, each time to EOT, and reports steps a second.
func lockstepBench(b *testing.B, task randprog.Task, step func(string, eval.State, []eval.Message) (eval.State, []eval.Message)) {
	steps := 0
	for b.Loop() {
		states := map[string]eval.State{}
		inboxes := map[string][]eval.Message{}
		for t := 1; t <= task.Spec.EOT; t++ {
			arriving := map[string][]eval.Message{}
			for _, n := range task.Nodes {
				state := states[n]
				state.Time = t
				next, sent := step(n, state, inboxes[n])
				states[n] = next
				for _, m := range sent {
					if m.Sent == 1 || m.Sent == t {
						arriving[m.To.Text()] = append(arriving[m.To.Text()], m)
					}
				}
				steps++
			}
			inboxes = arriving
		}
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}
