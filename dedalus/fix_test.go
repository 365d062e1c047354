package dedalus

import (
	"slices"
	"strings"
	"testing"
)

// apply changes a text as a fix says. Its edits are in order and do not overlap.
func apply(t *testing.T, text string, f Fix) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	last := Edit{}
	for _, e := range f.Edits {
		if before(e.Pos, last.Pos) || e.Pos.Line == last.Pos.Line && e.Pos.Column < last.Pos.Column+last.Width {
			t.Errorf("%q: edits overlap, or are not in order: %+v", text, f.Edits)
		}
		last = e
	}
	for _, e := range slices.Backward(f.Edits) {
		line := []rune(lines[e.Pos.Line-1])
		if e.Pos.Column-1+e.Width > len(line) {
			t.Fatalf("%q: the edit %+v ends behind its line", text, e)
		}
		lines[e.Pos.Line-1] = string(line[:e.Pos.Column-1]) + e.Text + string(line[e.Pos.Column-1+e.Width:])
	}
	return strings.Join(lines, "\n")
}

// findings are those of a text, of its own directive too.
func findings(text string) Diagnostics {
	p, found := ParseString("t", text)
	if p != nil {
		found = p.Findings()
	}
	return found
}

// Each fix mends what it is a fix of: applied to the text, the finding is gone, and the program loads
// where that was its only error. (What only a whole program shows, such as unread, is not looked at.)
func TestFixesMend(t *testing.T) {
	const rest = `; p("a", 2)@1; p("b", 2)@1; s("a")@1;`
	for _, x := range []struct{ text, code, want string }{
		{`q(N) :- p(N, X), X = 2` + rest, "syntax", `q(N) :- p(N, X), X == 2`},
		{`q(N) :- p(N, X), X <> 2` + rest, "syntax", `q(N) :- p(N, X), X != 2`},
		{`q(N) :- p(N, X), X \= 2` + rest, "syntax", `X != 2`},
		{`q(N) :- p(N, X), X /= 2` + rest, "syntax", `X != 2`},
		{`q(N) :- p(N, X), X ~= 2` + rest, "syntax", `X != 2`},
		{`q(N) :- p(N, X), X ≠ 2` + rest, "syntax", `X != 2`},
		{`q(N) :- p(N, X), X =< 2` + rest, "syntax", `X <= 2`},
		{`q(N) :- p(N, X), X ≤ 2` + rest, "syntax", `X <= 2`},
		{`q(N) :- p(N, X), X => 2` + rest, "syntax", `X >= 2`},
		{`q(N) :- p(N, X), X ≥ 2` + rest, "syntax", `X >= 2`},
		{`q(N) :- p(N, X), X := 2` + rest, "syntax", `X == 2`},
		{`q(N) :- p(N, 1) and s(N)` + rest, "syntax", `p(N, 1), s(N)`},
		{`q(N) :- p(N, 1) & s(N)` + rest, "syntax", `p(N, 1), s(N)`},
		{`q(N) :- p(N, 1) && s(N)` + rest, "syntax", `p(N, 1), s(N)`},
		{`q(N) :- p(N, _), not s(N)` + rest, "syntax", `p(N, _), notin s(N)`},
		{`q(N) :- p(N, _), NOT s(N)` + rest, "syntax", `notin s(N)`},
		{`q(N) :- p(N, _), !s(N)` + rest, "syntax", `notin s(N)`},
		{`q(N) :- p(N, _), ! s(N)` + rest, "syntax", `notin s(N)`},
		{`q(N) :- p(N, _), \+ s(N)` + rest, "syntax", `notin s(N)`},
		{`q(N) :- p(N, _), \+s(N)` + rest, "syntax", `notin s(N)`},
		{`q(N) :- p(N, _), ~s(N)` + rest, "syntax", `notin s(N)`},
		{`q(N) :- p(N, X), X == 2, N == 'a'` + rest, "syntax", `N == "a"`},
		{`q(N) :- p(N, X), X == 2, N == “a b”` + rest, "syntax", `N == "a b"`},
		{`q(N) <- p(N, 2)` + rest, "syntax", `q(N) :- p`},
		{`q(N) <= p(N, 2)` + rest, "syntax", `q(N) :- p`},
		{"q(N) :- p(N, 2).\np(\"a\", 2)@1; s(\"a\")@1;", "syntax", `p(N, 2);`},
		{"q(N) :- p(N, 2)\np(\"a\", 2)@1; s(\"a\")@1;", "syntax", "p(N, 2);\n"},
		{"p(\"a\", 2)@1; q(N) :- p(N, 2)", "syntax", `p(N, 2);`},
		{"# about p\np(\"a\", 2)@1;", "syntax", `// about p`},
		{`q(N) :- p(N, 2), ` + rest, "syntax", `p(N, 2) ;`},
		{`p("c", 2)@1 :- ` + rest, "syntax", `p("c", 2)@1  ;`},
		{`q(N) :- p(N, 2` + rest, "syntax", `p(N, 2);`},
		{`q(N :- p(N, 2)` + rest, "syntax", `q(N) :- p`},
		{`q(N)next :- p(N, 2)` + rest, "syntax", `q(N)@next`},
		{`q(N, count(X)) :- p(N, X)` + rest, "syntax", `count<X>`},
		{`q(N) :- p(N, X), 1 < X < 3` + rest, "syntax", `1 < X, X < 3`},
		{`q(N) :- p(N, X), X < -X` + rest, "syntax", `X < (0 - X)`},
		{`const L = a; q(N) :- p(N, 2), N == L` + rest, "syntax", `const L = "a";`},
		{`w("a")@1-3` + rest, "syntax", `w("a")@1..3`},
		{`w("a")@1...3` + rest, "syntax", `w("a")@1..3`},
		{`w("a")` + rest, "fact-time", `w("a")@1;`},
		{`may w("a")` + rest, "fact-time", `w("a")@1;`},
		{`w("a")@next` + rest, "fact-time", `w("a")@1;`},
		{`w("a", b)@1` + rest, "fact", `w("a", "b")@1;`},
		{`w(N)@nxt :- s(N)` + rest, "time", `w(N)@next`},
		{`w(N)@asinc :- s(N)` + rest, "time", `w(N)@async`},
		{`w(N)@next :- s(N)@next` + rest, "time", `:- s(N);`},
		{`w(N, cuont<X>) :- p(N, X)` + rest, "aggregate", `count<X>`},
		{`stable w; W(N)@next :- s(N)` + rest, "stable", `stable W;`},
		{"// molly: eot=4 ef=2\ns(\"a\")@1;", "directive", `eff=2`},
		{"// Moly: eot=4 eff=2\ns(\"a\")@1;", "directive", `// molly: eot=4`},
		{"s(\"a\")@1; // lint:ignore unraed it is only here", "ignore", `lint:ignore unread it`},
		{"// lint:ignore case nothing is\ns(\"a\")@1;", "unused-ignore", "\ns("},
		{`w(N) :- pp(N, _)` + rest, "undefined", `w(N) :- p(N, _);`},
		{`w(N) :- p(N, X)` + rest, "single-use", `p(N, _);`},
		{`w(N)@async :- p(X, N)` + rest, "single-use", `p(_X, N);`},
		{`w(N)@async :- s(N)` + rest, "self-send", `w(N)@next`},
		{`w(N) :- S(N), s(N); s("a")@1; S("b")@1;`, "case", `w(N) :- S(N), S(N); S("a")@1; S("b")@1;`},
		{`w(N, n) :- s(N), s(n)` + rest, "case", `w(N, N) :- s(N), s(N)`},
		{`const Two = 2; w(N, TWO) :- p(N, TWO), p(N, Two)` + rest, "case", `w(N, Two) :- p(N, Two), p(N, Two)`},
		{`w(N) :- s(N), notin crash(N, _, _)` + rest, "wide-excuse", `notin crash(N, N, _)`},
		{"// molly: eot=5 eff=1\npre(N) :- w(N)@1;\npost(N) :- w(N);\nw(\"a\")@1;", "dropped", "w(X1)@next :- w(X1);\nw("},
		{"// molly: eot=5 eff=3 restarts=1 crashes=1 nodes=a,b\nw(N) :- k(N);\nk(\"a\")@1;\nk(N)@next :- k(N);", "forgotten", "stable k;\nk("},
	} {
		found := findings(x.text)
		i := slices.IndexFunc(found, func(d Diagnostic) bool { return d.Code == x.code })
		if i < 0 || len(found[i].Fixes) == 0 {
			t.Errorf("%s: no fix for %s:\n%v", x.text, x.code, found)
			continue
		}
		mended := apply(t, x.text, found[i].Fixes[0])
		if !strings.Contains(mended, x.want) {
			t.Errorf("%s: the fix makes\n%s", x.text, mended)
		}
		after := findings(mended)
		if slices.ContainsFunc(after, func(d Diagnostic) bool { return d.Code == x.code }) {
			t.Errorf("%s: the fix makes\n%s\nand still\n%v", x.text, mended, after)
		}
		if len(found.Errors()) <= 1 && after.HasErrors() {
			t.Errorf("%s: the fix makes\n%s\nwhich does not load:\n%v", x.text, mended, after.Errors())
		}
	}
}
