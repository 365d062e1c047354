package verify

import (
	"slices"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
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
	never := *kept
	never.Never = relation(kept, "p")
	both := *invariant
	both.Never = q
	inputs := Owed{UnderFaults: true, First: failure.Scenario{failure.Choose("q", 1, 1)}}
	for want, got := range map[string]string{
		`pre("a", 1) holds, post("a", 1) does not`:                                                                         Violation{Fact: datalog.Fact{Relation: invariant.Post, Args: tuple, Time: 3}}.Describe(invariant),
		`p("a", 1) is missing; the failure-free run has it`:                                                                Violation{Fact: datalog.Fact{Relation: relation(kept, "p"), Args: tuple, Time: 3}}.Describe(kept),
		"pre and post are read at time 3 only":                                                                             DescribeJudged(invariant, 3),
		"what persists is read at time 3 only":                                                                             DescribeJudged(kept, 3),
		"pre is empty in every admissible execution":                                                                       AllRuns.DescribeVacuous(invariant),
		"pre and post are read at time 3 only: what p held only before is ignored.":                                        Unseen{Forgotten: []datalog.RelID{p}}.Describe(invariant, 3)[0],
		"pre and post are read at time 3 only: what a tuple of p and q (read under notin) has ended by then is ignored.":   Unseen{TakenBack: []datalog.RelID{p, q}}.Describe(invariant, 3)[0],
		"no persistent relation has a tuple in the failure-free run":                                                       FailureFree.DescribeVacuous(kept),
		`p("a", 1) holds at time 2, and must never`:                                                                        Violation{Fact: datalog.Fact{Relation: never.Never, Args: tuple, Time: 2}}.Describe(&never),
		`q("a", 1) holds at time 2, and must never`:                                                                        Violation{Fact: datalog.Fact{Relation: q, Args: tuple, Time: 2}}.Describe(&both),
		`pre("a", 1) holds at time 3, post("a", 1) does not`:                                                               Violation{Fact: datalog.Fact{Relation: both.Post, Args: tuple, Time: 3}}.Describe(&both),
		"never is read at every time":                                                                                      DescribeJudged(&never, 3),
		"never is read at every time, pre and post at time 3 only":                                                         DescribeJudged(&both, 3),
		"in no admissible execution is there anything that never is about: of each rule for it, some premise has no tuple": FailureFree.DescribeVacuous(&never),
		"Owed only under faults: pre is empty in the failure-free run, and not in some other admissible execution.":        AllRuns.DescribeOnlyUnderFaults(invariant, Owed{UnderFaults: true}),
		"Owed only with inputs: pre is empty in the failure-free run, and not in some other admissible execution.":         AllRuns.DescribeOnlyUnderFaults(invariant, inputs),
		"Owed only with inputs: of each rule for never, some premise has no tuple in the failure-free run; in some other admissible execution, all of one have.": AllRuns.DescribeOnlyUnderFaults(&never, inputs),
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
