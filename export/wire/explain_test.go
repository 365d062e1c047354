package wire_test

import (
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/export/wire"
	"molly/failure"
	"molly/provenance"
)

// graph explains a goal in a run of a program.
func graph(t *testing.T, source, goal string, spec failure.Spec, s failure.Scenario, nodes ...string) wire.Graph {
	t.Helper()
	p, found := dedalus.ParseString("case.ded", source)
	if found.HasErrors() {
		t.Fatal(found)
	}
	e, err := eval.New(p.Datalog(), nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := e.Run(t.Context(), spec, s)
	if err != nil {
		t.Fatal(err)
	}
	g, err := provenance.ParseGoal(p.Datalog(), spec.EOT, goal)
	if err != nil {
		t.Fatal(err)
	}
	why, err := provenance.Explain(t.Context(), run, nil, g)
	if err != nil {
		t.Fatal(err)
	}
	return wire.NewGraph(why)
}

// A message that was lost says who sent it to whom, and which fault took it.
func TestLost(t *testing.T) {
	g := graph(t, `to("a", "b")@1; got(M)@async :- to(N, M);`, `got("b")`, failure.Spec{EOT: 2, EFF: 2},
		failure.NewScenario(failure.Omit("a", "b", 1)), "a", "b")
	lost := 0
	for _, n := range g.Nodes {
		if n.Kind == provenance.Lost {
			lost++
			if n.From == nil || n.From.Text() != "a" || n.To == nil || n.To.Text() != "b" || n.Fault == nil || *n.Fault != (wire.Fault{Kind: "omission", From: "a", To: "b", Time: 1}) {
				t.Errorf("%+v", n)
			}
		}
	}
	if lost == 0 {
		t.Errorf("nothing is lost: %+v", g)
	}
}

// Steps have their rule with the values of its variables, and facts, but nothing else, a place.
func TestSteps(t *testing.T) {
	g := graph(t, "p(\"a\", 7)@1;\nr(N) :- p(N, X);", `r("a")`, failure.Spec{EOT: 1}, nil, "a")
	kinds := map[provenance.Kind]int{}
	for _, n := range g.Nodes {
		kinds[n.Kind]++
		if (n.Kind == provenance.Given) != (n.Position != nil && n.Position.File == "case.ded" && n.Position.Line == 1) {
			t.Errorf("%s is said to be at %v", n.Kind, n.Position)
		}
		if fired := n.Kind == provenance.Fired; fired != (n.Rule != nil) {
			t.Errorf("%s has the rule %v", n.Kind, n.Rule)
		} else if fired && (n.Rule.ID != 0 || *n.Rule.Position != wire.Position{File: "case.ded", Line: 2, Column: 1} || n.Rule.Text != "r(N) :- p(N, X);" || n.Vars["X"] != datalog.Int(7)) {
			t.Errorf("the rule is %+v, with %v", *n.Rule, n.Vars)
		}
	}
	if kinds[provenance.Fired] != 1 || kinds[provenance.Given] != 1 || kinds[provenance.Holds] != 2 {
		t.Errorf("the nodes are %v", kinds)
	}
}
