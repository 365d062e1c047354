package text

import (
	"fmt"
	"io"
	"strings"

	"molly/dedalus"
	"molly/internal/numeral"
	"molly/verify/expect"
)

// Changes writes in what verdicts differ from a baseline. Verdicts that are the same of a program that
// is not are one line for each file.
func Changes(w io.Writer, style Style, list []expect.Change) error {
	p := &printer{Style: style, w: w}
	same := map[string]int{} // verdicts of changed programs, by file
	counts := map[expect.ChangeKind]int{}
	for _, c := range list {
		counts[c.Kind]++
		if c.Kind == expect.ProgramChanged {
			same[c.Now().File]++
		}
	}
	for _, c := range list {
		now, tone := c.Now(), Doubt
		if c.Kind == expect.ProgramChanged {
			if n := same[now.File]; n > 0 {
				p.printf("%s %s: the same %s\n", p.Paint(Doubt, "--- PROGRAM:"), now.File, numeral.Count(n, "verdict"))
			}
			same[now.File] = 0
			continue
		}
		if c.Matters() {
			tone = Bad
		}
		p.printf("%s %s %s: %s\n", p.Paint(tone, "--- "+strings.ToUpper(string(c.Kind))+":"), now.File, now.Name, becomes(c))
	}
	if len(list) == 0 {
		p.printf("no verdict has changed\n")
		return p.err
	}
	changed := counts[expect.VerdictChanged] + counts[expect.FewerFaults] + counts[expect.MoreFaults] + counts[expect.OtherFaults]
	p.printf("\n%s changed, %d gone, %d new; %s of changed programs the same\n", numeral.Count(changed, "verdict"), counts[expect.Gone], counts[expect.New], numeral.Count(counts[expect.ProgramChanged], "verdict"))
	return p.err
}

// becomes says what a verdict was, and is.
func becomes(c expect.Change) string {
	switch {
	case c.Before == nil:
		return c.After.String()
	case c.After == nil:
		return "it was " + c.Before.String()
	}
	return c.Before.String() + ", now " + c.After.String()
}

// Changed is a difference from a baseline as a finding about the program.
func Changed(c expect.Change, p *dedalus.Program) dedalus.Diagnostic {
	d := dedalus.Diagnostic{Severity: dedalus.Error, Code: CodeChanged, Width: 1, Pos: c.Pos}
	if p != nil {
		d.Line = p.Line(c.Pos)
	}
	d.Message = fmt.Sprintf("%s %s: %s: %s", c.Now().File, c.Now().Name, c.Kind, becomes(c))
	return d
}
