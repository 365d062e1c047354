package verify

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"molly/failure"
)

const (
	// Counts what arrives: a second copy counts.
	counting = `
send("a", "b")@1;
got(M)@async :- send(N, M);
n(M, 1)@next :- got(M), notin n(M, _);
n(M, C + 1)@next :- got(M), n(M, C);
n(M, C)@next :- n(M, C), notin got(M);
never(M) :- n(M, 2);
`
	// Keeps the last value that arrives; 2 is sent after 1.
	lastValue = `
val("a", 1)@1; val("a", 2)@2; to("a", "b")@1..;
w(M, V)@async :- val(N, V), to(N, M);
last(M, max<V>)@next :- w(M, V);
last(M, V)@next :- last(M, V), notin w(M, _);
had(M, V)@next :- last(M, V);
had(M, V)@next :- had(M, V);
never(M) :- last(M, 1), had(M, 2);
`
	// What is in memory is written to disk.
	memory = `
stable disk;
mem("a", "x")@1;
mem(N, V)@next :- mem(N, V);
disk(N, V)@next :- mem(N, V);
disk(N, V)@next :- disk(N, V);
pre(N, V) :- mem(N, V)@1;
post(N, V) :- mem(N, V);
`
	recovery = memory + `mem(N, V) :- boot(N), disk(N, V);`
	// Two commands in the wrong order.
	commands = `
may cmd("a", "x")@1..3;
may cmd("a", "y")@2;
seen(N, V)@next :- cmd(N, V);
never(N) :- cmd(N, "x"), seen(N, "y");
`
	// A message is asked for once.
	single = `
send("a", "b")@1; send("a", "c")@1;
got(M)@async :- send(_N, M);
got(M)@next :- got(M);
pre(M) :- send(_, M)@1, notin crash(M, "a", _);
post(M) :- got(M);
`
)

