package dedalus

import (
	"strings"
	"testing"
)

// What a fix changes is what the diagnostic is about: the text after it has the finding no longer.
func TestFixes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`p(X) :- q(X), X = 1;`, `p(X) :- q(X), X == 1;`},
	} {
		_, found := ParseString("t", c.text)
		var fixes []Fix
		for _, d := range found {
			fixes = append(fixes, d.Fixes...)
		}
		if len(fixes) != 1 {
			t.Errorf("%s: %d fixes", c.text, len(fixes))
			continue
		}
		if got := applied(c.text, fixes[0]); got != c.want {
			t.Errorf("%s\n%s: %s", c.text, fixes[0].Title, got)
		}
		if _, found := ParseString("t", c.want); found.HasErrors() {
			t.Errorf("%s:\n%v", c.want, found)
		}
	}
}

// applied is a text after a fix.
func applied(text string, f Fix) string {
	lines := strings.Split(text, "\n")
	for i := len(f.Edits) - 1; i >= 0; i-- {
		e := f.Edits[i]
		line := []rune(lines[e.Pos.Line-1])
		lines[e.Pos.Line-1] = string(line[:e.Pos.Column-1]) + e.Text + string(line[e.Pos.Column-1+e.Width:])
	}
	return strings.Join(lines, "\n")
}
