//go:build !js

package molly

import (
	"context"

	"molly/dedalus"
	"molly/eval"
	"molly/export/prototype"
	"molly/failure"
	"molly/viz/report"
	"molly/viz/sample"
)

// ReportOptions say what a report has.
type ReportOptions struct {
	// Limit is how many executions it has at most; 0 is DefaultReported.
	Limit int
	// Prototype writes the files of Molly's prototype, for tools that read those, instead of
	// a page.
	Prototype bool
	// Log has what the search ran; nil means the counterexamples of the verdict.
	Log *sample.Log
	// Search are the options of the search, which the page names.
	Search Search
	// Warnings are named on the page.
	Warnings dedalus.Diagnostics
	// KnownOnly explains executions by what has been evaluated already.
	KnownOnly bool

	// Progress, where set, is told which execution is about to be written; Large about how many
	// bytes there will be, where these are many; Begun how to take back what is not complete.
	Progress func(number, of int)
	Large    func(bytes, executions int)
	Begun    func(abandon func())
}

// DefaultReported is how many executions a report has where nothing is said.
const DefaultReported = 20

// writer is a folder that is being written.
type writer interface {
	Abandon()
}

// Report writes a folder with a page that shows a verdict and its executions; index.html opens in a
// browser without a server. The folder is there whole or not at all. What is there is replaced if
// it is an earlier report; else the error is an *atomicfile.Refused.
//
// When the context ends, the page has the executions that could be written, as the result says. The
// other errors are those of Run.
func (q *Question) Report(ctx context.Context, folder string, v *Verdict, o ReportOptions) (sample.Result, error) {
	if o.Limit == 0 {
		o.Limit = DefaultReported
	}
	if o.Log == nil {
		o.Log = &sample.Log{Limit: o.Limit}
	}
	begun := func(w writer) {
		if o.Begun != nil {
			o.Begun(w.Abandon)
		}
	}
	source := sample.Source{Name: q.Program.Name(), Run: q.Run, Space: q.SpaceAtEOT}
	if o.KnownOnly {
		source.Space = func(context.Context) (*eval.Space, error) { return q.KnownSpace(), nil }
	}
	runs, bounds := o.Log.Runs(v), sample.Options{Limit: o.Limit, Progress: o.Progress, Large: o.Large}
	if o.Prototype {
		w, err := prototype.NewWriter(folder)
		if err != nil {
			return sample.Result{}, err
		}
		begun(w)
		return w.Fill(ctx, source, runs, bounds)
	}
	w, err := report.NewWriter(folder)
	if err != nil {
		return sample.Result{}, err
	}
	begun(w)
	subject := q.Subject()
	return w.Fill(ctx, report.Search{
		Source: source, Program: q.Program.Program, Outcomes: q.Outcomes, Seed: o.Search.Seed, Verdict: v, Warnings: o.Warnings,
		Command: subject.SearchCommand(o.Search),
		Replay:  func(sc failure.Scenario) string { return subject.Command("run", sc) },
	}, runs, bounds)
}
