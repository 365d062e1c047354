package text

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"molly/datalog"
	"molly/dedalus"
	"molly/explore/replay"
	"molly/internal/numeral"
	"molly/node"
)

// CodeViolated is the code of the finding that a saved execution violates something. The codes of other findings about
// traces are their statuses, too.
const CodeViolated = string(replay.Violated)

// Violated is the finding that an execution violates something after event n; file is the trace to which it was saved, or "".
func Violated(file string, n int, v *node.Violation) dedalus.Diagnostic {
	d := dedalus.Diagnostic{Severity: dedalus.Error, Code: CodeViolated, Width: 1, Message: fmt.Sprintf("%s: %s", v.Fingerprint, v.Text)}
	if file != "" {
		d.Pos = datalog.Position{File: file, Line: replay.LineOf(n), Column: 1}
		d.Hint = "molly trace " + Quote(file)
	}
	return d
}

// Replayed is a trace that is not as expected, or was given up, as a finding about its file; it is false of one that is well,
// or was not reached.
func Replayed(r *replay.Result) (d dedalus.Diagnostic, ok bool) {
	if r.Status == replay.OK || r.Status == replay.NotReached || r.Accepted {
		return d, false
	}
	return dedalus.Diagnostic{
		Severity: dedalus.Error, Code: string(r.Status), Width: 1, Pos: datalog.Position{File: r.Name, Line: r.Line(), Column: 1},
		Message: r.Problem(), Hint: ReplayCommand(r),
	}, true
}

// ReplayCommand writes the command line that does a trace again.
func ReplayCommand(r *replay.Result) string { return "molly replay " + Quote(r.Name) }

// tone is the colour of a status.
func tone(s replay.Status) Colour {
	switch {
	case s == replay.OK:
		return Good
	case s == replay.Undecided, s == replay.NotReached:
		return Doubt
	}
	return Bad
}

// Traces is a table of what comes of traces.
func Traces(w io.Writer, style Style, files []replay.File) *replay.Table {
	t := replay.NewTable(w, files)
	t.Paint = func(s replay.Status, text string) string { return style.Paint(tone(s), text) }
	return t
}

// Traced writes what came of a trace, among expectations: one that is not as expected, or with verbose each.
func Traced(w io.Writer, style Style, r *replay.Result, verbose bool) error {
	p := &printer{Style: style, w: w}
	switch {
	case r.Status == replay.OK && !verbose:
	case r.Status == replay.OK:
		p.printf("%s %s: %v (%.3f s)\n", p.Paint(Good, "--- PASS:"), r.Name, r, r.Elapsed.Seconds())
	default:
		p.printf("%s %s: %v\n    %s\n", p.Paint(tone(r.Status), "--- "+strings.ToUpper(string(r.Status))+":"), r.Name, r, ReplayCommand(r))
	}
	return p.err
}

// TracedFolders writes a line about the traces of each folder.
func TracedFolders(w io.Writer, style Style, list []*replay.Result) error {
	p := &printer{Style: style, w: w}
	var order []string
	folders := map[string][]*replay.Result{}
	for _, r := range list {
		folder := filepath.Dir(r.Name)
		if folders[folder] == nil {
			order = append(order, folder)
		}
		folders[folder] = append(folders[folder], r)
	}
	for _, folder := range order {
		sum, elapsed := replay.Sum(folders[folder]), time.Duration(0)
		for _, r := range folders[folder] {
			elapsed += r.Elapsed
		}
		all := numeral.Count(sum.All(), "trace")
		switch {
		case sum[replay.Unreadable] > 0 || sum.Failed() > 0:
			p.printf("%s  %s  %v  %.3f s\n", p.Paint(Bad, "FAIL"), folder, sum, elapsed.Seconds())
		case sum[replay.OK] < sum.All():
			p.printf("%s     %s  %v  %.3f s\n", p.Paint(Doubt, "-"), folder, sum, elapsed.Seconds())
		default:
			p.printf("%s    %s  %s  %.3f s\n", p.Paint(Good, "ok"), folder, all, elapsed.Seconds())
		}
	}
	return p.err
}
