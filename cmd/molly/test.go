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
	"molly/export/junit"
	"molly/export/text"
	"molly/internal/atomicfile"
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
		RunE: func(c *cobra.Command, dirs []string) error {
			return t.test(c.Context(), &f, dirs)
		},
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
	r := &testReport{tool: t, sources: f.sources, verbose: f.verbose, warned: map[string]bool{}}
	ended := molly.Test(ctx, files, f.jobs, r.add)
	if r.broken != nil {
		return r.broken
	}
	if ended != nil {
		return r.early(ended, files, f.junit)
	}
	return r.finish(f.junit)
}

// early ends the command when a bound was met, or the user interrupted it, and names what was
// not reached.
func (r *testReport) early(why error, files []*expect.File, junit string) error {
	r.rest(files)
	done := 0
	for _, f := range r.files {
		if f.Reached() == len(f.Results) {
			done++
		}
	}
	end := afterFiles(why, done, len(files))
	if end.code == exitInterrupted {
		if !r.sources.json {
			if err := text.Tests(&r.out, r.files); err != nil {
				return err
			}
		}
		return end
	}
	err := r.finish(junit)
	var said *outcome
	if errors.As(err, &said) && said.code != exitCounterexample || err != nil && said == nil {
		return err
	}
	if said != nil {
		end.code = said.code
	}
	return end
}

// afterFiles is the end at a bound, or at an interrupt.
func afterFiles(why error, done, files int) *outcome {
	end := classify(why)
	text, _, _ := strings.Cut(end.text, "\n")
	end.text = fmt.Sprintf("%s after %d of %s", text, done, count(files, "file"))
	if process.IsMemory(why) {
		end.text += "\nTo run fewer at a time: -j; to raise the bound: --max-memory"
	}
	return end
}

// finish writes what came of it all.
func (r *testReport) finish(junit string) error {
	if junit != "" {
		if err := r.writeJUnit(junit); err != nil {
			return err
		}
	}
	if r.sources.json {
		if err := r.json(); err != nil {
			return err
		}
	} else {
		if err := text.Tests(&r.out, r.files); err != nil {
			return err
		}
	}
	return ended(r.code())
}

// writeJUnit writes the report to a file, whole or not at all.
func (r *testReport) writeJUnit(file string) error {
	var content bytes.Buffer
	report := junit.New(r.files, func(f expect.Tested, x expect.Result) string { return text.TestCommand(f.Name, r.sources.include, x) })
	if err := junit.Write(&content, report); err != nil {
		return err
	}
	return atomicfile.Write(file, content.Bytes())
}

// expecting reads the files that expect something that the pattern matches.
func (t *tool) expecting(ctx context.Context, s sources, pattern *regexp.Regexp, dirs []string) ([]*expect.File, error) {
	list, err := molly.Sources{Include: s.include}.Tests(ctx, pattern, dirs...)
	var none *molly.NoTestsError
	var unread *molly.UnreadError
	switch {
	case errors.As(err, &unread):
		return nil, afterFiles(unread.Err, 0, unread.Files)
	case errors.As(err, &none) && none.Expecting > 0:
		return nil, usageError("--run %s: no expectation matches", quote(pattern.String()))
	case errors.As(err, &none):
		return nil, usageError("no file expects anything: write a comment such as\n    // expect: eot=4 eff=2 crashes=0 → certified\ninto a .ded file (%s looked at)", count(none.Files, "file"))
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
		if a == "--" {
			break
		}
		for _, name := range []string{"-run", "-junit"} {
			if a == name || strings.HasPrefix(a, name+"=") {
				list[i] = "-" + a
			}
		}
	}
	return list
}
