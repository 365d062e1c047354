package expect_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"molly/dedalus"
	"molly/failure"
	"molly/verify/expect"
)

const program = `
ask("a", "b")@1;
idle("b")@1;
question(M, N)@async :- ask(N, M);
answer(N, M)@async :- question(M, N);
answer(N, M)@next :- answer(N, M);
pre(N) :- ask(N, _)@1, notin crash(N, N, _);
post(N) :- answer(N, _);
`

// parse reads the expectations of a text, as lines of a file t.ded.
func parse(t *testing.T, lines string) ([]expect.Expectation, dedalus.Diagnostics) {
	t.Helper()
	text := lines + program
	p, found := dedalus.ParseString("t.ded", text)
	if p == nil {
		t.Fatal(found)
	}
	return expect.Parse(dedalus.Comments(context.Background(), "t.ded", text), p)
}

// An expectation says the same in every spelling, and takes the rest from the directive.
func TestSpellings(t *testing.T) {
	want := "⟨4,2,1⟩ → counterexample omit=a:b:1"
	for _, line := range []string{
		"// expect: eot=4 eff=2 crashes=1 → counterexample omit=a:b:1",
		"//expect:eot=4 eff=2 crashes=1->counterexample omit=a:b:1",
		"//\texpect:\tcrashes=1 eff=2\teot=4→counterexample\tomit=a:b:1  \r",
		"// molly: eot=4 eff=2 crashes=1 nodes=a,b\n// expect: → counterexample omit=a:b:1",
		"// molly: eot=9 eff=1 crashes=1\n// expect: eff=2 eot=4 -> counterexample omit=a:b:1",
		"p(\"a\", \"// expect: this is no comment\")@1; q(N) :- p(N, _); // expect: eot=4 eff=2 crashes=1 -> counterexample omit=a:b:1",
	} {
		list, found := parse(t, line)
		if len(found) > 0 || len(list) != 1 || list[0].String() != want {
			t.Errorf("%q: %v %v", line, list, found)
		}
	}
	list, found := parse(t, "// expect: eot=4 eff=2 nodes=b,a → certified")
	if len(found) > 0 || len(list) != 1 || list[0].String() != "⟨4,2,0⟩ nodes=b,a → certified" {
		t.Errorf("%v %v", list, found)
	}
	for _, line := range []string{"", "/* expect: nothing */", "// what to expect: everything",
		"// expects: everything", "// expected: a -> b", "// expected eot=4 here", "// except: eot", "// Expect no more",
		"// expected ⟨4,2,0⟩ → certified", "// expects eot=4 and eff=2", "// expected: ⟨4,2,0⟩ → certified", "// except eot=4 → it is certified", "// expectations are below"} {
		if list, found := parse(t, line); len(list)+len(found) > 0 {
			t.Errorf("%q: %v %v", line, list, found)
		}
	}
}

