package naive

import (
	"strings"
	"testing"

	"molly/datalog"
	"molly/failure"
)

// A program written down by hand, so that one test does not depend on the parser:
// a sends its log to everyone, and the log persists.
//
//	node("a","a")@1; node("a","b")@1; log("a",7)@1;
//	log(N,X)@next :- log(N,X);
//	log(M,X)@async :- log(N,X), node(N,M);
func broadcast() *datalog.Program {
	v := func(n datalog.VarID) datalog.Term { return datalog.Term{Kind: datalog.Variable, Var: n} }
	atom := func(rel datalog.RelID, args ...datalog.Term) datalog.Literal {
		return datalog.Literal{Kind: datalog.Positive, Atom: datalog.Atom{Relation: rel, Args: args}}
	}
	head := func(rel datalog.RelID, args ...datalog.Term) datalog.Head {
		h := datalog.Head{Relation: rel}
		for _, a := range args {
			h.Args = append(h.Args, datalog.HeadTerm{Term: a})
		}
		return h
	}
	const node, log = 0, 1
	here := v(0)
	a, b := datalog.String("a"), datalog.String("b")
	return &datalog.Program{
		Relations: []datalog.Relation{
			{Name: "node", Types: []datalog.Type{datalog.Text, datalog.Text}},
			{Name: "log", Types: []datalog.Type{datalog.Text, datalog.Integer}},
		},
		Facts: []datalog.Fact{
			{Relation: node, Args: []datalog.Value{a, a}, Time: 1},
			{Relation: node, Args: []datalog.Value{a, b}, Time: 1},
			{Relation: log, Args: []datalog.Value{a, datalog.Int(7)}, Time: 1},
		},
		Rules: []datalog.Rule{
			{ID: 0, Timing: datalog.Inductive, Vars: []string{"N", "X"}, Location: &here,
				Head: head(log, v(0), v(1)), Body: []datalog.Literal{atom(log, v(0), v(1))}},
			{ID: 1, Timing: datalog.Asynchronous, Vars: []string{"N", "X", "M"}, Location: &here,
				Head: head(log, v(2), v(1)), Body: []datalog.Literal{atom(log, v(0), v(1)), atom(node, v(0), v(2))}},
		},
		Strata:     []datalog.Stratum{{Relations: []datalog.RelID{node}}, {Relations: []datalog.RelID{log}}},
		Crash:      datalog.NoRelation,
		Boot:       datalog.NoRelation,
		Outage:     datalog.NoRelation,
		Member:     datalog.NoRelation,
		Now:        datalog.NoRelation,
		Never:      datalog.NoRelation,
		Pre:        datalog.NoRelation,
		Post:       datalog.NoRelation,
		Persistent: []datalog.RelID{log},
	}
}

func TestBroadcastByHand(t *testing.T) {
	p := broadcast()
	nodes := []string{"a", "b"}
	free, err := Run(p, nodes, failure.Spec{EOT: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `tuple node("a", "a")@1
tuple node("a", "b")@1
tuple log("a", 7)@1
tuple log("a", 7)@2
tuple log("b", 7)@2
firing of rule 0 at 1: log("a", 7)@1 gives log("a", 7)@2
firing of rule 1 at 1: log("a", 7)@1, node("a", "a")@1 gives log("a", 7)@2
firing of rule 1 at 1: log("a", 7)@1, node("a", "b")@1 gives log("b", 7)@2
message from "a" to "a" at 1: log("a", 7) arrived
message from "a" to "b" at 1: log("b", 7) arrived`
	if free.String() != want {
		t.Errorf("got\n%v\nwant\n%s", free, want)
	}
	lossy, err := Run(p, nodes, failure.Spec{EOT: 2}, failure.NewScenario(failure.CrashAt("a", 1)))
	if err != nil {
		t.Fatal(err)
	}
	want = strings.NewReplacer(
		`tuple log("b", 7)@2`+"\n", "",
		`firing of rule 1 at 1: log("a", 7)@1, node("a", "b")@1 gives log("b", 7)@2`+"\n", "",
		`log("b", 7) arrived`, `log("b", 7) lost`,
	).Replace(want)
	if lossy.String() != want {
		t.Errorf("got\n%v\nwant\n%s", lossy, want)
	}
	if !lossy.Breaks(p, free) || free.Breaks(p, free) {
		t.Error("what does not persist at b is lost, and only then")
	}
}
