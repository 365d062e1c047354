package randprog

import (
	"testing"

	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
)

func TestShrink(t *testing.T) {
	src := `
		// A comment; with a semicolon, and a comma.
		node("a", "b;")@1; node("a", "b")@1; /* ; */ bcast("a", "x,\"y")@1;
		log(N, P)@next :- log(N, P);
		log(N, P) :- bcast(N, P), notin log2(N, P), P != "z";
		log2(N, P) :- node(N, P), node(N, "b;");
		log(M, P)@async :- log(N, P), node(N, M), M != N;
		pre(P) :- log(N, P), node(N, _)@1;
		post(P) :- log("b", P);`
	losesAtB := func(src string) bool {
		parsed, _ := dedalus.ParseString("x.ded", src)
		p := parsed.Datalog()
		lossy := failure.NewScenario(failure.Omit("a", "b", 1))
		free, err1 := naive.Run(p, []string{"a", "b"}, failure.Spec{EOT: 2}, nil)
		run, err2 := naive.Run(p, []string{"a", "b"}, failure.Spec{EOT: 2}, lossy)
		return p.HasInvariant() && err1 == nil && err2 == nil && !free.Breaks(p, free) && len(free.Outcomes(p)) > 0 && run.Breaks(p, free)
	}
	if !losesAtB(src) {
		t.Fatal("the program is not one to shrink")
	}
	want := `node("a", "b")@1;
/* ; */ bcast("a", "x,\"y")@1;
log(N, P)@next :- log(N, P);
log(N, P) :- bcast(N, P);
log(M, P)@async :- log(N, P), node(N, M);
pre(P) :- log(N, P);
post(P) :- log("b", P);
`
	if got := Shrink(src, losesAtB); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Shrink(src, func(string) bool { return false }); got != src {
		t.Errorf("what does not fail is changed to\n%s", got)
	}
}
