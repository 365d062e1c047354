package verify_test

import (
	"fmt"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/verify"
)

// What a run holds instead of a missing tuple: the same key, another value.
func TestInstead(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"another value":                  {`pre("a", 3) :- on(_); post("a", 2) :- on(_);`, `[post("a", 3): ("a", 2)]`},
		"another key":                    {`pre("a", 3) :- on(_); post("b", 3) :- on(_);`, `[post("a", 3):]`},
		"two values":                     {`pre("a", 3, 4) :- on(_); post("a", 2, 5) :- on(_);`, `[post("a", 3, 4):]`},
		"what is owed":                   {`pre("a", 3) :- on(_); pre("a", 2) :- on(_); post("a", 2) :- on(_);`, `[post("a", 3):]`},
		"the last column first":          {`pre("a", 3, 4) :- on(_); post("a", 2, 4) :- on(_); post("a", 3, 9) :- on(_);`, `[post("a", 3, 4): ("a", 3, 9) ("a", 2, 4)]`},
		"not all of them":                {`pre("a", 9) :- on(_); post("a", 4) :- on(_); post("a", 1) :- on(_); post("a", 3) :- on(_); post("a", 2) :- on(_);`, `[post("a", 9): ("a", 1) ("a", 2) ("a", 3)]`},
		"a column is no tuple":           {`pre("a") :- on(_); post("b") :- on(_);`, `[post("a"):]`},
		"in a failure-free run as in it": {`pre("a", X) :- on(X); post("a", X) :- got(X); got(M)@async :- on(N), M == "b", N == "a"; got(N)@next :- got(N); post("a", "z") :- on(_);`, `[post("a", "a"): ("a", "b") ("a", "z")]`},
	} {
		p, found := dedalus.ParseString("t.ded", `on("a")@1; on(N)@next :- on(N); `+c.src)
		if p == nil {
			t.Errorf("%s: %v", name, found)
			continue
		}
		v, err := verify.Verify(t.Context(), p.Datalog(), verify.Options{Spec: failure.Spec{EOT: 3}, Nodes: []string{"a", "b"}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := fmt.Sprint(lacking(p, v)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Where persistent relations judge, what the failure-free run has is owed.
func TestInsteadOfWhatPersists(t *testing.T) {
	p, found := dedalus.ParseString("t.ded", `
on("a", "b")@1;
told(M)@async  :- on(N, M);
said(M, "yes") :- told(M);
said(N, X)@next :- said(N, X);
heard(N) :- told(N);
heard(N)@next :- heard(N), notin end(N);
end("b")@4;
said(N, "no") :- last(N), notin heard(N);
last("b")@3;
`)
	if p == nil {
		t.Fatal(found)
	}
	v, err := verify.Verify(t.Context(), p.Datalog(), verify.Options{Spec: failure.Spec{EOT: 4, EFF: 2}, Nodes: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(lacking(p, v)), `[said("b", "yes"): ("b", "no")]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// lacking writes what the first counterexample lacks, and what it has instead.
func lacking(p *dedalus.Program, v *verify.Verdict) []string {
	var list []string
	for _, x := range v.Findings[0].Violated {
		text := datalog.FormatTuple(p.Datalog().Relations[x.Relation].Name, x.Args) + ":"
		for _, tuple := range x.Instead {
			text += " " + datalog.FormatTuple("", tuple)
		}
		list = append(list, text)
	}
	return list
}
