package dedalus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A comment is about the clauses on its line, or the one around it, or else those that begin on the next line with one.
// Each line says which of its warnings are left; one that ignores nothing is a warning itself.
func TestIgnore(t *testing.T) {
	for _, text := range []string{
		"p(\"a\", 1)@1;\nq(X) :- p(X, Y); // want single-use, unread",
		"p(\"a\", 1)@1;\nq(X) :- p(X, Y); // lint:ignore single-use it has a name // want unread",
		"p(\"a\", 1)@1;\n// lint:ignore single-use it has a name\nq(X) :- p(X, Y); // want unread",
		"p(\"a\", 1)@1;\n// lint:ignore single-use it has a name\n// lint:ignore unread it is shown\n\nq(X) :- p(X, Y);",
		"p(\"a\", 1)@1;\nq(X) :-\n  // lint:ignore single-use it has a name\n  p(X, Y),\n  p(X, Z);\n// want-at 2 unread",
		"p(\"a\", 1)@1;\n// lint:ignore single-use it has a name\nq(X) :- p(X, Y); r(X) :- p(X, Z); // want unread, unread",
		"p(\"a\", 1)@1;\nq(X) :- p(X, Y); r(X) :- p(X, Z); // lint:ignore single-use they have names // want unread, unread",
		"p(\"a\", 1)@1;\n// lint:ignore single-use it has a name\nq(X) :- p(X, Y); // want unread\nr(X) :- p(X, Z); // want single-use, unread",
		"p(\"a\", 1)@1;\nq(X) :- p(X, Y); // want unread\n// lint:file-ignore single-use they have names\nr(X) :- p(X, Z); // want unread",
		"p(\"a\", 1)@1; // lint:ignore single-use nothing // want unused-ignore\nq(X) :- p(X, _); // want unread",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); // want unread\n// lint:ignore unread nothing follows // want unused-ignore",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); // lint:ignore unread // want ignore",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); // lint:ignore unraed why // want ignore",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); // lint:ignore syntax why // want ignore",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); // lint:ignore unused-ignore why // want ignore",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); // lint:ingore unread why // want ignore",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); /* lint:ignore unread a block is no such comment */ // want unread",
		"p(\"a\", 1)@1;\nq(X) :- p(X, _); // about lint:ignore // want unread",
	} {
		var want, got, lines []string
		for i, line := range strings.Split(text, "\n") {
			before, list, found := strings.Cut(line, "// want ")
			lines = append(lines, before)
			if found {
				for _, code := range strings.Split(list, ", ") {
					want = append(want, fmt.Sprint(i+1, " ", code))
				}
			}
			if _, at, found := strings.Cut(line, "// want-at "); found {
				want = append(want, at)
			}
		}
		for _, d := range findings(strings.Join(lines, "\n")) {
			if d.Code != "unjudged" {
				got = append(got, fmt.Sprint(d.Pos.Line, " ", d.Code))
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Errorf("%s\nhas %q, want %q", text, got, want)
		}
	}
}

// The codes are sorted, and each that the checks use is one of them.
func TestCodes(t *testing.T) {
	if !slices.IsSortedFunc(allCodes, func(a, b Code) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the codes are not sorted")
	}
	for _, c := range Codes() {
		if got, found := CodeNamed(c.Name); !found || got != c {
			t.Errorf("%s is not found", c.Name)
		}
		if c.Severity == Warning && !c.Warns || c.Summary == "" {
			t.Errorf("%+v", c)
		}
	}
	if _, found := CodeNamed("nothing"); found {
		t.Error("there is no code nothing")
	}
}
