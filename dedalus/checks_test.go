package dedalus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
)

var wanted = regexp.MustCompile(`// want (.*)`)

// expect checks a program whose lines say which diagnostics are expected there:
// "// want code, code". A missing one and one too many both fail; warnings that
// judge the whole program are left out.
func expect(t *testing.T, src string) {
	t.Helper()
	want, got := map[int][]string{}, map[int][]string{}
	for i, line := range strings.Split(src, "\n") {
		if m := wanted.FindStringSubmatch(line); m != nil {
			want[i+1] = strings.Split(m[1], ", ")
		}
	}
	_, ds := ParseString("t", src)
	for _, d := range ds {
		if d.Code != "unread" && d.Code != "unjudged" && d.Code != "undefined" {
			got[d.Pos.Line] = append(got[d.Pos.Line], d.Code)
		}
	}
	for i, line := range strings.Split(src, "\n") {
		slices.Sort(want[i+1])
		slices.Sort(got[i+1])
		if !slices.Equal(want[i+1], got[i+1]) {
			t.Errorf("line %q: %v, want %v", line, got[i+1], want[i+1])
		}
	}
}

func TestBinding(t *testing.T) {
	expect(t, `
a(X, Y) :- p(X, Z), Y == Z;
a(X, Y) :- Z == Y, p(X, Z);
a(X, Y) :- Y == W - 1, W == Z * Z, p(X, Z);
a(X, Y) :- Y == 1, p(X, _);
a(X, Y) :- 1 + 1 == Y, X == "a";
b(X, X) :- p(_, X), X == X;
a(X, Y) :- p(X, _), Y == Y; // want unbound
a(X, Y) :- p(X, _), Y == Z, Z == Y; // want unbound, unbound
a(X, Y) :- p(X, _), Y + 1 == 2; // want unbound
a(X, Y) :- p(X, Z), Y == X + Z, Y != Z; // want type
a(X, Y) :- p(X, _), notin p(X, Y); // want unbound
a(X, Y) :- p(X, Y + 0); // want unbound
a(X, Y) :- p(X, Z), p(X, Y + Z), Y == 3;
a(X, Y) :- p(X, Z), Y <= Z; // want unbound
p(X, count<Y>) :- q(X, _), Y == 3;
p(X, count<Y>) :- q(X, _); // want unbound
`)
}

func TestSingleUse(t *testing.T) {
	expect(t, `
a(X) :- p(X, Y, 1); // want single-use
a(X) :- p(X, _Y, 1);
a(X) :- p(X, Y, 1), notin q(X, Z); // want single-use, unbound
a(X) :- p(X, _, 1), Y == 3; // want single-use
b(X, sum<Z>) :- p(X, Y, Z);
b(X, count<Z>) :- p(X, Y, Z); // want single-use
a(X) :- p(X, Y, Y);
c(_X) :- p(_X, _, 1);
d(Y)@async :- p(X, Y, _); // want single-use
d(Y)@async :- p(_X, Y, _);
d(Y)@next :- p(X, Y, _); // want single-use, remote-write
`)
}

func TestPlaces(t *testing.T) {
	expect(t, `
a(X, Y)@next :- p(X, Y), q(X, Y);
a(X, Y)@next :- p(X, Y), q(Y, X); // want several-places
a(X, Y)@next :- p(X, Y), notin q(Y, X);
a(X, Y)@next :- q(Y, X)@1, p(X, Y);
a(X, Y)@next :- p(X, Y)@1, q(X, Y)@2;
a(X, Y)@next :- p(X, Y)@1, q(Y, X)@2; // want several-places
a(X, Y)@next :- p(Y, X)@1, q(X, Y);
a(Y, X)@next :- p(X, Y); // want remote-write
a("a", X)@next :- p("a", X);
a("b", X)@next :- p("a", X); // want remote-write
a("b", "c")@next :- notin p("a", "b");
a(X, Y)@next :- p(X, Y), q(X, _), q(_, _); // want several-places
a(X, Y)@next :- p(_, X), q(X, Y); // want remote-write, several-places
b(Y, X)@async :- p(X, Y);
b(Y, X)@async :- p(X, Y), q(Y, X); // want several-places
b(Y, X)@async :- p("a", X), q("a", Y);
b(Y, X)@async :- q(Y, X)@1, p(X, Y), q(X, _);
b(Y, Y)@async :- q(_, Y)@1; // want sender
b(Y, Y)@async :- q(_, Y); // want sender
b("a", "a")@async :- notin q("b", "c"); // want sender
c(Y, X) :- p(X, Y), q(Y, X);
`)
}

