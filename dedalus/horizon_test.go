package dedalus

import "testing"

// Where messages may be late or come twice, nothing is said to be gone that comes in a message.
func TestDroppedWhereLate(t *testing.T) {
	const text = " crashes=0 nodes=a,b\nsay(\"a\", \"b\")@1;\ngot(M, N)@async :- say(N, M);\npre(N) :- say(N, _)@1;\npost(N) :- got(_, N);"
	for settings, want := range map[string]int{"eot=5 eff=4": 1, "eot=5 eff=4 delay=3": 0, "eot=5 eff=4 twice=yes": 0, "eot=5 eff=4 delay=0": 1} {
		p, found := ParseString("t", "// molly: "+settings+text)
		if p == nil {
			t.Fatal(found)
		}
		if found := p.Findings(); len(found) != want {
			t.Errorf("%s: %v", settings, found)
		}
	}
}
