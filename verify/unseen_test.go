package verify

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/randprog"
)

func relationNames(p *datalog.Program, list []datalog.RelID) (names []string) {
	for _, r := range list {
		names = append(names, p.Relations[r].Name)
	}
	return names
}

// What the invariant need not see any more at EOT, rule by rule.
func TestUnseen(t *testing.T) {
	const world = `
e("a", "x")@1; e("a", "y")@2; one("a")@1;
kept(N, X) :- e(N, X);
kept(N, X)@next :- kept(N, X);
one(N)@next :- one(N);
gone(N, X)@async :- kept(N, X), one(N);
gone(N, X)@next :- gone(N, X);
state(N, X)@next :- e(N, X);
state(N, X)@next :- state(N, X), notin gone(N, X);
swap(X, Y)@next :- swap(Y, X);
swap("a", "b")@1;
dead(N) :- crash(N, N, _);
`
	for _, c := range []struct{ invariant, want string }{
		{`pre(N, X) :- kept(N, X), notin dead(N); post(N, X) :- gone(N, X);`, "[] []"},
		{`pre(N, X) :- e(N, X)@1; post(N, X) :- gone(N, X);`, "[] []"},
		{`pre(N, X) :- kept(N, X), notin one(N); post(N, X) :- kept(N, X), notin gone(N, X);`, "[] []"},
		{`pre(N, X) :- e(N, X); post(N, X) :- gone(N, X);`, "[e] []"},
		{`pre(N, X) :- state(N, X); post(N, X) :- gone(N, X), notin e(N, X);`, "[e state] []"},
		{`pre(N, X) :- kept(N, X); post(N, X) :- e(N, X);`, "[] []"},
		{`pre(N, X) :- kept(N, X), notin e(N, X); post(N, X) :- kept(N, X);`, "[] [e]"},
		{`pre(N, X) :- swap(N, X); post(N, X) :- swap(N, X);`, "[swap] []"},
		{`pre(N, X) :- kept(N, X), notin gone(N, X); post(N, X) :- kept(N, X);`, "[] [gone]"},
		{`bad(N) :- kept(N, X), notin gone(N, X); pre(N, X) :- kept(N, X); post(N, X) :- kept(N, X), notin bad(N);`, "[] [gone]"},
		{`bad(N) :- kept(N, X), gone(N, X); pre(N, X) :- kept(N, X); post(N, X) :- kept(N, X), notin bad(N);`, "[] []"},
		{`most(N, max<X>) :- kept(N, X); pre(N, X) :- most(N, X); post(N, X) :- gone(N, X);`, "[most] []"},
	} {
		parsed, found := dedalus.ParseString("unseen.ded", world+c.invariant)
		if found.HasErrors() {
			t.Fatal(found)
		}
		p := parsed.Datalog()
		u := unseen(p, failure.Spec{})
		if got := fmt.Sprint(relationNames(p, u.Forgotten), relationNames(p, u.TakenBack)); got != c.want {
			t.Errorf("%s: %s, not %s", c.invariant, got, c.want)
		}
	}
}

// Where nothing is unseen, what makes a violation stays to the end of every run.
func TestUnseenIsForgotten(t *testing.T) {
	kept, lost := 0, 0
	for i := range uint64(*programs) / 2 {
		r := rand.New(rand.NewPCG(*seed+i, 12))
		source := randprog.Program(r, randprog.Options{NoOverflow: true})
		parsed, found := dedalus.ParseString("random.ded", source)
		if found.HasErrors() {
			t.Fatal(found)
		}
		p := parsed.Datalog()
		if !p.HasInvariant() {
			continue
		}
		nodes := p.Places()
		spec := randprog.Spec(r, len(nodes), 700)
		e := newEnding(p, failure.Spec{})
		first := 1 // the time from which on all premises with absolute times are decided
		for _, rule := range p.Rules {
			for _, l := range rule.Body {
				first = max(first, l.Atom.At)
			}
		}
		for range 5 {
			sc := randprog.Scenario(r, spec, nodes)
			run, err := naive.Run(p, nodes, spec, sc)
			if err != nil {
				break
			}
			stays := true
			for at := range e.seen {
				for time := first; at.harms && time < spec.EOT; time++ {
					for _, tuple := range run.At(at.relation, time) {
						stays = stays && run.Holds(at.relation, time+1, tuple)
					}
				}
			}
			switch {
			case e.out.Nothing() && !stays:
				t.Fatalf("seed %d: under %v something that harms does not stay\n%s", *seed+i, sc, source)
			case e.out.Nothing():
				kept++
			case !stays:
				lost++
			}
		}
	}
	t.Logf("%d runs with nothing unseen, %d with something that does not stay", kept, lost)
	if n := *programs / 2; n >= 200 && (5*kept < n || 5*lost < n) {
		t.Errorf("too few: %d and %d", kept, lost)
	}
}
