package github_test

import (
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/export/github"
)

// A finding is one line, whatever it says, and can be read back as GitHub reads it.
func TestCommands(t *testing.T) {
	at := datalog.Position{File: "a,b:c.ded", Line: 3, Column: 7}
	for _, c := range []struct {
		finding dedalus.Diagnostic
		want    string
	}{
		{dedalus.Diagnostic{Severity: dedalus.Error, Code: "syntax", Message: "100% of\r\n: wrong, ::error::", Width: 4, Pos: at},
			"::error file=a%2Cb%3Ac.ded,line=3,endLine=3,col=7,endColumn=10,title=molly%3A syntax::100%25 of%0D%0A: wrong, ::error::\n"},
		{dedalus.Warned("unused-flag", "--width has no effect"),
			"::warning title=molly%3A unused-flag::--width has no effect\n"},
		{dedalus.Diagnostic{
			Severity: dedalus.Warning, Code: "unread", Message: "nothing reads q", Pos: datalog.Position{File: "q.ded", Line: 1, Column: 1}, Hint: "leave it out",
			Notes: []dedalus.Note{{Pos: at, Text: "declared here"}, {Text: "and nowhere"}},
		}, "::warning file=q.ded,line=1,endLine=1,col=1,endColumn=1,title=molly%3A unread::nothing reads q%0Aa,b:c.ded:3:7: note: declared here%0Anote: and nowhere%0Ahint: leave it out\n"},
	} {
		var b strings.Builder
		if err := github.Write(&b, dedalus.Diagnostics{c.finding}); err != nil || b.String() != c.want {
			t.Errorf("%v\n%s\nwant\n%s", err, b.String(), c.want)
		}
	}
}
