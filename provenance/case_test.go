package provenance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/circuit"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
)

// instance is a program with its nodes and a specification, small enough to know all that is true of it.
type instance struct {
	source string
	nodes  []string
	spec   failure.Spec
}

func (i instance) eval(t *testing.T) *eval.Evaluator {
	t.Helper()
	p, diagnostics := dedalus.ParseString("case.ded", i.source)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	e, err := eval.New(p.Datalog(), i.nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// why explains a goal of the run under some faults.
func (i instance) why(t *testing.T, goal string, faults ...failure.Fault) *Graph {
	t.Helper()
	e := i.eval(t)
	ctx := context.Background()
	run, err := e.Run(ctx, i.spec, failure.NewScenario(faults...))
	if err != nil {
		t.Fatal(err)
	}
	space, err := e.Space(ctx, i.spec)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := ParseGoal(run.Program(), i.spec.EOT, goal)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Explain(ctx, run, space, wanted)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Check(); err != nil {
		t.Fatal(err)
	}
	return g
}

// suspected is, of a tuple of the failure-free run, what the conservative formula says that may
// take it away; it must be true wherever the tuple is absent.
func (i instance) suspected(t *testing.T, goal string) string {
	t.Helper()
	e := i.eval(t)
	ctx := context.Background()
	space, err := e.Space(ctx, i.spec)
	if err != nil {
		t.Fatal(err)
	}
	free, err := e.Run(ctx, i.spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := ParseGoal(free.Program(), i.spec.EOT, goal)
	if err != nil {
		t.Fatal(err)
	}
	f, holds := free.Find(wanted.Relation, wanted.Time, wanted.Args)
	may, possible := space.Find(wanted.Relation, wanted.Time, wanted.Args)
	if !holds || !possible {
		t.Fatalf("%s does not hold without faults", goal)
	}
	c := space.Circuit
	cut := Clocks(free, []eval.FactID{f}, i.spec, Conservative, c)[0]
	taken := 0
	for s := range i.spec.Each(i.nodes) {
		v := c.Evaluate(s)
		if v.Holds(space.Lit(may)) {
			continue
		}
		if taken++; !v.Holds(cut) {
			t.Errorf("%v takes %s away, and is not suspected", s, goal)
		}
	}
	if taken == 0 && cut != circuit.False {
		t.Errorf("nothing takes %s away, and %s is suspected", goal, c.Format(cut))
	}
	return formula(c, cut)
}

// formula lists the faults of a disjunction.
func formula(c *circuit.Circuit, l circuit.Lit) string {
	var names []string
	for _, l := range c.Cone(l) {
		if f, ok := c.Fault(l); ok {
			names = append(names, f.String())
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// A count of a past or present time may grow by what is suspected at that time.
func TestClocksSuspectCountsOfATime(t *testing.T) {
	i := instance{`late("a", "b")@1; p("b", 1)@1; p("b", 1)@2; q("b", 2)@2;
stop(M)@async :- late(N, M);
p(N, X) :- q(N, X), notin stop(N);
many(N, count<X>) :- p(N, X)@2;`, []string{"a", "b"}, failure.Spec{EOT: 3, EFF: 2}}
	for _, goal := range []string{`many("b", 1)@2`, `many("b", 1)@3`} {
		if got := i.suspected(t, goal); got != "O(a,b,1)" {
			t.Errorf("%s: %s is suspected", goal, got)
		}
	}
}

// Where a message that a count rests on is lost, another count appears.
func TestClocksSuspectOtherCounts(t *testing.T) {
	i := instance{`to("a", "c")@1; to("b", "c")@1; ready("c")@2;
heard(M, count<N>)@async :- to(N, M);
ok(M) :- ready(M), notin heard(M, 1);`, []string{"a", "b", "c"}, failure.Spec{EOT: 2, EFF: 2}}
	if got := i.suspected(t, `ok("c")`); got != "O(a,c,1) O(b,c,1)" {
		t.Errorf("%s is suspected", got)
	}
}

// A column that has no value, and one that has another one, are said with the value that is wanted.
func TestComputedColumns(t *testing.T) {
	i := instance{`p("a", 0)@1; p("a", 5)@1; q("a", 3)@1; r(N) :- p(N, X), q(N, 7 / X); s(N, 7 / X) :- p(N, X);`, []string{"a"}, failure.Spec{EOT: 1}}
	for goal, want := range map[string][]string{
		`r("a")`:    {"7 / 0 == 3 has no value", "7 / 5 == 3 is false"},
		`s("a", 4)`: {"7 / 0 == 4 has no value", "7 / 5 == 4 is false"},
	} {
		text := i.why(t, goal).Text(TextOptions{})
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: it does not say that %s:\n%s", goal, w, text)
			}
		}
	}
}

// Bindings that lack the same are each listed, for each counts.
func TestBindingsThatLackTheSame(t *testing.T) {
	i := instance{`p("b", 1, 1)@2; p("b", 2, 2)@2; p("b", 3, 2)@2; q("b", 1)@2; say("a", "b")@1;
q(M, 2)@async :- say(N, M);
many(N, count<X>) :- p(N, X, Y), q(N, Y);`, []string{"a", "b"}, failure.Spec{EOT: 2, EFF: 2}}
	text := i.why(t, `many("b", 3)`, failure.Omit("a", "b", 1)).Text(TextOptions{})
	for _, want := range []string{`lacks N = "b", X = 2, Y = 2`, `lacks N = "b", X = 3, Y = 2`} {
		if strings.Count(text, want) != 2 { // of the count that is wanted, and of the other one
			t.Errorf("it does not say twice %s:\n%s", want, text)
		}
	}
}

// To be kept costs a reason nothing: of two ways, it has the one with fewer lines, not the shorter one.
func TestReasonCountsLines(t *testing.T) {
	i := instance{`p("a")@1; c("a")@9; p(N)@next :- p(N); p(N) :- b(N); b(N) :- c(N);`, []string{"a"}, failure.Spec{EOT: 9}}
	text := i.why(t, `p("a")`).Reason().Text(TextOptions{})
	if !strings.Contains(text, "kept since 1") || strings.Contains(text, "b(N)") {
		t.Error(text)
	}
}

// A negated atom that reads a time to come blocks nothing yet.
func TestDeniedLater(t *testing.T) {
	i := instance{`say("a", "b")@1; stop("b")@3; p(M)@async :- say(N, M); r(N) :- p(N), notin stop(N)@3;`, []string{"a", "b"}, failure.Spec{EOT: 3, EFF: 2}}
	text := i.why(t, `r("b")@2`, failure.Omit("a", "b", 1)).Text(TextOptions{})
	if strings.Contains(text, `stop("b")@3 holds`) || !strings.Contains(text, "O(a,b,1)") {
		t.Error(text)
	}
}

// A brief reason names as many faults as there is room for, whatever each of them costs.
func TestBriefNamesAllThatFit(t *testing.T) {
	src := "got(M, N)@async :- to(N, M);\n"
	i := instance{nodes: []string{"z"}, spec: failure.Spec{EOT: 2, EFF: 2}}
	var faults []failure.Fault
	const cheap, deep = 12, 30
	for k := range cheap + 1 {
		n := string(rune('a' + k))
		src += fmt.Sprintf("to(%q, \"z\")@1; ", n)
		below := fmt.Sprintf("got(N, %q)", n)
		if k == cheap { // the last one is far down
			for d := range deep {
				src += fmt.Sprintf("d%d(N) :- %s;\n", d, below)
				below = fmt.Sprintf("d%d(N)", d)
			}
		}
		src += fmt.Sprintf("ok(N) :- %s;\n", below)
		i.nodes, faults = append(i.nodes, n), append(faults, failure.Omit(n, "z", 1))
	}
	i.source = src
	g := i.why(t, `ok("z")`, faults...).Reason()
	named := func(lines int) int {
		text, _ := g.Brief(lines, TextOptions{})
		shown, rest, _ := strings.Cut(text, "\nand likewise for ")
		for k, f := range faults {
			if strings.Contains(shown, f.String()) == strings.Contains(rest, f.String()) {
				t.Errorf("in %d lines %v is not named once:\n%s", lines, f, text)
			}
			if k > 0 && strings.Contains(shown, f.String()) && !strings.Contains(shown, faults[k-1].String()) {
				t.Errorf("in %d lines %v is left out before %v", lines, faults[k-1], f)
			}
		}
		return strings.Count(shown, "O(")
	}
	last := named(1)
	if last != 1 {
		t.Errorf("in one line %d faults are named", last)
	}
	all := 0
	for lines := 2; lines < 80; lines++ {
		n := named(lines)
		if n < last || n > last+1 && n < cheap {
			t.Errorf("in %d lines %d faults are named, and in %d lines %d", lines-1, last, lines, n)
		}
		if last = n; n == cheap && all == 0 {
			all = lines
		}
	}
	if last != cheap+1 || all == 0 || all > 3*cheap {
		t.Errorf("%d faults are named at last; in %d lines all but the deep one", last, all)
	}
}

// A premise that may appear anew cuts nothing that rests on it: only a negated one does.
func TestClocksSuspectNegationOnly(t *testing.T) {
	i := instance{`late("a", "b")@1; p("b", 1)@2; q("b", 2)@2;
stop(M)@async :- late(N, M);
p(N, X) :- q(N, X), notin stop(N);
any(N) :- p(N, 1), notin never(N); never(N) :- q(N, 3), notin p(N, 1);
many(N, count<X>) :- p(N, X);`, []string{"a", "b"}, failure.Spec{EOT: 2, EFF: 2}}
	for goal, want := range map[string]string{`any("b")`: "", `many("b", 1)`: "O(a,b,1)"} {
		if got := i.suspected(t, goal); got != want {
			t.Errorf("%s: %q is suspected", goal, got)
		}
	}
}

// In plain characters a branch differs from the last one.
func TestPlainBranches(t *testing.T) {
	i := instance{`p("a")@1; q("a")@1; r(N) :- p(N), q(N);`, []string{"a"}, failure.Spec{EOT: 1}}
	text := i.why(t, `r("a")`).Text(TextOptions{ASCII: true})
	if strings.Count(text, "|- p(") != 1 || strings.Count(text, "`- q(") != 1 {
		t.Error(text)
	}
}
