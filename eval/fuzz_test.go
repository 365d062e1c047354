package eval_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
	"molly/verify"
)

// Whatever program passes the checks: its evaluation, the search for a counterexample
// and the explanation of what it finds neither panic nor hang. A program without end
// ends with an error.
func FuzzEvaluate(f *testing.F) {
	for _, root := range []string{"../dedalus/testdata", "../protocols"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".ded" {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && len(text) < 4000 {
				f.Add(string(text))
			}
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
	}
	for _, src := range growing {
		f.Add(src)
	}
	f.Fuzz(evaluate)
}

// growing are programs that grow without end, or would without a bound.
var growing = []string{
	`p("a", 1)@1; p(N, X + 1) :- p(N, X);`,
	`p("a", 1)@1; p(N, X + 1)@next :- p(N, X); p(N, X + 2)@next :- p(N, X);`,
	`p("a", 1)@1; p(N, X * 2) :- p(N, X); pre(X) :- p(_, X); post(X) :- p(_, X), X > 3;`,
	`p("a", 9223372036854775807)@1; p(M, X * X)@async :- p(N, X), q(N, M); q("a", "b")@1; q("a", "a")@1;`,
	`p("a", 1)@1; p("b", 2)@1; s(N, sum<X>) :- p(N, X); p(M, X + 1)@async :- s(N, X), p(M, _); p(N, X)@next :- p(N, X);`,
	`p("a", "a")@1; p("b", "a")@1; q(N, M, K) :- p(N, K), p(M, K); q(N, M, K) :- q(N, L, K), q(L, M, K), notin crash(N, L, _);
	 p(M, K)@async :- q(N, M, K); pre(N, K) :- q(N, _, K); post(N, K) :- q(_, N, K), notin crash(_, N, 2);`,
}

// patience is far more than an evaluation of so few facts takes.
const patience = 20 * time.Second

func evaluate(t *testing.T, src string) {
	parsed, diagnostics := dedalus.ParseString("fuzz.ded", src)
	if diagnostics.HasErrors() {
		return
	}
	program := parsed.Datalog()
	nodes := program.Places()
	if len(nodes) > 4 {
		nodes = nodes[:4]
	}
	if len(nodes) == 0 {
		nodes = []string{"a"}
	}
	spec := failure.Spec{EOT: 4, EFF: 3, Crashes: 1}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	ends := func(what string, err error) bool {
		if errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%s did not end: %v", what, err)
		}
		var tool *verify.InternalError
		if errors.As(err, &tool) {
			t.Fatalf("%s: %v", what, err)
		}
		return err == nil
	}
	const maxFacts = 2000
	ev, err := eval.New(program, nodes, eval.Options{MaxFacts: maxFacts})
	if err != nil {
		t.Fatalf("a checked program is refused: %v", err)
	}
	space, err := ev.Space(ctx, spec)
	if !ends("the space", err) {
		space = nil
	}
	scenario := failure.NewScenario(failure.CrashAt(nodes[len(nodes)-1], 2))
	if len(nodes) > 1 {
		scenario = failure.NewScenario(failure.Omit(nodes[0], nodes[1], 1), failure.CrashAt(nodes[1], 2))
	}
	run, err := ev.Run(ctx, spec, scenario)
	if ends("the run", err) {
		explainSome(t, ctx, run, space, ends)
	}
	o := verify.Options{Spec: spec, Nodes: nodes, MaxFacts: maxFacts, MaxExecutions: 50, All: true}
	_, err = verify.Verify(ctx, program, o)
	ends("symbolic", err)
	o.Strategy = verify.LDFI
	_, err = verify.Verify(ctx, program, o)
	ends("ldfi", err)
}

// explainSome explains for each relation one tuple that holds, and a pattern and a tuple that
// may not.
func explainSome(t *testing.T, ctx context.Context, run *eval.Run, space *eval.Space, ends func(string, error) bool) {
	var goals []provenance.Goal
	for r, relation := range run.Program().Relations {
		id, time := datalog.RelID(r), run.EOT()
		goals = append(goals, provenance.Goal{Fact: datalog.Fact{Relation: id, Time: time, Args: make([]datalog.Value, relation.Arity())}})
		absent := make([]datalog.Value, relation.Arity())
		for i, c := range relation.Types {
			absent[i] = datalog.String("b")
			if c == datalog.Integer {
				absent[i] = datalog.Int(-3)
			}
		}
		goals = append(goals, provenance.Goal{Fact: datalog.Fact{Relation: id, Time: time, Args: absent}})
		if facts := run.At(id, time-1); len(facts) > 0 {
			goals = append(goals, provenance.Goal{Fact: datalog.Fact{Relation: id, Time: time - 1, Args: run.Args(facts[0])}})
		}
	}
	for _, s := range []*eval.Space{nil, space} {
		graph, err := provenance.Explain(ctx, run, s, goals...)
		if !ends("an explanation", err) {
			continue
		}
		if err := graph.Check(); err != nil {
			t.Fatal(err)
		}
		graph.Text(provenance.TextOptions{})
		for _, root := range graph.Roots {
			graph.LostSupports(root, 3)
		}
	}
}
