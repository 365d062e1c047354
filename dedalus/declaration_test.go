package dedalus

import (
	"strings"
	"testing"

	"molly/datalog"
)

// What declarations become.
func TestDeclarations(t *testing.T) {
	p := oddPrograms(t)["declarations.ded"]
	d := p.Datalog()
	var stable []string
	for _, r := range d.Stable {
		stable = append(stable, d.Relations[r].Name)
	}
	if got := strings.Join(stable, " "); got != "may stable log" {
		t.Errorf("stable: %s", got)
	}
	if len(d.Facts) != 5 || d.Facts[3].Time != 4 || d.Facts[4].Args[1] != datalog.Int(-3) {
		t.Errorf("facts %v", d.Facts)
	}
	if len(d.Lasting) != 1 || d.FormatLasting(d.Lasting[0]) != `may("a", "y")@1..` {
		t.Errorf("lasting %v", d.Lasting)
	}
	var inputs []string
	for _, in := range d.Inputs {
		inputs = append(inputs, d.FormatInput(in))
	}
	if got := strings.Join(inputs, "; "); got != `may may("a", "x")@2..6; may stable("b")@3` {
		t.Errorf("inputs %s", got)
	}
	for _, r := range []datalog.RelID{d.Boot, d.Outage, d.Member, d.Now, d.Never} {
		if r == datalog.NoRelation {
			t.Errorf("a builtin or never is missing: %+v", d)
		}
	}
	own := oddPrograms(t)["own_builtins.ded"].Datalog()
	if own.Member != datalog.NoRelation || own.Now != datalog.NoRelation || own.Never == datalog.NoRelation {
		t.Error("a program's own member and now are taken for the builtins")
	}
}

// A value that is given takes the place of the program's.
func TestConstantsGiven(t *testing.T) {
	dir := write(t, map[string]string{"a.ded": `
const K = 3; const Leader = "a"; const Unused = 1;
p(Leader, K)@1; p(N, X)@next :- p(N, X), X < K;`})
	for _, c := range []struct {
		given map[string]string
		want  string // in the text of the program, or in a diagnostic
	}{
		{nil, `p("a", 3)@1;`},
		{map[string]string{"K": "-5"}, `X < -5;`},
		{map[string]string{"Leader": "b", "K": "7"}, `p("b", 7)@1;`},
		{map[string]string{"Leader": `"b c"`}, `p("b c", 3)@1;`},
		{map[string]string{"Leader": "12"}, `p("12", 3)@1;`},
		{map[string]string{"K": "x"}, `the value x that K is given: the program has an integer here`},
		{map[string]string{"Leader": `"b`}, `this is no string in double quotes`},
		{map[string]string{"Leadr": "b"}, "there is no constant Leadr in the program"},
		{map[string]string{"Leadr": "b"}, "did you mean `Leader`?"},
	} {
		p, ds := Loader{Constants: c.given}.Load(dir + "/a.ded")
		var b strings.Builder
		if p != nil {
			b.WriteString(p.String())
		}
		if ds.Render(&b); !strings.Contains(b.String(), c.want) {
			t.Errorf("%v: %q is not in\n%s", c.given, c.want, &b)
		}
		if !strings.Contains(b.String(), "nothing uses the constant Unused") != ds.HasErrors() {
			t.Errorf("%v: %s", c.given, &b)
		}
	}
	p := mustLoad(t, Loader{Constants: map[string]string{"K": "9"}}, dir+"/a.ded")
	if ks := p.Constants(); len(ks) != 3 || ks[0] != (Constant{"K", datalog.Int(9), true}) || ks[1].Given {
		t.Errorf("%v", ks)
	}
}

// Which premises of a protocol are warned about, and what is stable for nothing.
func TestBuiltinsAreRead(t *testing.T) {
	expect(t, `
stable p, q; // want unkept
p(N, X)@next :- p(N, X), boot(N), now(N, _), member(N, _);
q(M, N)@async :- boot(N), member(N, M), N != M;
q(M, N)@async :- q(N, M), outage(N, M, _, _); // want remote-read
p(N, X)@next :- now(N, X), down(N); // want remote-read
down(N) :- outage(N, N, _, _);
never(N) :- p(N, 1), q(M, N), outage(N, M, _, _);
p(N, X)@next :- boot(N), now(M, X), N != M; // want several-places
`)
}

// Absolute times beyond the end, and what holds for a time only.
func TestHorizonOfRanges(t *testing.T) {
	p, ds := ParseString("t", `
p("a")@1..9; p("a")@8..; q("a")@2..; r("a")@2..3;
may r("a")@7; may r("b")@2..9;
x(N)@next :- x(N); x(N) :- q(N), r(N);
post(N) :- q(N), p(N); pre(N) :- r(N);`)
	if p == nil {
		t.Fatal(ds)
	}
	var got []string
	for _, d := range p.Horizon(6) {
		got = append(got, d.Message)
	}
	want := "the run ends at time 6, before 8, so this fact never holds; the run ends at time 6, before 7, so this input never holds"
	if strings.Join(got, "; ") != want {
		t.Errorf("%q", got)
	}
}
