package eval

import (
	"context"
	"testing"

	"molly/datalog"
	"molly/failure"
)

// What only the invariant reads is left out before EOT, where that was asked for; and a fact
// of the program is told from what is concluded at the same time.
func TestSkipsAndGiven(t *testing.T) {
	p := programOf(t, `p("a", 1)@1; q(N, X) :- p(N, X); p(N, X)@next :- p(N, X); seen(X) :- p(_, X); pre(X) :- seen(X); post(X) :- seen(X);`)
	for _, skip := range []bool{false, true} {
		e, err := New(p, []string{"a"}, Options{SkipObservers: skip})
		if err != nil {
			t.Fatal(err)
		}
		run, err := e.Run(context.Background(), failure.Spec{EOT: 3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, observer := range map[string]bool{"p": false, "seen": true, "pre": true} {
			r, _ := p.Lookup(name)
			for at := 1; at <= 3; at++ {
				if got, want := run.Skips(r, at), skip && observer && at < 3; got != want {
					t.Errorf("skip %v: %s at %d is left out: %v, want %v", skip, name, at, got, want)
				}
			}
		}
		stated, _ := p.Lookup("p")
		concluded, _ := p.Lookup("q")
		for at := 1; at <= 2; at++ {
			f, _ := run.Find(stated, at, []datalog.Value{datalog.String("a"), datalog.Int(1)})
			if run.Given(f) != (at == 1) {
				t.Errorf("p at %d is given: %v", at, run.Given(f))
			}
			if !skip {
				f, _ = run.Find(concluded, at, []datalog.Value{datalog.String("a"), datalog.Int(1)})
				if run.Given(f) {
					t.Errorf("q at %d is given", at)
				}
			}
		}
	}
}
