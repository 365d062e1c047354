package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"molly/dedalus"
	"molly/export/wire"
	"molly/verify"
	"molly/verify/expect"
)

// testReport is what came of the expectations, file by file.
type testReport struct {
	*tool
	sources sources
	verbose bool
	files   []expect.Tested
	broken  error           // the tool contradicted itself
	warned  map[string]bool // the warnings that were shown
}

// add takes a file's results, and says at once what came of them.
func (r *testReport) add(f *expect.File, results []expect.Result) {
	file := expect.Tested{File: f, Results: results}
	r.files = append(r.files, file)
	for _, x := range results {
		var internal *verify.InternalError
		if errors.As(x.Err, &internal) && r.broken == nil {
			r.broken = fmt.Errorf("%s: %w", x.Place(), x.Err)
		}
	}
	r.warn(f.Warnings)
	r.show(f.Errors)
	if r.sources.json {
		return
	}
	var b strings.Builder
	for _, x := range results {
		verdict := r.style.paint(colourBad, "--- FAIL:")
		switch {
		case x.NotReached:
			fmt.Fprintf(&b, "%s %s %s\n", r.style.paint(colourDoubt, "--- NOT REACHED:"), x.Place(), x.Expectation)
			continue
		case !x.Holds():
		case r.verbose:
			verdict = r.style.paint(colourGood, "--- PASS:")
		default:
			continue
		}
		fmt.Fprintf(&b, "%s %s %s (%.3f s)\n", verdict, x.Place(), x.Expectation, x.Elapsed.Seconds())
		if !x.Holds() {
			fmt.Fprintf(&b, "    %s\n    %s\n", strings.ReplaceAll(x.Problem(), "\n", "\n    "), r.again(f, x))
		}
	}
	switch {
	case file.OK() && file.Reached() < len(results):
		fmt.Fprintf(&b, "%s     %s  %d of %s not reached\n", r.style.paint(colourDoubt, "-"), f.Name, len(results)-file.Reached(), count(len(results), "expectation"))
	case file.OK():
		fmt.Fprintf(&b, "%s    %s  %s  %.3f s\n", r.style.paint(colourGood, "ok"), f.Name, count(len(results), "expectation"), file.Elapsed().Seconds())
	case file.Bad():
		fmt.Fprintf(&b, "%s  %s  [error in the file]\n", r.style.paint(colourBad, "FAIL"), f.Name)
	default:
		fmt.Fprintf(&b, "%s  %s  %d of %s  %.3f s\n", r.style.paint(colourBad, "FAIL"), f.Name, file.Reached()-file.Held(), count(len(results), "expectation"), file.Elapsed().Seconds())
	}
	r.say(b.String())
}

// rest adds the files of which nothing was reached.
func (r *testReport) rest(files []*expect.File) {
	told := map[*expect.File]bool{}
	for _, f := range r.files {
		told[f.File] = true
	}
	for _, f := range files {
		if told[f] {
			continue
		}
		results := make([]expect.Result, len(f.Expectations))
		for i, e := range f.Expectations {
			results[i] = expect.Result{Expectation: e, NotReached: true}
		}
		r.add(f, results)
	}
}

// warn shows the warnings of a file, but for those of a part that another file includes,
// too.
func (r *testReport) warn(list dedalus.Diagnostics) {
	for _, d := range list {
		if text := d.String(); !r.warned[text] {
			r.warned[text] = true
			r.show(dedalus.Diagnostics{d})
		}
	}
}

// say writes a part of the result at once: it grows while the rest is searched.
func (r *testReport) say(text string) {
	r.printf("%s", text)
	_ = r.flush() // the end of the command says what went wrong
}

// again is the command that shows a result.
func (r *testReport) again(f *expect.File, x expect.Result) string {
	s := &session{tool: r.tool, sources: r.sources, files: []string{f.Name}}
	s.spec, s.nodes = x.Spec, x.Nodes
	return s.replay("verify", nil)
}

// summary ends the output.
func (r *testReport) summary() {
	expectations, reached, held, bad := 0, 0, 0, 0
	for _, f := range r.files {
		expectations += len(f.Results)
		reached += f.Reached()
		held += f.Held()
		if f.Bad() {
			bad++
		}
	}
	text := fmt.Sprintf("%s in %s: ", count(expectations, "expectation"), count(len(r.files), "file"))
	switch {
	case reached < expectations:
		text += fmt.Sprintf("%d held, %d did not, %d not reached", held, reached-held, expectations-reached)
	case r.code() == exitOK && held == 1:
		text += "it holds"
	case r.code() == exitOK:
		text += "all hold"
	default:
		text += fmt.Sprintf("%d held, %d did not", held, expectations-held)
		if bad > 0 {
			text += ", " + count(bad, "file") + " with an error"
		}
	}
	r.printf("\n%s\n", text)
}

func (r *testReport) allReached() bool {
	return !slices.ContainsFunc(r.files, func(f expect.Tested) bool { return f.Reached() < len(f.Results) })
}

func (r *testReport) code() int {
	code := exitOK
	for _, f := range r.files {
		switch {
		case f.Bad():
			return exitUsage
		case !f.OK():
			code = exitCounterexample
		}
	}
	return code
}

func (r *testReport) json() error { return r.encode(wire.NewTest(r.files)) }
