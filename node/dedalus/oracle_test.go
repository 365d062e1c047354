package dedalus_test

import (
	"testing"

	"molly/internal/randprog"
	"molly/node"
	"molly/node/dedalus"
)

// parsed is a program that passes the checks.
func parsed(t *testing.T, src string) asynchrony {
	t.Helper()
	p, ok := randprog.Parse(src)
	if !ok {
		t.Fatalf("a program does not pass the checks:\n%s", src)
	}
	return asynchrony{program: p, nodes: p.Places()}
}

// An observer reads at an earlier time what observers concluded then.
func TestObserversOfEarlierTimes(t *testing.T) {
	a := parsed(t, `
		log("a", 1)@1;
		log(N, P)@next :- log(N, P);
		seen(N, P) :- log(N, P);
		later(N, P) :- log(N, P), seen(N, P)@2;
		pre(N, P) :- log(N, P), notin later(N, P)@3;
		post(N, P) :- log(N, P), P > 1;
	`)
	for eot, want := range map[int]bool{2: true, 3: false, 4: false} {
		a.eot = eot
		if wrong, violated, err := a.disagreement(t.Context(), 10); wrong != "" || violated != want || err != nil {
			t.Errorf("EOT %d: violated %v; %s, %v", eot, violated, wrong, err)
		}
	}
}

// The clock of a node is ahead of an absolute time; that of the one that is judged is behind it.
func TestNeverBehindAbsoluteTime(t *testing.T) {
	a := parsed(t, `
		start("b")@1;
		bad(N)@next :- start(N);
		log("a", 1)@1;
		log(N, P)@next :- log(N, P);
		never(N) :- bad(N), notin log("a", 1)@3;
	`)
	s, err := dedalus.System("program", a.program, []string{"a", "b"}, dedalus.Options{Until: 3})
	if err != nil {
		t.Fatal(err)
	}
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 0, 0, 1, 1} {
		for _, it := range w.Pending() {
			if it.Timer && it.To == i {
				if _, err := w.Do(node.Action{Kind: node.Fire, Item: it.ID}); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	if v := w.Violation(); v == nil || v.Fingerprint != `never("b")` {
		t.Errorf("%+v", v)
	}
}