// A message from a place to itself is one wherever the rule says so, and only there.
func TestSelfSend(t *testing.T) {
	expect(t, `
a(X, Y)@async :- p(X, Y); // want self-send
a(Y, X)@async :- p(X, Y);
a(X, Y)@next :- p(X, Y);
a(X, Y) :- p(X, Y);
a(Z, Y)@async :- p(X, Y), Z == X; // want self-send
a(Z, Y)@async :- p(X, Y), X == Z; // want self-send
a(Z, Y)@async :- p(X, Y), Z == Y, X != Z;
a("a", Y)@async :- p("a", Y); // want self-send
a("b", Y)@async :- p("a", Y);
a(Y, X)@async :- p(X, Y)@1, q(Y, X); // want self-send
a(X, Y)@async :- p(X, Y)@1, q(Y, X);
`)
}

// A relation that needs itself first holds nothing; what follows from it is not named.
func TestNeverDefined(t *testing.T) {
	expect(t, `
pre(X) :- both(X), some(X), q(X);
post(X) :- p(X), later(X);
p(X)@next :- p(X), r(X); // want never-defined
later(X) :- p(X);
r("a")@1;
both(X) :- one(X); // want never-defined
one(X)@next :- both(X), notin r(X);
some(X)@next :- some(X);
some(X) :- elsewhere(X);
q(X)@next :- notin q(X), r(X);
`)
	expect(t, `
p(X)@next :- p(X);
`)
}

// Names that differ in case alone are two relations.
func TestCase(t *testing.T) {
	expect(t, `
lock(X) :- Lock(X);
Lock("a")@1; // want case
LOCKED(X) :- lock(X);
reads(X) :- LOCK(X); // want case
`)
}

func TestObservers(t *testing.T) {
	expect(t, `
here(X, Y) :- p(X, Y), notin q(X, Y);
all(X) :- p(X, Y), notin q(Y, X);
moved(Y, X) :- p(X, Y);
both(X) :- p(X, _), all(X);
seen(X) :- p(X, _), crash(X, X, _);
fact("a")@1;
a(X)@next :- here(X, _), fact(X);
a(X)@next :- a(X), notin all(X); // want remote-read
a(X)@next :- both(X); // want remote-read
a(X)@next :- moved(X, _); // want remote-read
a(X)@async :- seen(X); // want remote-read, self-send
a(X)@next :- here(X, _), notin crash(X, X, _); // want remote-read
pre(X) :- both(X), all(X), notin crash(X, X, _);
post(X) :- seen(X), moved(X, _);
a(X)@next :- a(X), notin post(X); // want remote-read
`)
}

func TestCycles(t *testing.T) {
	expect(t, `
a(X) :- b(X), c(X);
b(X) :- a(X);
d(X) :- b(X), notin e(X);
e(X)@next :- d(X), notin e(X);
f(X, count<Y>)@next :- f(X, Y);
g(X) :- c(X), notin h(X); // want cycle
h(X) :- g(X);
i(X, max<Y>) :- j(X, Y); // want cycle
j(X, Y) :- i(X, Y)@1;
k(X, max<Y>) :- k(X, Y); // want cycle
`)
}