// What each kind of fault, limit and promise does, by hand.
func TestKindsByHand(t *testing.T) {
	for _, c := range []struct {
		name, source string
		spec         failure.Spec
		want         string
	}{
		{"no copy", counting, failure.Spec{EOT: 5, EFF: 2}, "certified"},
		{"a copy", counting, failure.Spec{EOT: 5, EFF: 2, Twice: true}, `{T(a,b,1,1)} never("b")@4`},
		{"a copy that comes too late", counting, failure.Spec{EOT: 3, EFF: 2, Twice: true}, "certified"},
		{"a copy on another link", counting, failure.Spec{EOT: 5, EFF: 2, Twice: true, Lossy: "b->*"}, "certified"},
		{"copies with a delay", counting, failure.Spec{EOT: 5, EFF: 2, Delay: 2, Twice: true}, `{T(a,b,1,1)} never("b")@4`},
		{"a late value", lastValue, failure.Spec{EOT: 7, EFF: 3, NoLoss: true, Delay: 1}, "certified"},
		{"a later value", lastValue, failure.Spec{EOT: 7, EFF: 3, NoLoss: true, Delay: 2}, `{L(a,b,1,2)} never("b")@5`},
		{"a copy of the old value", lastValue, failure.Spec{EOT: 7, EFF: 3, NoLoss: true, Delay: 2, Twice: true},
			`{L(a,b,1,2)} never("b")@5; {T(a,b,1,2)} never("b")@5; {L(a,b,1,1), T(a,b,1,1)} never("b")@5`},
		{"links keep order", lastValue, failure.Spec{EOT: 7, EFF: 3, NoLoss: true, Delay: 2, FIFO: true}, "certified"},
		{"nothing comes back", memory, failure.Spec{EOT: 4, EFF: 4, Crashes: 1}, "certified"},
		{"memory is lost", memory, failure.Spec{EOT: 4, EFF: 4, Crashes: 1, Restarts: 1}, `{D(a,3,4)} post("a", "x")@4; {D(a,2,3)} post("a", "x")@4`},
		{"memory is lost early", memory, failure.Spec{EOT: 4, EFF: 4, Crashes: 1, Restarts: 1, CrashUntil: 2}, `{D(a,2,3)} post("a", "x")@4`},
		{"memory comes back", recovery, failure.Spec{EOT: 4, EFF: 4, Crashes: 1, Restarts: 1}, "certified"},
		{"another node's memory", memory, failure.Spec{EOT: 4, EFF: 4, Crashes: 1, Restarts: 1, Crashable: "b"}, "certified"},
		{"commands", commands, failure.Spec{EOT: 4}, `{cmd("a", "y")@2, cmd("a", "x")@3} never("a")@3`},
		{"commands until 2", commands, failure.Spec{EOT: 2}, "certified, owed only in {cmd(\"a\", \"x\")@1}"},
		{"one fault at most", single, failure.Spec{EOT: 3, EFF: 2, MaxFaults: 1}, `{O(a,b,1)} post("b")@3; {O(a,c,1)} post("c")@3`},
		{"one link", single, failure.Spec{EOT: 3, EFF: 2, Lossy: "a->c"}, `{O(a,c,1)} post("c")@3`},
		{"late is enough", single, failure.Spec{EOT: 3, EFF: 2, Delay: 3}, `{L(a,b,1,2)} post("b")@3; {L(a,c,1,2)} post("c")@3`},
		{"down when it arrives", single, failure.Spec{EOT: 3, EFF: 3, Crashes: 1, Restarts: 1, NoLoss: true}, `{D(b,2,3)} post("b")@3; {D(c,2,3)} post("c")@3`},
		{"at one time", `never(N) :- now(N, 3); p("a")@1;`, failure.Spec{EOT: 4}, `{} never("a")@3; never("b")@3; never("c")@3`},
		{"vacuous", `p("a")@1; q("a")@5; never(N) :- p(N), q(N);`, failure.Spec{EOT: 4, EFF: 4}, "certified, vacuous"},
		{"not vacuous", `p("a", 1)@2; q("a")@2; never(N) :- p(N, X), q(N), X > 1;`, failure.Spec{EOT: 4, EFF: 4}, "certified"},
		{"never beside pre and post", memory + `never(N) :- mem(N, _), notin disk(N, _), notin mem(N, _)@1;`,
			failure.Spec{EOT: 4, EFF: 4, Crashes: 1, Restarts: 1, CrashUntil: 2}, `{D(a,2,3)} post("a", "x")@4`},
	} {
		p := parsed(t, c.source).Datalog()
		for _, o := range []Options{{Strategy: Exhaustive}, {Strategy: Symbolic}, {Strategy: LDFI}, {Strategy: LDFI, Width: 4}} {
			o.Spec, o.Nodes, o.All = c.spec, []string{"a", "b", "c"}, true
			if o.Strategy == Exhaustive && c.spec.Scenarios(o.Nodes).Cmp(big.NewInt(5000)) > 0 {
				continue
			}
			v, err := Verify(t.Context(), p, o)
			if err != nil {
				t.Fatalf("%s, %v: %v", c.name, o.Strategy, err)
			}
			var parts []string
			for _, f := range v.Findings {
				var violated []string
				for _, w := range f.Violated {
					violated = append(violated, p.FormatFact(w.Fact))
				}
				parts = append(parts, fmt.Sprintf("%v %s", f.Scenario, strings.Join(violated, "; ")))
			}
			got := strings.Join(parts, "; ")
			if v.Kind == Certified {
				got = "certified"
				if v.Owed.OnlyUnderFaults() {
					got += fmt.Sprintf(", owed only in %v", v.Owed.First)
				}
				if v.Vacuous {
					got += ", vacuous"
				}
			}
			if got != c.want {
				t.Errorf("%s, %v: %s, want %s", c.name, o.Strategy, got, c.want)
			}
		}
	}
}
