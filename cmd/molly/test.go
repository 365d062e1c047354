package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
	"molly/export/junit"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/atomicfile"
	"molly/internal/numeral"
	"molly/internal/process"
	"molly/verify/expect"
)

// testFlags are the flags of test.
type testFlags struct {
	sources sources
	verbose bool
	pattern string
	jobs    int
	junit   string
}

func (t *tool) testCommand() *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use:   "test [DIR…]",
		Short: "Check protocols against the verdicts that their comments expect",
		RunE:  func(c *cobra.Command, dirs []string) error { return t.test(c.Context(), &f, dirs) },
	}
	f.sources.register(c)
	f.sources.registerJSON(c)
	process.MemoryFlag(c)
	process.TimeFlag(c)
	flags := c.Flags()
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "name every expectation, not only those that do not hold")
	flags.StringVar(&f.pattern, "run", "", "only expectations that `regexp` matches in \"FILE:LINE ⟨EOT,EFF,Crashes⟩ → verdict faults\"")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "check this many at a time; the output is the same")
	flags.StringVar(&f.junit, "junit", "", "also write the results to `file`, as the XML of JUnit that CI systems read")
	return c
}

func (t *tool) test(ctx context.Context, f *testFlags, dirs []string) error {
	if f.jobs < 1 {
		return usageError("--jobs %d: it must be at least 1", f.jobs)
	}
	pattern, err := regexp.Compile(f.pattern)
	if err != nil {
		return usageError("--run: %v", err)
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	files, err := t.expecting(ctx, f.sources, pattern, dirs)
	if err != nil {
		return err
	}
	warned := map[string]bool{} // two files may include a third one
	tested, why := molly.Test(ctx, files, f.jobs, func(x expect.Tested) {
		for _, d := range x.Warnings {
			if line := d.String(); !warned[line] {
				warned[line] = true
				t.show(dedalus.Diagnostics{d})
			}
		}
		t.show(x.Errors)
		if !f.sources.json {
			_ = text.Tested(&t.Out, t.style, x, f.sources.include, f.verbose) // a buffer takes everything
			_ = t.Flush()                                                     // the end of the command says what went wrong
		}
	})
	for _, x := range tested {
		if err := x.Broken(); err != nil {
			return err
		}
	}
	sum, code := expect.Sum(tested), exitOK
	if sum.Bad > 0 {
		code = exitUsage
	} else if !sum.OK() {
		code = exitCounterexample
	}
	end := &outcome{code: code}
	if why != nil {
		end = afterFiles(why, sum.Done, sum.Files)
	}
	interrupted := end.code == exitInterrupted
	if !interrupted && f.junit != "" {
		if err := writeJUnit(f.junit, f.sources.include, tested); err != nil {
			return err
		}
	}
	if !f.sources.json {
		err = text.Tests(&t.Out, tested)
	} else if !interrupted {
		err = wire.Encode(&t.Out, wire.NewTest(tested))
	}
	switch {
	case err != nil:
		return err
	case why == nil, code == exitUsage && !interrupted:
		return ended(code)
	case code == exitCounterexample && !interrupted:
		end.code = code // known, although not all was reached
	}
	return end
}

// writeJUnit writes the report to a file, whole or not at all.
func writeJUnit(file string, include []string, tested []expect.Tested) error {
	var content bytes.Buffer
	report := junit.New(tested, func(f expect.Tested, x expect.Result) string { return text.TestCommand(f.Name, include, x) })
	if err := junit.Write(&content, report); err != nil {
		return err
	}
	return atomicfile.Write(file, content.Bytes())
}

// afterFiles is the end at a bound, or at an interrupt.
func afterFiles(why error, done, files int) *outcome {
	end := classify(why)
	said, _, _ := strings.Cut(end.text, "\n")
	end.text = fmt.Sprintf("%s after %d of %s", said, done, numeral.Count(files, "file"))
	if process.IsMemory(why) {
		end.text += "\nTo run fewer at a time: -j; to raise the bound: --max-memory"
	}
	return end
}

// expecting reads the files that expect something that the pattern matches.
func (t *tool) expecting(ctx context.Context, s sources, pattern *regexp.Regexp, dirs []string) ([]*expect.File, error) {
	list, err := molly.Sources{Include: s.include, Define: s.define}.Tests(ctx, pattern, dirs...)
	var none *molly.NoTestsError
	var unread *molly.UnreadError
	switch {
	case errors.As(err, &unread):
		return nil, afterFiles(unread.Err, 0, unread.Files)
	case errors.As(err, &none) && none.Expecting > 0:
		return nil, usageError("--run %s: no expectation matches", text.Quote(pattern.String()))
	}
	return list, err
}

// goFlags lets test have its flags as go test spells them: -run is not -r -u -n.
func goFlags(args []string) []string {
	if len(args) == 0 || args[0] != "test" {
		return args
	}
	list := slices.Clone(args)
	for i, a := range list {
		switch name, _, _ := strings.Cut(a, "="); name {
		case "--":
			return list
		case "-run", "-junit":
			list[i] = "-" + a
		}
	}
	return list
}
