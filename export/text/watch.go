package text

import (
	"fmt"
	"io"
	"strings"

	"molly/internal/numeral"
	"molly/verify"
)

// Standing is what is known of a program that is verified again and again.
type Standing struct {
	Verdict *verify.Verdict
	Problem string // why there is no verdict
}

// Saved says which files have changed.
func Saved(w io.Writer, style Style, files []string) error {
	_, err := fmt.Fprintf(w, "%s\n", style.Paint(Title, "--- changed: "+quoted(files)))
	return err
}

// Since says what has changed since the last verdict, which is nil where there was none.
func Since(w io.Writer, style Style, last *verify.Verdict, now Standing) error {
	p := &printer{Style: style, w: w}
	before, after := p.standing(last), p.standing(now.Verdict)
	switch {
	case last == nil:
	case now.Verdict == nil:
		problem, _, _ := strings.Cut(now.Problem, "\n")
		p.printf("\nno verdict: %s\n  the last one was: %s\n", problem, before)
	case before == after:
		p.printf("\nunchanged: %s\n", after)
	default:
		p.printf("\n%s\n  before  %s\n  now     %s\n", p.Paint(Title, "changed"), before, after)
	}
	return p.err
}

// standing is a verdict in a line.
func (p *printer) standing(v *verify.Verdict) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == verify.Counterexample && len(v.Findings) > 0:
		return fmt.Sprintf("%s %v under %v", p.Paint(Bad, "counterexample"), v.Findings[0].Scenario, v.Spec)
	case v.Kind == verify.Certified && v.Vacuous:
		return fmt.Sprintf("%s under %v", p.Paint(Doubt, "vacuous"), v.Spec)
	case v.Kind == verify.Certified:
		return fmt.Sprintf("%s under %v", p.Paint(Good, "certified"), v.Spec)
	}
	return fmt.Sprintf("%s under %v: %s", p.Paint(Doubt, string(v.Kind)), v.Spec, v.Reason)
}

// Watching says which files are watched.
func Watching(w io.Writer, files []string) error {
	list := quoted(files)
	if len(files) > 4 {
		list = quoted(files[:4]) + " and " + numeral.Count(len(files)-4, "other file")
	}
	_, err := fmt.Fprintf(w, "\nWatching %s. Ctrl-C ends it.\n", list)
	return err
}

// quoted lists names of files.
func quoted(files []string) string {
	list := make([]string, len(files))
	for i, name := range files {
		list[i] = Quote(name)
	}
	return strings.Join(list, ", ")
}
