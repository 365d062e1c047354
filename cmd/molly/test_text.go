package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"molly/dedalus"
	"molly/expect"
	"molly/verify"
)

// testReport is what came of the expectations, file by file.
type testReport struct {
	*tool
	sources sources
	verbose bool
	files   []testedFile
	broken  error           // the tool contradicted itself
	warned  map[string]bool // the warnings that were shown
}

// testedFile is one file's part of it.
type testedFile struct {
	*expect.File
	results []expect.Result
}

// bad reports whether the file could not be judged whole.
func (f testedFile) bad() bool {
	for _, r := range f.results {
		if r.Err != nil {
			return true
		}
	}
	return len(f.Errors) > 0
}

// held counts the expectations that hold.
func (f testedFile) held() int {
	n := 0
	for _, r := range f.results {
		if r.Holds() {
			n++
		}
	}
	return n
}

func (f testedFile) ok() bool { return !f.bad() && f.held() == len(f.results) }

func (f testedFile) elapsed() time.Duration {
	var sum time.Duration
	for _, r := range f.results {
		sum += r.Elapsed
	}
	return sum
}

// add takes a file's results, and says at once what came of them.
func (r *testReport) add(f *expect.File, results []expect.Result) {
	file := testedFile{f, results}
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
		case !x.Holds():
		case r.verbose:
			verdict = r.style.paint(colourGood, "--- PASS:")
		default:
			continue
		}
		fmt.Fprintf(&b, "%s %s %s (%.3f s)\n", verdict, x.Place(), x.Expectation, x.Elapsed.Seconds())
		if !x.Holds() {
			fmt.Fprintf(&b, "    %s\n    %s\n", strings.ReplaceAll(problem(x), "\n", "\n    "), r.again(f, x))
		}
	}
	switch {
	case file.ok():
		fmt.Fprintf(&b, "%s    %s  %s  %.3f s\n", r.style.paint(colourGood, "ok"), f.Name, count(len(results), "expectation"), file.elapsed().Seconds())
	case file.bad():
		fmt.Fprintf(&b, "%s  %s  [error in the file]\n", r.style.paint(colourBad, "FAIL"), f.Name)
	default:
		fmt.Fprintf(&b, "%s  %s  %d of %s  %.3f s\n", r.style.paint(colourBad, "FAIL"), f.Name, len(results)-file.held(), count(len(results), "expectation"), file.elapsed().Seconds())
	}
	r.say(b.String())
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
	if _, err := r.stdout.Write(r.out.Bytes()); err == nil {
		r.out.Reset() // else it is tried again at the end, which says what is wrong
	}
}

// problem says why an expectation does not hold.
func problem(x expect.Result) string {
	if x.Err != nil {
		return x.Err.Error()
	}
	return x.Difference
}

// again is the command that shows a result.
func (r *testReport) again(f *expect.File, x expect.Result) string {
	s := &session{tool: r.tool, sources: r.sources, files: []string{f.Name}}
	s.spec, s.nodes = x.Spec, x.Nodes
	return s.replay("verify", nil)
}

// summary ends the output.
func (r *testReport) summary() {
	expectations, held, bad := 0, 0, 0
	for _, f := range r.files {
		expectations += len(f.results)
		held += f.held()
		if f.bad() {
			bad++
		}
	}
	text := fmt.Sprintf("%s in %s: ", count(expectations, "expectation"), count(len(r.files), "file"))
	switch {
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

func (r *testReport) code() int {
	code := exitOK
	for _, f := range r.files {
		switch {
		case f.bad():
			return exitUsage
		case !f.ok():
			code = exitCounterexample
		}
	}
	return code
}
