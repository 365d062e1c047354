package main

import (
	"errors"
	"fmt"

	"molly/dedalus"
	"molly/export/text"
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
	_ = text.Tested(&r.out, r.style, file, r.sources.include, r.verbose) // a buffer takes everything
	_ = r.flush()                                                        // the end of the command says what went wrong
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
		if line := d.String(); !r.warned[line] {
			r.warned[line] = true
			r.show(dedalus.Diagnostics{d})
		}
	}
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
