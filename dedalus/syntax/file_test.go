package syntax

import "testing"

const text = `// title

// about p
/* more */
p("a")@1; // first
// not about q

q(X) :- // why
	p(X);
r(`

func values(list []Token) string {
	s := ""
	for _, t := range list {
		s += "[" + t.Value + "]"
	}
	return s
}

// Comments belong to the clauses that they stand by.
func TestComments(t *testing.T) {
	f := Parse("x", text)
	if len(f.Clauses) != 3 {
		t.Fatal(len(f.Clauses))
	}
	for i, want := range []struct{ doc, inside, trailing string }{
		{"[// about p][/* more */]", "", "[// first]"}, {"", "[// why]", ""}, {"", "", ""},
	} {
		c := f.Clauses[i]
		if values(c.Doc()) != want.doc || values(c.Comments()) != want.inside || values(c.Trailing()) != want.trailing {
			t.Errorf("clause %d: %s %s %s", i, values(c.Doc()), values(c.Comments()), values(c.Trailing()))
		}
	}
}

// Where a cursor is: in a token, behind one, between clauses, in a clause that is being typed.
func TestCursor(t *testing.T) {
	f := Parse("x", text)
	for _, c := range []struct {
		line, column int
		token        string // or empty
		clause       int    // or -1
	}{
		{1, 1, "// title", -1}, {2, 1, "", -1}, {5, 1, "p", 0}, {5, 2, "(", 0}, {5, 9, ";", 0}, {5, 10, ";", 0}, {5, 11, "// first", -1},
		{8, 5, ")", 1}, {8, 5 + 1, ":-", 1}, {8, 90, "// why", 1}, {9, 1, "", 1}, {10, 3, "(", 2}, {99, 1, "(", 2},
	} {
		at := f.Offset(c.line, c.column)
		token := ""
		if i := f.TokenAt(at); i >= 0 {
			token = f.Tokens[i].Value
		}
		clause := -1
		for i := range f.Clauses {
			if f.Clauses[i] == f.ClauseAt(at) {
				clause = i
			}
		}
		if token != c.token || clause != c.clause {
			t.Errorf("%d:%d: token %q, clause %d", c.line, c.column, token, clause)
		}
	}
}