// The types of a relation's columns, as the whole program tells them.
func TestTypeInference(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`p("a", 1)@1;`, `p(string, integer)`},
		{`p(X, Y) :- q(X, Y);`, `p(unknown, unknown) q(unknown, unknown)`},
		{`p(X, Y) :- q(X, Y), Y < 3;`, `p(unknown, integer) q(unknown, integer)`},
		{`p(X, Y) :- q(X, Y), "a" == Y;`, `p(unknown, string) q(unknown, string)`},
		{`p(X, Y) :- q(X, Y), Y != X; r("a")@1; q(X, X) :- r(X);`, `p(string, string) q(string, string) r(string)`},
		{`p(X, Y + 1) :- q(X, Y);`, `p(unknown, integer) q(unknown, integer)`},
		{`p(X, Y) :- q(X, Z), r(X, Z * 2), Y == Z;`, `p(unknown, integer) q(unknown, integer) r(unknown, integer)`},
		{`p(X, count<Y>) :- q(X, Y);`, `p(unknown, integer) q(unknown, unknown)`},
		{`p(X, sum<Y>) :- q(X, Y);`, `p(unknown, integer) q(unknown, integer)`},
		{`p(X, max<Y>) :- q(X, Y); q("a", "b")@1;`, `p(string, string) q(string, string)`},
		{`p(X, T) :- crash(X, _, T);`, `p(string, integer) crash(string, string, integer)`},
		{`p(X) :- q(X), notin r(X, 1); r(X, Y) :- s(Y, X);`, `p(unknown) q(unknown) r(unknown, integer) s(integer, unknown)`},
	} {
		p, ds := ParseString("t", c.src)
		if p == nil {
			t.Errorf("%s: %v", c.src, ds)
			continue
		}
		var got []string
		for _, r := range p.Datalog().Relations {
			types := make([]string, len(r.Types))
			for i, typ := range r.Types {
				types[i] = typ.String()
			}
			got = append(got, fmt.Sprintf("%s(%s)", r.Name, strings.Join(types, ", ")))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.src, s, c.want)
		}
	}
}

func TestLocations(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`a(Y) :- p(X, Y), q(Y);`, `X`},
		{`a(Y) :- notin q(Y), X == Y, p(X, Y), q(Y);`, `X`},
		{`a(Y) :- p(X, Y)@1, q(Y);`, `Y`},
		{`a(Y) :- p(X, Y)@1, q(Y)@2;`, `X`},
		{`a("a") :- notin p("b", 1);`, `none`},
		{`a(Y) :- p(_, Y);`, `_`},
		{`a(Y)@async :- p("x", Y);`, `"x"`},
	} {
		p, ds := ParseString("t", c.src)
		if p == nil {
			t.Errorf("%s: %v", c.src, ds)
			continue
		}
		r := &p.Datalog().Rules[0]
		got := "none"
		if r.Location != nil {
			got = r.Location.Format(r.Vars)
		}
		if got != c.want {
			t.Errorf("%s runs at %s, want %s", c.src, got, c.want)
		}
	}
}

func TestLowering(t *testing.T) {
	p, ds := ParseString("t.ded", `// molly: eot=3
log(N, P)@next :- log(N, P);
bcast("a", -7)@2;
pre(N, count<M>) :- log(N, P), crash(_, N, M), P > M + 1;
post(B, A) :- pre(B, A)@2, notin gone(B);
twice(X, X)@next :- twice(X, X);
late(N, P)@next :- late(N, P)@1;
bcast(P, N)@next :- bcast(P, N);
`)
	if p == nil {
		t.Fatal(ds)
	}
	d := p.Datalog()
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	var names []string
	for _, r := range d.Relations {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "log bcast pre crash post gone twice late" {
		t.Errorf("relations %s", got)
	}
	if d.Pre != 2 || d.Post != 4 || d.Crash != 3 || !slices.Equal(d.Persistent, []datalog.RelID{0, 1}) {
		t.Errorf("pre %d, post %d, crash %d, persistent %v", d.Pre, d.Post, d.Crash, d.Persistent)
	}
	if got := fmt.Sprint(d.Facts[0].Args, d.Facts[0].Time, d.Facts[0].Pos); got != `["a" -7] 2 t.ded:3:1` {
		t.Errorf("fact %s", got)
	}
	if got := fmt.Sprint(d.Rules[1].Vars, d.Rules[2].Vars, d.Rules[2].Body[0].Atom.At); got != "[N M P] [B A] 2" {
		t.Errorf("variables %s", got)
	}
	for i, r := range d.Rules {
		if r.ID != i {
			t.Errorf("rule %d has ID %d", i, r.ID)
		}
	}
}

func TestHorizon(t *testing.T) {
	p, ds := ParseString("t.ded", "p(\"a\")@5;\np(X)@next :- p(X), notin p(X)@6, p(X)@4;\n")
	if p == nil {
		t.Fatal(ds)
	}
	for eot, want := range map[int]string{6: "", 5: "2:31", 4: "1:8 2:31", 3: "1:8 2:31 2:39"} {
		var got []string
		for _, d := range p.Horizon(eot) {
			got = append(got, fmt.Sprintf("%d:%d", d.Pos.Line, d.Pos.Column))
			if d.Severity != Warning || d.Line == "" {
				t.Errorf("%+v", d)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("at EOT %d: %s, want %s", eot, s, want)
		}
	}
}
