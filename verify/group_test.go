package verify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/verify/symmetry"
)

// Groups hold exactly the counterexamples that there are without them: renaming their
// representatives gives them all, each once, and the sizes add up. Every complete strategy
// finds the same groups.
func TestGroups(t *testing.T) {
	n := *programs / 4
	if testing.Short() {
		n /= 2
	}
	grouped, larger := 0, 0
	for i := range n {
		seed := *seed + uint64(i)
		r := rand.New(rand.NewPCG(seed, 18))
		src := randprog.Symmetric(r, randprog.Program(r, randprog.Options{Nodes: 3, NoOverflow: true}))
		parsed, diagnostics := dedalus.ParseString("random.ded", src)
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		p := parsed.Datalog()
		o := Options{Nodes: p.Places(), All: true, MaxFacts: 100_000}
		o.Spec = randprog.Spec(r, len(o.Nodes), 500)
		if seed%2 == 1 { // everything may go wrong
			p = widened(r, p, true)
			o.Spec = wideSpec(r, p, o.Nodes, 500)
		}
		single, err := Verify(context.Background(), p, o)
		var limit *eval.LimitError
		if errors.As(err, &limit) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		o.Group = true
		group := symmetry.Find(p, o.Nodes, o.Spec)
		var first string
		for _, o.Strategy = range []Strategy{Symbolic, LDFI, Exhaustive} {
			v, err := Verify(context.Background(), p, o)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if problem := groupProblem(single, v, group); problem != "" {
				t.Fatalf("seed %d, %v: %s\n%v\n%s", seed, o.Strategy, problem, o.Spec, src)
			}
			text := fmt.Sprint(v.Findings)
			if first == "" {
				first = text
			}
			if text != first {
				t.Fatalf("seed %d: %v finds %s, symbolic %s\n%s", seed, o.Strategy, text, first, src)
			}
			if len(v.Findings) < len(single.Findings) {
				grouped++
				if v.Findings[0].Alike > 2 {
					larger++
				}
			}
		}
	}
	t.Logf("%d of %d verdicts have groups, %d of more than two", grouped, 3*n, larger)
	if grouped < n/20 {
		t.Errorf("only %d of %d verdicts have groups", grouped, 3*n)
	}
}

// groupProblem says what is wrong with the groups of a verdict.
func groupProblem(single, v *Verdict, group *symmetry.Group) string {
	missing := map[string]bool{}
	for _, f := range single.Findings {
		missing[f.Scenario.String()] = true
	}
	for i, f := range v.Findings {
		if i > 0 && v.Findings[i-1].Scenario.Compare(f.Scenario) >= 0 {
			return fmt.Sprintf("%v is out of order", f.Scenario)
		}
		size := 0
		for member := range symmetry.Orbit(group, f.Scenario, func(p symmetry.Permutation, s failure.Scenario) failure.Scenario {
			return s.Rename(p.Of)
		}, failure.Scenario.String) {
			if !missing[member.String()] {
				return fmt.Sprintf("%v is like %v, and no minimal counterexample, or in two groups", member, f.Scenario)
			}
			delete(missing, member.String())
			size++
			if member.Compare(f.Scenario) < 0 {
				return fmt.Sprintf("%v represents %v, which comes before it", f.Scenario, member)
			}
		}
		if size != f.Alike {
			return fmt.Sprintf("the group of %v has %d, not %d", f.Scenario, size, f.Alike)
		}
	}
	if len(missing) > 0 {
		return fmt.Sprintf("%v are in no group", missing)
	}
	return ""
}

// Nearly symmetric is not symmetric: one fact, one name in a rule, or one comparison of
// names by order.
func TestNearlySymmetric(t *testing.T) {
	symmetric := `
peer("a", "b")@1; peer("a", "c")@1;
log(M)@async :- peer(N, M);
log(N)@next :- log(N);
pre(M) :- peer(_, M)@1;
post(M) :- log(M);
`
	for _, c := range []struct {
		name, add string
		groups    int
	}{
		{"symmetric", "", 1},
		{"another fact", `log("b")@2;`, 1}, // b cannot lose it: only c is left
		{"a fact that changes nothing", `mark("b")@1;`, 2},
		{"a rule with a name", `post(N) :- log(N), N == "b";`, 2},
		{"an order of names", `post(N) :- log(N), N < "c";`, 2},
		{"a rule with both names", `post(N) :- log(N), N == "b"; post(N) :- log(N), N == "c";`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			parsed, diagnostics := dedalus.ParseString("near.ded", symmetric+strings.ReplaceAll(c.add, "; ", ";\n"))
			if diagnostics.HasErrors() {
				t.Fatal(diagnostics)
			}
			o := Options{Spec: failure.Spec{EOT: 3, EFF: 2}, Nodes: []string{"a", "b", "c"}, All: true, Group: true}
			v, err := Verify(context.Background(), parsed.Datalog(), o)
			if err != nil {
				t.Fatal(err)
			}
			if len(v.Findings) != c.groups {
				t.Errorf("%d groups, want %d: %v", len(v.Findings), c.groups, v.Findings)
			}
		})
	}
}

// Groups are of all counterexamples, or an error.
func TestGroupsOfAll(t *testing.T) {
	parsed, _ := dedalus.ParseString("a.ded", `p("a")@1; p(N)@next :- p(N);`)
	o := Options{Spec: failure.Spec{EOT: 2}, Nodes: []string{"a"}, Group: true}
	if _, err := Verify(context.Background(), parsed.Datalog(), o); err == nil {
		t.Error("groups of one counterexample")
	}
	o.All, o.Strategy = true, Random
	if _, err := Verify(context.Background(), parsed.Datalog(), o); err == nil {
		t.Error("groups of random ones")
	}
}