// A caret stands below what is wrong, counted in characters.
func TestMalformed(t *testing.T) {
	for _, c := range []struct {
		line, marked, message string
	}{
		{"// expect: eot=4 → certified", "expect: eot=4 → certified", "eff is given neither here"},
		{"// expect: → vacuous", "expect: → vacuous", "eff and eot are given neither here"},
		{"/**/ // expect: eot=4 eff=2 → →", "→", "there is no verdict →"},
		{"// expect: eot=4 eff=2 loss=maybe → certified", "maybe", "neither yes nor no"},
		{"// expect: eot=4 eff=2 lossy=a->x → certified", "expect: eot=4 eff=2 lossy=a->x → certified", `lossy names "x"`},
		{"// expect: eot=4 eff=2 restarts=1 → certified", "expect: eot=4 eff=2 restarts=1 → certified", "restarts is 1, but crashes is 0"},
		{"// expect: eot=4 eff=2 → counterexample late=a:b:1:1", "late=a:b:1:1", "allows no delay"},
		{"// expect: eot=4 eff=2 → counterexample omit=a:b", "omit=a:b", "from:to:time"},
		{"// expect: eot=4 eff=2 → counterexample omit=a:b:1 omit=a:b:1", "omit=a:b:1", "twice"},
		{"// expect: eot=4 eff=2 crashes=1 → counterexample crash=a@1 crash=b@1", "crash=a@1 crash=b@1", "crash"},
		{"// expect: eot=4 eff=2 nodes=ä,ö → counterexample omit=ä:b:1", "omit=ä:b:1", `"b" is not a node`},
		{"// expect: eot=4 eff=-1 → certified", "-1", "not a number"},
		{"// expect: eot= eff=1 → certified", "", "a number is missing"},
		{"// expect:", "expect:", "no →"},
		{"// expects: eot=4 eff=2 → certified", "expects", "expects nothing"},
		{"//  Expected: → certified", "Expected", "expects nothing"},
		{"// expect eot=4 eff=2 → certified", "expect", "expects nothing"},
		{"// EXPECT : certified", "EXPECT", "expects nothing"},
		{"// ecpect: eff=2", "ecpect", "expects nothing"},
		{"// exepct eot=4 eff=2 → certified", "exepct", "expects nothing"},
		{"//expects eot=4 eff=2->vacuous", "expects", "expects nothing"},
		{"// expectation: eot=4 eff=2 → certified", "expectation", "expects nothing"},
		{"// expected : → counterexample omit=a:b:1", "expected", "expects nothing"},
	} {
		_, found := parse(t, c.line)
		if len(found) != 1 || !strings.Contains(found[0].Message, c.message) {
			t.Errorf("%s: %v", c.line, found)
			continue
		}
		d := found[0]
		runes := []rune(d.Line)
		marked := string(runes[d.Pos.Column-1 : min(len(runes), d.Pos.Column-1+d.Width)])
		if c.marked != "" && marked != c.marked {
			t.Errorf("%s: it marks %q, not %q", c.line, marked, c.marked)
		}
		if d.Line != c.line {
			t.Errorf("the line is %q, shown as %q", c.line, d.Line)
		}
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.ded", "a.ded", "sub/c.ded", "sub/notes.txt", ".hidden/d.ded", ".e.ded"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("sub", filepath.Join(dir, "link")); err != nil {
		t.Log("no links here:", err)
	}
	t.Chdir(dir)
	library := fstest.MapFS{"lib/x.ded": {Data: []byte(program)}, "lib/y.ded": {Data: []byte(program)}, "sub/c.ded": {}}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"."}, "a.ded b.ded sub/c.ded"},
		{[]string{"sub", ".", "./a.ded"}, "sub/c.ded a.ded b.ded"},
		{[]string{".hidden"}, ".hidden/d.ded"},
		{[]string{"link/"}, "link/c.ded"},
		{[]string{"link"}, "link/c.ded"},
		{[]string{"lib"}, "lib/x.ded lib/y.ded"},
		{[]string{"lib/y", "lib/x.ded"}, "lib/y.ded lib/x.ded"},
		{[]string{"nothing"}, "error"},
	} {
		got, err := expect.Find(library, c.names...)
		text := strings.Join(got, " ")
		if err != nil {
			text = "error"
		}
		if filepath.ToSlash(text) != c.want {
			t.Errorf("%v: %s %v, want %s", c.names, text, err, c.want)
		}
	}
}

