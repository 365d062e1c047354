package expect_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"molly/dedalus"
	"molly/failure"
	"molly/verify/expect"
)

// An expectation that takes too long is given up, and the others are not.
func TestLimit(t *testing.T) {
	list, _ := parse(t, "// expect: eot=4 eff=2 → certified\n// expect: eot=4 eff=2 → counterexample\n")
	p, _ := dedalus.ParseString("t.ded", program)
	files := []*expect.File{
		{Name: "1", Program: p, Expectations: list, Limit: time.Nanosecond},
		{Name: "2", Program: p, Expectations: list, Limit: time.Hour},
	}
	all, err := expect.Run(t.Context(), files, 1, func(expect.Tested) {})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []expect.Summary{{Files: 1, Done: 1, Expectations: 2, Reached: 2, Undecided: 2}, {Files: 1, Done: 1, Expectations: 2, Reached: 2, Held: 1}} {
		if got := expect.Sum(all[i : i+1]); got != want {
			t.Errorf("file %d: %+v, want %+v", i+1, got, want)
		}
	}
	r := all[0].Results[0]
	if r.Holds() || r.Err != nil || r.Answered() || r.Problem() != "not decided in 1ns" || r.Found.Verdict != "" || !all[0].OK() {
		t.Errorf("%+v", r)
	}
	if failed := all[1].Failed(); failed != 1 || all[1].OK() {
		t.Errorf("%d do not hold", failed)
	}
}

