package provenance

import (
	"context"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
)

// What makes a violation, in words: lost messages, crashes that rules read, both for pre and for
// post; and what an explanation of one run alone leaves open.
func TestBecause(t *testing.T) {
	for _, c := range []struct {
		name, source string
		crashes      int
		faults       failure.Scenario
		alone        bool // no other execution is known
		want         string
	}{
		{
			"no fault", `p("a", "b")@1; pre(N) :- p(N, _)@1; post(N) :- p(N, _);`, 0,
			nil, false, "no fault is needed for it; molly explain shows how it comes about\n",
		},
		{
			"a lost message", `p("a", "b")@1; log(N)@async :- p(A, N), A != N; log(N)@next :- log(N);
			pre("b") :- p("a", "b")@1; post(N) :- log(N);`, 0,
			failure.Scenario{failure.Omit("a", "b", 1)}, false,
			"the message log from a to b, sent at 1, was lost by the omission O(a,b,1): it would have brought log(\"b\") at 2\n",
		},
		{
			"messages that differ", `p("a", "b")@1..; log(M, T)@async :- p(N, M), now(N, T); log(N, T)@next :- log(N, T);
			pre("b") :- p("a", "b")@1; post(N) :- log(N, _);`, 1,
			failure.Scenario{failure.CrashAt("a", 1)}, false,
			"the messages log from a to b, sent at 1…2, were lost by the crash of a at 1: they would have brought log(\"b\", 1) and log(\"b\", 2)\n",
		},
		{
			"a crash that post reads", `p("a", "b")@1; p(N, M)@next :- p(N, M);
			pre(N) :- p(N, _); post(N) :- p(N, _), notin crash(N, N, _);`, 1,
			failure.Scenario{failure.CrashAt("a", 2)}, false,
			"the program reads crash: since a crashes at time 2, it no longer concludes this\n",
		},
		{
			"a crash that pre reads", `p("a", "b")@1; p(N, M)@next :- p(N, M); q("b")@9;
			pre(N) :- p(N, _), crash(N, N, _); post(N) :- q(N);`, 1,
			failure.Scenario{failure.CrashAt("a", 2)}, false,
			"pre holds because a crashes at time 2: the program reads crash\n",
		},
		{
			"one run alone", `p("a", "b")@1; log(N)@async :- p(A, N), A != N; log(N)@next :- log(N); q("b")@9;
			pre("b") :- p("a", "b")@1; post(N) :- log(N), q(N);`, 1,
			failure.Scenario{failure.CrashAt("b", 2)}, true,
			"how these matter is unknown, since only this run was evaluated: b crashes at time 2: nothing that it sends from then on arrives\n",
		},
	} {
		p, found := dedalus.ParseString("because.ded", c.source)
		if found.HasErrors() {
			t.Fatalf("%s: %v", c.name, found)
		}
		ctx, program, spec := context.Background(), p.Datalog(), failure.Spec{EOT: 3, EFF: 2, Crashes: c.crashes}
		e, err := eval.New(program, []string{"a", "b"}, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		run, err := e.Run(ctx, spec, c.faults)
		if err != nil {
			t.Fatal(err)
		}
		var space *eval.Space
		if !c.alone {
			if space, err = e.Space(ctx, spec); err != nil {
				t.Fatal(err)
			}
		}
		var goals []Goal
		for _, f := range run.At(program.Pre, 3) {
			if _, holds := run.Find(program.Post, 3, run.Args(f)); !holds {
				goals = append(goals, Goal{Fact: datalog.Fact{Relation: program.Post, Args: run.Args(f), Time: 3}})
			}
		}
		if len(goals) != 1 {
			t.Fatalf("%s: %d violations", c.name, len(goals))
		}
		g, err := Violations(ctx, run, space, goals...)
		if err != nil {
			t.Fatal(err)
		}
		reason := g.Reason()
		if got := reason.Because(reason.RootsOf(0, 1)); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}