// What is told, and in which order, does not depend on how many are checked at a time.
func TestRunKeepsTheOrder(t *testing.T) {
	var lines string
	for eot := 9; eot > 0; eot-- {
		lines += fmt.Sprintf("// expect: eot=%d eff=1 crashes=1 → counterexample crash=b@2\n", eot)
	}
	list, found := parse(t, lines)
	if len(found) > 0 {
		t.Log(found) // eot=1 has no crash at 2
	}
	p, _ := dedalus.ParseString("t.ded", program)
	var files []*expect.File
	for i := range 5 {
		files = append(files, &expect.File{Name: fmt.Sprint(i), Program: p, Expectations: slices.Clone(list)})
	}
	files = slices.Concat(files[:2], expect.Matching(files[2:3], regexp.MustCompile(`⟨[45],1,1⟩`)), files[3:])
	var want string
	for _, jobs := range []int{1, 2, 8, 100} {
		var got string
		_, err := expect.Run(t.Context(), files, jobs, func(f expect.Tested) {
			for _, r := range f.Results {
				got += fmt.Sprintf("%s: %v %q %v\n", f.Name, r.Expectation, r.Difference, r.Err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("with %d at a time:\n%s\nnot\n%s", jobs, got, want)
		}
	}
	if n := strings.Count(want, "\n"); n != 4*8+2 {
		t.Errorf("%d results:\n%s", n, want)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	list, _ := parse(t, "// expect: eot=4 eff=2 → certified\n")
	p, _ := dedalus.ParseString("t.ded", program)
	files := []*expect.File{{Name: "1", Program: p, Expectations: list}, {Name: "2", Program: p, Expectations: list}}
	ctx, cancel := context.WithCancel(t.Context())
	var told []expect.Tested
	all, err := expect.Run(ctx, files, 1, func(f expect.Tested) {
		told = append(told, f)
		cancel()
	})
	if !errors.Is(err, context.Canceled) || told[0].Reached() != 1 {
		t.Errorf("%v after %v", err, told)
	}
	late, err := expect.Run(ctx, files, 1, func(f expect.Tested) { told = append(told, f) })
	if !errors.Is(err, context.Canceled) || late[0].Reached()+late[1].Reached() > 0 {
		t.Errorf("%v after %v, which was not to be reached", err, late)
	}
	for i, f := range append(all, late...) {
		if f.File != files[i%2] || f.File != told[i].File || len(f.Results) != 1 || f.Bad() {
			t.Errorf("file %d is %v, and told of as %v", i, f, told[i])
		}
	}
}

// Any minimal counterexample is one, not only the first; what is more or no violation is
// none.
func TestCheckFaults(t *testing.T) {
	p, _ := dedalus.ParseString("t.ded", program)
	e := expect.Expectation{Spec: failure.Spec{EOT: 4, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b"}, Verdict: expect.Counterexample}
	for _, c := range []struct {
		faults failure.Scenario
		want   string
	}{
		{nil, ""},
		{failure.NewScenario(failure.Omit("a", "b", 1)), ""},
		{failure.NewScenario(failure.Omit("b", "a", 2)), ""},
		{failure.NewScenario(failure.CrashAt("b", 2)), ""},
		{failure.NewScenario(failure.CrashAt("b", 1)), "less is enough, crash=b@2"},
		{failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "b", 2)), "less is enough, omit=a:b:1"},
		{failure.NewScenario(failure.Omit("a", "b", 2)), "violate nothing"},
	} {
		e.Faults = c.faults
		found, got, err := e.Check(t.Context(), p.Datalog())
		if found.String() != "counterexample crash=b@2" {
			t.Errorf("%v: it finds %v", c.faults, found)
		}
		if err != nil || c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q %v, want %q", c.faults, got, err, c.want)
		}
	}
}

// No text makes Parse panic, and what it takes says the same when it is written out.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"expect: eot=4 eff=2 → counterexample omit=a:b:1 crash=b@2", "expect:->→->", "expect: eot=4 eff=3 delay=2 loss=no twice=yes fifo=yes crashes=1 restarts=1 faults=3 lossy=a->b crashable=b crash-until=2 -> counterexample late=a:b:1:2 twice=a:b:1:1 outage=b@2..3",
		"expect: nodes=,→ certified",
		"expect: eot=99999999999999999999 eff=1 → vacuous", "\texpect: \xff eot=1→certified", "expect: crashes=9 eot=1 eff=0 → certified x=",
	} {
		f.Add(seed)
	}
	p, _ := dedalus.ParseString("t.ded", program)
	f.Fuzz(func(t *testing.T, text string) {
		comments := []dedalus.Comment{{Text: text, Line: "//" + text}}
		list, found := expect.Parse(comments, p)
		if len(list) > 1 || len(list) == 1 && len(found) > 0 {
			t.Fatalf("%q: %v %v", text, list, found)
		}
		for _, d := range found {
			_ = d.String()
		}
		if len(list) == 0 {
			return
		}
		e := list[0]
		given := dedalus.SettingsOf(e.Spec, e.Nodes)
		again := fmt.Sprintf(" expect: %s → %s %s", strings.Join(given.Words(), " "), e.Verdict, expect.Written(e.Faults))
		twice, found := expect.Parse([]dedalus.Comment{{Text: again, Line: "//" + again}}, p)
		if len(found) > 0 || len(twice) != 1 || twice[0].Spec != e.Spec || twice[0].Faults.Compare(e.Faults) != 0 {
			t.Fatalf("%q is read as %v, and that as %v %v", text, e, twice, found)
		}
	})
}