// The name of an expectation does not depend on its line, nor on what it expects.
func TestNames(t *testing.T) {
	want := []string{"⟨4,2,0⟩", "⟨4,2,0⟩ #2", "⟨4,2,0⟩ nodes=b,a", "⟨5,2,0⟩", "⟨4,2,0⟩ #3"}
	for _, lines := range []string{
		"// expect: eot=4 eff=2 → certified\n// expect: eot=4 eff=2 → vacuous\n// expect: eot=4 eff=2 nodes=b,a → vacuous\n// expect: eot=5 eff=2 → vacuous\n// expect: eot=4 eff=2 → certified\n",
		"\n\n// molly: eot=4\n// expect: eff=2 → counterexample\n\n// expect: eff=2 → vacuous\n// expect: eff=2 nodes=b,a → vacuous\n// expect: eot=5 eff=2 → vacuous\n// expect: eff=2 → certified\n",
	} {
		list, found := parse(t, lines)
		if len(found) > 0 {
			t.Fatal(found)
		}
		if got := (&expect.File{Expectations: list}).Names(); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// outcomes are a file with what was found.
func outcomes(t *testing.T, name, text string, found ...expect.Outcome) expect.Tested {
	t.Helper()
	p, problems := dedalus.ParseString(name, text)
	if p == nil {
		t.Fatal(problems)
	}
	x := expect.Tested{File: &expect.File{Name: name, Program: p}}
	for i, o := range found {
		r := expect.Result{Expectation: expect.Expectation{Name: fmt.Sprint(i)}, Found: o}
		if o.Verdict == "" {
			r.Undecided = time.Second
		}
		x.Results = append(x.Results, r)
	}
	return x
}

func TestCompare(t *testing.T) {
	const text, other = "p(\"a\")@1; p(N)@next :- p(N);", "p(\"a\")@1; p(\"b\")@1; p(N)@next :- p(N);"
	certified := expect.Outcome{Verdict: expect.Certified}
	broken := func(faults ...failure.Fault) expect.Outcome {
		return expect.Outcome{Verdict: expect.Counterexample, Faults: failure.NewScenario(faults...)}
	}
	one, two := broken(failure.Omit("a", "b", 1)), broken(failure.Omit("a", "b", 1), failure.Omit("b", "a", 2))
	before := []expect.Tested{
		outcomes(t, "a.ded", text, certified, one, two, one, certified, certified),
		outcomes(t, "b.ded", text, certified, one),
		outcomes(t, "c.ded", text, certified),
		outcomes(t, "gone.ded", text, certified),
		outcomes(t, "sub/elsewhere.ded", text, certified),
	}
	after := []expect.Tested{
		outcomes(t, "new.ded", text, one),
		outcomes(t, "a.ded", text, one, two, one, broken(failure.Omit("b", "a", 1)), expect.Outcome{}),
		outcomes(t, "b.ded", "// molly: eot=3 eff=1\n"+other, certified, one),
		outcomes(t, "c.ded", "// molly: eot=9 eff=2\n// a comment\np(\"a\")@1;\n\np( N )@next  :- p(N) ;", certified),
	}
	var got strings.Builder
	for _, c := range expect.NewBaseline(expect.Judge(before)).Compare(expect.Judge(after), func(k expect.Known) bool { return k.File != "sub/elsewhere.ded" }) {
		fmt.Fprintf(&got, "%s %s: %s %v %v %v\n", c.Now().File, c.Now().Name, c.Kind, c.Matters(), c.Before, c.After)
	}
	want := `a.ded 0: verdict true certified counterexample omit=a:b:1
a.ded 1: more faults true counterexample omit=a:b:1 counterexample omit=a:b:1 omit=b:a:2
a.ded 2: fewer faults true counterexample omit=a:b:1 omit=b:a:2 counterexample omit=a:b:1
a.ded 3: other faults true counterexample omit=a:b:1 counterexample omit=b:a:1
a.ded 4: verdict true certified undecided
a.ded 5: gone true certified <nil>
b.ded 0: program false certified certified
b.ded 1: program false counterexample omit=a:b:1 counterexample omit=a:b:1
gone.ded 0: gone true certified <nil>
new.ded 0: new false <nil> counterexample omit=a:b:1
`
	if got.String() != want {
		t.Errorf("%s\nwant\n%s", got.String(), want)
	}
}

// Nothing differs from itself; what differs one way differs the other way; and a file with which something
// is wrong differs in nothing.
func TestCompareLaws(t *testing.T) {
	gone := func(expect.Known) bool { return true }
	verdicts := []expect.Outcome{{}, {Verdict: expect.Certified}, {Verdict: expect.Vacuous}, {Verdict: expect.Counterexample}, {Verdict: expect.Counterexample, Faults: failure.NewScenario(failure.CrashAt("a", 1))}}
	mirror := map[expect.ChangeKind]expect.ChangeKind{expect.New: expect.Gone, expect.Gone: expect.New, expect.FewerFaults: expect.MoreFaults, expect.MoreFaults: expect.FewerFaults}
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 8))
		some := func() (list []expect.Tested) {
			for f := range 3 {
				var found []expect.Outcome
				for range r.IntN(4) {
					found = append(found, verdicts[r.IntN(len(verdicts))])
				}
				list = append(list, outcomes(t, fmt.Sprint(f), fmt.Sprintf("p(\"a\", %d)@1; p(N, X)@next :- p(N, X);", r.IntN(2)), found...))
			}
			return list
		}
		x, y := some(), some()
		if same := expect.NewBaseline(expect.Judge(x)).Compare(expect.Judge(x), gone); len(same) > 0 {
			t.Errorf("seed %d: it differs from itself: %v", seed, same)
		}
		there, back := map[string]expect.ChangeKind{}, map[string]expect.ChangeKind{}
		for _, c := range expect.NewBaseline(expect.Judge(x)).Compare(expect.Judge(y), gone) {
			there[c.Now().File+" "+c.Now().Name] = c.Kind
		}
		for _, c := range expect.NewBaseline(expect.Judge(y)).Compare(expect.Judge(x), gone) {
			back[c.Now().File+" "+c.Now().Name] = c.Kind
		}
		for at, kind := range there {
			want, ok := mirror[kind]
			if !ok {
				want = kind
			}
			if back[at] != want || len(there) != len(back) {
				t.Errorf("seed %d: %s: %s one way, %s the other way", seed, at, kind, back[at])
			}
		}
		for i := range y {
			y[i].Errors = dedalus.Diagnostics{dedalus.Warned("x", "wrong")}
		}
		for _, c := range expect.NewBaseline(expect.Judge(x)).Compare(expect.Judge(y), func(expect.Known) bool { return false }) {
			t.Errorf("seed %d: a file that is wrong differs: %v", seed, c)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		file  string
		names []string
		want  bool
	}{
		{"specs/a.ded", []string{"."}, true}, {"../a.ded", []string{"."}, false}, {"/x/a.ded", []string{"."}, false}, {"/x/a.ded", []string{"/x"}, true},
		{"specs/a.ded", []string{"specs"}, true}, {"specs/a.ded", []string{"./specs/"}, true}, {"specs/a.ded", []string{"spec"}, false}, {"specs/a.ded", []string{"other", "specs/a.ded"}, true},
		{"delivery/ack.ded", []string{"delivery/ack"}, true}, {"delivery/ack.ded", []string{"delivery"}, true}, {"delivery/ack.ded", []string{"delivery/ac"}, false}, {"a.ded", nil, false},
	} {
		if got := expect.Within(c.file, c.names); got != c.want {
			t.Errorf("%s within %q: %v", c.file, c.names, got)
		}
	}
}
