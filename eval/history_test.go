package eval_test

import (
	"fmt"
	"testing"

	"molly/dedalus"
	"molly/eval"
	"molly/failure"
)

// What a relation holds is listed by tuple, with the times asked for; its changes are what one
// time has and the other has not.
func TestHistory(t *testing.T) {
	p, found := dedalus.ParseString("history.ded", `
		p("b", 1)@1; p("a", 2)@2; p("b", 1)@3;
		p(N, X)@next :- p(N, X), X > 1;
		seen(N) :- crash(N, N, _);`)
	if found.HasErrors() {
		t.Fatal(found)
	}
	nodes := []string{"a", "b"}
	e, err := eval.New(p.Datalog(), nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := e.Run(t.Context(), failure.Spec{EOT: 4, Crashes: 1}, failure.NewScenario(failure.Fault{Kind: failure.Crash, Node: "b", Time: 2}))
	if err != nil {
		t.Fatal(err)
	}
	r, _ := p.Datalog().Lookup("p")
	if got, want := fmt.Sprint(run.History(r, 1, 2, 3, 4)), `[{["a" 2] [2 3 4]} {["b" 1] [1 3]}]`; got != want {
		t.Errorf("the history is %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(run.History(r, 2, 3)), `[{["a" 2] [2 3]} {["b" 1] [3]}]`; got != want {
		t.Errorf("at 2 and 3 it is %s, want %s", got, want)
	}
	for time, want := range []string{1: `[["b" 1]] []`, 2: `[["a" 2]] [["b" 1]]`, 3: `[["b" 1]] []`, 4: `[] [["b" 1]]`} {
		if time == 0 {
			continue
		}
		added, gone := run.Changes(r, time)
		if got := fmt.Sprint(added, gone); got != want {
			t.Errorf("at %d the changes are %s, want %s", time, got, want)
		}
	}
	crash, _ := p.Datalog().Lookup("crash")
	if added, _ := run.Changes(crash, 1); len(added) == 0 {
		t.Error("a crash is not new at time 1")
	}
}
