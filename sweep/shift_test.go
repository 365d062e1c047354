package sweep_test

import (
	"fmt"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/sweep"
)

// Shifting moves the earliest fact of a relation to a time, the others along, and leaves
// all else alone.
func TestShift(t *testing.T) {
	parsed, diagnostics := dedalus.ParseString("shift.ded", `
		bcast("a", 1)@3; bcast("b", 2)@2; bcast("c", 3)@5; bcast("a", 2)@2; other("a")@1; other("b")@4;
		p(N) :- bcast(N, _), other(N);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	p := parsed.Datalog()
	text := func(relation string, time int) string {
		q, err := sweep.Shifted{Relation: relation, Time: time}.Shift(p)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, f := range q.Facts {
			list = append(list, q.FormatFact(f)+";")
		}
		return fmt.Sprint(list)
	}
	before := text("bcast", 2) // where it is
	for _, c := range []struct {
		relation string
		time     int
		want     []string
	}{
		{"bcast", 2, []string{`bcast("a", 1)@3;`, `bcast("b", 2)@2;`, `bcast("c", 3)@5;`, `bcast("a", 2)@2;`, `other("a")@1;`, `other("b")@4;`}},
		{"bcast", 1, []string{`bcast("a", 1)@2;`, `bcast("b", 2)@1;`, `bcast("c", 3)@4;`, `bcast("a", 2)@1;`, `other("a")@1;`, `other("b")@4;`}},
		{"bcast", 7, []string{`bcast("a", 1)@8;`, `bcast("b", 2)@7;`, `bcast("c", 3)@10;`, `bcast("a", 2)@7;`, `other("a")@1;`, `other("b")@4;`}},
		{"other", 3, []string{`bcast("a", 1)@3;`, `bcast("b", 2)@2;`, `bcast("c", 3)@5;`, `bcast("a", 2)@2;`, `other("a")@3;`, `other("b")@6;`}},
	} {
		if got := text(c.relation, c.time); got != fmt.Sprint(c.want) {
			t.Errorf("%s at %d: %s, want %v", c.relation, c.time, got, c.want)
		}
	}
	q := *p
	q.Inputs = []datalog.Input{{Relation: 0, Times: []int{1, 4}}, {Relation: 1, Times: []int{2}}}
	q.Lasting = []datalog.Fact{{Relation: 0, Time: 6}}
	moved, err := sweep.Shifted{Relation: p.Relations[0].Name, Time: 3}.Shift(&q)
	if err != nil || fmt.Sprint(moved.Inputs[0].Times, moved.Inputs[1].Times, moved.Lasting[0].Time, q.Inputs[0].Times) != "[3 6] [2] 8 [1 4]" {
		t.Errorf("shifted inputs %v and lasting facts %v, %v", moved.Inputs, moved.Lasting, err)
	}
	if after := text("bcast", 2); after != before {
		t.Errorf("the program itself is changed: %s", after)
	}
	if _, err := (sweep.Shifted{Relation: "p", Time: 2}).Shift(p); err == nil || err.Error() != "the program has no facts of p to shift" {
		t.Errorf("a relation without facts: %v", err)
	}
}
