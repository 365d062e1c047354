package dedalus

import (
	"strings"
	"testing"
)

// messages joins the messages of a list.
func messages(ds Diagnostics) string {
	var list []string
	for _, d := range ds {
		list = append(list, d.Message)
	}
	return strings.Join(list, "; ")
}

func mustParse(t *testing.T, src string) *Program {
	t.Helper()
	p, ds := ParseString("t", src)
	if p == nil {
		t.Fatal(ds)
	}
	return p
}

// Only what comes from facts of one time and from its own persistence is forgotten.
func TestForgotten(t *testing.T) {
	p := mustParse(t, `
// molly: eot=4 eff=2 crashes=1 restarts=1
stable disk;
peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
disk("a", "b")@1; disk(N, M)@next :- disk(N, M);
always("a", "b")@1..; always(N, M)@next :- always(N, M);
learned("a", "b")@1; learned(N, M)@next :- learned(N, M); learned(N, N) :- boot(N);
once("a", "b")@1;
unread("a", "b")@1; unread(N, M)@next :- unread(N, M);
never(N) :- peer(N, M), disk(N, M), always(N, M), learned(N, M), once(N, M);
`)
	const want = "a node that comes back has forgotten peer: nothing gives it again"
	if got := messages(p.Forgotten(1)); got != want {
		t.Errorf("%q", got)
	}
	if got := messages(p.Forgotten(0)); got != "" {
		t.Errorf("%q where nothing comes back", got)
	}
	if got := messages(p.OwnHorizon()); got != want {
		t.Errorf("%q by the directive", got)
	}
}

// A latch is kept for post alone.
func TestLatched(t *testing.T) {
	const begin = `w("g", "a")@3; w("g", "b")@3; pre(G) :- w(G, _)@3; `
	const two = `two(G) :- w(G, N), w(G, M), N != M; `
	const keep = `two(G)@next :- two(G); `
	const post = `post(G) :- w(G, _)@3, notin two(G); `
	for src, found := range map[string]bool{
		begin + two + keep + post:                                                true,
		begin + two + post:                                                       false,
		begin + two + keep + post + `more(G) :- two(G);`:                         false,
		begin + two + keep + post + `more(G) :- w(G, _), notin two(G);`:          false,
		begin + two + keep + `post(G) :- w(G, _)@3, two(G);`:                     false,
		begin + two + keep + `post(G) :- w(G, _)@3, notin two(G)@4;`:             false,
		begin + two + keep + post + `two("h")@1;`:                                false,
		begin + two + keep + post + `may two("h")@1;`:                            false,
		begin + two + keep + post + `two(M)@async :- w(G, M), two(G)@1;`:         false,
		begin + two + `two(G)@next :- two(G), w(G, _);` + post:                   false,
		begin + keep + post + two + `two(G) :- w(G, "c"); post(G) :- w(G, "d");`: true,
	} {
		if got := messages(mustParse(t, src).Latched()); (got != "") != found {
			t.Errorf("%s: %q", src, got)
		}
	}
}
