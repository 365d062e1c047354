package verify

import (
	"slices"
	"testing"

	"molly/datalog"
	"molly/dedalus"
)

// What a verdict is about, in words: with an invariant, and with persistent relations.
func TestDescribe(t *testing.T) {
	text := func(source string) *datalog.Program {
		p, found := dedalus.ParseString("words.ded", source)
		if p == nil {
			t.Fatal(found)
		}
		return p.Datalog()
	}
	invariant := text(`p("a", 1)@1; pre(X, Y) :- p(X, Y); post(X, Y) :- p(X, Y), q(X, Y); q("b", 1)@1;`)
	kept := text(`p("a", 1)@1; p(X, Y)@next :- p(X, Y);`)
	tuple := []datalog.Value{datalog.String("a"), datalog.Int(1)}
	relation := func(p *datalog.Program, name string) datalog.RelID {
		return datalog.RelID(slices.IndexFunc(p.Relations, func(r datalog.Relation) bool { return r.Name == name }))
	}
	p, q := relation(invariant, "p"), relation(invariant, "q")
	for want, got := range map[string]string{
		`pre("a", 1) holds, post("a", 1) does not`:                                                                       Violation{Fact: datalog.Fact{Relation: invariant.Post, Args: tuple, Time: 3}}.Describe(invariant),
		`p("a", 1) is missing; the failure-free run has it`:                                                              Violation{Fact: datalog.Fact{Relation: relation(kept, "p"), Args: tuple, Time: 3}}.Describe(kept),
		"pre and post are read at time 3 only":                                                                           DescribeJudged(invariant, 3),
		"what persists is read at time 3 only":                                                                           DescribeJudged(kept, 3),
		"pre is empty in every admissible execution":                                                                     AllRuns.DescribeVacuous(invariant),
		"pre and post are read at time 3 only: what p held only before is ignored.":                                      Unseen{Forgotten: []datalog.RelID{p}}.Describe(invariant, 3)[0],
		"pre and post are read at time 3 only: what a tuple of p and q (read under notin) has ended by then is ignored.": Unseen{TakenBack: []datalog.RelID{p, q}}.Describe(invariant, 3)[0],
		"no persistent relation has a tuple in the failure-free run":                                                     FailureFree.DescribeVacuous(kept),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	goals := Goals([]Violation{{Fact: datalog.Fact{Relation: p, Args: tuple, Time: 3}}})
	if len(goals) != 1 || invariant.FormatFact(goals[0].Fact) != `p("a", 1)@3` {
		t.Errorf("%v", goals)
	}
}
