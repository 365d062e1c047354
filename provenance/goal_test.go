package provenance_test

import (
	"context"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
)

const goalProgram = `
node("a", "b")@1; age("a", -7)@1;
log(N, X)@next :- node(N, X), age(N, _);
last(N) :- log(N, _);
`

func TestParseGoal(t *testing.T) {
	p, diagnostics := dedalus.ParseString("goal.ded", goalProgram)
	if p == nil {
		t.Fatal(diagnostics)
	}
	for _, c := range []struct {
		text string
		want string // the goal, or a part of the error
	}{
		{`log("a", "b")@2`, `log("a", "b")@2`},
		{` log ( "a" , _ ) @ 2 ; `, `log("a", _)@2`},
		{`log("a\"\n", "b")`, `log("a\"\n", "b")@3`},
		{`age("a", -7)`, `age("a", -7)@3`},
		{`age(_, - 7)@1`, `age(_, -7)@1`},
		{``, `write it as in the program, such as log("b", 1)@3`},
		{`("a")`, `write it as in the program`},
		{`lgo("a", "b")`, `it has no relation lgo (did you mean log?)`},
		{`something("a")`, `it has no relation something; its relations are age, last, log, node`},
		{`crash("a", "b", 1)`, `the program does not read crash`},
		{`log`, `log is a relation; a tuple of it has 2 columns, such as log("a", _)@3`},
		{`age@2`, `age is a relation; a tuple of it has 2 columns, such as age("a", _)@3`},
		{`last`, `last is a relation; a tuple of it has 1 column, such as last(_)@3`},
		{`log()`, `log has 2 columns, not 0, such as log("a", _)@3`},
		{`log("a")`, `log has 2 columns, not 1, such as log("a", _)@3`},
		{`log("a", 3)`, `column 2 of log holds type string, and 3 is of type integer`},
		{`age("a", "x")`, `column 2 of age holds type integer, and "x" is of type string`},
		{`log(a, "b")`, `a is not a value: strings are in double quotes`},
		{`log(NodeX, "b")`, `NodeX is not a value: strings are in double quotes`},
		{`log('a', "b")`, `a value is missing before "'a', \"b\")"`},
		{`log("a, "b")`, `a comma or ) is missing after column 1`},
		{`log("a" "b")`, `a comma or ) is missing after column 1`},
		{`age("a", 99999999999999999999)`, `99999999999999999999 is not a 64-bit integer`},
		{`log("a", "b")@0`, `the run has the times 1 to 3, not 0`},
		{`log("a", "b")@4`, `the run has the times 1 to 3, not 4`},
		{`log("a", "b")@x`, `a time must follow @, a number from 1 to 3`},
		{`log("a", "b")@2 :- x`, `":- x" follows it`},
	} {
		g, err := provenance.ParseGoal(p.Datalog(), 3, c.text)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: the error is %q, without %q", c.text, err, c.want)
		case err == nil && p.Datalog().FormatFact(g.Fact) != c.want:
			t.Errorf("%s is read as %s", c.text, p.Datalog().FormatFact(g.Fact))
		}
	}
}

func FuzzParseGoal(f *testing.F) {
	p, _ := dedalus.ParseString("goal.ded", goalProgram)
	f.Add(`log("a", _)@2`)
	f.Add(`age("a", -7);`)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := provenance.ParseGoal(p.Datalog(), 3, text)
		if err != nil {
			return
		}
		again, err := provenance.ParseGoal(p.Datalog(), 3, p.Datalog().FormatFact(g.Fact))
		if err != nil || p.Datalog().FormatFact(again.Fact) != p.Datalog().FormatFact(g.Fact) {
			t.Errorf("%q is read as %s, and that as %s: %v", text, p.Datalog().FormatFact(g.Fact), p.Datalog().FormatFact(again.Fact), err)
		}
	})
}

// TestRefusals pins down what Explain refuses.
func TestRefusals(t *testing.T) {
	p, _ := dedalus.ParseString("goal.ded", goalProgram)
	ctx, spec := context.Background(), failure.Spec{EOT: 3}
	ev, err := eval.New(p.Datalog(), []string{"a", "b"}, eval.Options{SkipObservers: true})
	if err != nil {
		t.Fatal(err)
	}
	run, _ := ev.Run(ctx, spec, nil)
	other, _ := ev.Space(ctx, failure.Spec{EOT: 2})
	early, _ := provenance.ParseGoal(p.Datalog(), 3, `last("a")@2`)
	late, _ := provenance.ParseGoal(p.Datalog(), 3, `last("a")`)
	if _, err := provenance.Explain(ctx, run, nil, early); err == nil || !strings.Contains(err.Error(), "only at EOT") {
		t.Errorf("a relation that was left out is explained: %v", err)
	}
	if _, err := provenance.Explain(ctx, run, nil, late); err != nil {
		t.Error(err)
	}
	if _, err := provenance.Explain(ctx, run, other, late); err == nil || !strings.Contains(err.Error(), "⟨2,0,0⟩") {
		t.Errorf("the space of another specification is taken: %v", err)
	}
	if _, err := provenance.Explain(ctx, run, nil, provenance.Goal{Fact: datalog.Fact{Relation: 99}}); err == nil {
		t.Error("a goal of no relation is taken")
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := provenance.Explain(ended, run, nil, late); err == nil {
		t.Error("Explain goes on after its context has ended")
	}
}
