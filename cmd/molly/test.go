package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/junit"
	"molly/export/sarif"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/atomicfile"
	"molly/internal/flagvalue"
	"molly/internal/numeral"
	"molly/internal/process"
	"molly/verify/expect"
)

// testFlags are the flags of test.
type testFlags struct {
	sources  sources
	verbose  bool
	pattern  string
	jobs     int
	each     time.Duration
	shard    expect.Shard
	junit    string
	baseline baselineFlags

	certificates string
}

func (t *tool) testCommand() *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use:   "test [DIR…]",
		Short: "Check protocols against the verdicts that their comments expect",
		RunE:  func(c *cobra.Command, dirs []string) error { return t.test(c.Context(), &f, dirs) },
	}
	f.sources.register(c)
	t.registerOutput(c, &f.sources)
	process.MemoryFlag(c)
	process.TimeFlag(c)
	flags := c.Flags()
	flags.DurationVar(&f.each, "timeout-each", 0, "give up an expectation after this `time`, such as 30s, and go on with the others")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "name every expectation, not only those that do not hold")
	flags.StringVar(&f.pattern, "run", "", "only expectations that `regexp` matches in \"FILE:LINE ⟨EOT,EFF,Crashes⟩ → verdict faults\"")
	flags.Var(&f.shard, "shard", "only the `K/N` part of the expectations, such as 2/4, for several machines that share the work")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "check this many at a time; the output is the same")
	flags.StringVar(&f.junit, "junit", "", "also write the results to `file`, as the XML of JUnit that CI systems read; - is standard output, which then has nothing else")
	flags.StringVar(&f.certificates, "certificates", "", "write a certificate of each verdict below `folder`; molly check-certificate checks them")
	f.baseline.register(c)
	flagvalue.Complete(c, "timeout-each")
	flagvalue.Complete(c, "shard")
	return c
}

// fits refuses flags that mean nothing, before any work is done.
func (f *testFlags) fits(o output) error {
	switch {
	case f.jobs < 1:
		return usageError("--jobs %d: it must be at least 1", f.jobs)
	case f.each < 0:
		return usageError("--timeout-each %v: it must be more than 0", f.each)
	case f.junit == "-" && o.form != asText:
		return usageError("--junit - takes standard output, as --format does: name a file")
	case f.junit != "-" && canWrite("junit", f.junit) != nil:
		return canWrite("junit", f.junit)
	}
	if info, err := os.Stat(f.certificates); f.certificates != "" && err == nil && !info.IsDir() {
		return usageError("--certificates %s: it is a file", quote(f.certificates))
	}
	return canWrite("save-baseline", f.baseline.save)
}

func (t *tool) test(ctx context.Context, f *testFlags, dirs []string) error {
	if err := f.fits(t.output); err != nil {
		return err
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	known, err := f.baseline.read(t)
	if err != nil {
		return err
	}
	all, err := t.expecting(ctx, f.sources, dirs)
	if err != nil {
		return err
	}
	files, err := t.chosen(f, all)
	if err != nil {
		return err
	}
	tested, why := molly.Test(ctx, files, f.jobs, func(x expect.Tested) { t.tell(ctx, f, x) })
	for _, x := range tested {
		if err := x.Broken(); err != nil {
			return err
		}
	}
	end := f.end(tested, why)
	if f.baseline.changed != nil {
		changes := known.Compare(tested, func(k expect.Known) bool { return f.shard.First() && expect.Missing(k, all, dirs) })
		if end.code == exitOK && slices.ContainsFunc(changes, expect.Change.Matters) {
			end.code = exitCounterexample
		}
		t.findChanges(changes, tested)
		err = t.result(f, end, tested, changes)
	} else {
		err = t.result(f, end, tested, nil)
	}
	if err == nil && end.code != exitInterrupted {
		err = cmp.Or(t.writeJUnit(f, tested), f.baseline.write(tested, end))
	}
	switch {
	case err != nil:
		return err
	case end.code == exitOK && end.text == "":
		return nil
	}
	return end
}

// chosen are the files with what is to be checked of them.
func (t *tool) chosen(f *testFlags, all []*expect.File) ([]*expect.File, error) {
	pattern, err := regexp.Compile(f.pattern)
	if err != nil {
		return nil, usageError("--run: %v", err)
	}
	if t.output.form != asJSON || t.output.werror {
		expect.Once(all)
	}
	if t.output.werror {
		expect.WarningsAsErrors(all)
	}
	files := expect.Matching(all, pattern)
	if len(files) == 0 {
		return nil, usageError("--run %s: no expectation matches", quote(f.pattern))
	}
	files = f.shard.Take(files)
	for _, x := range files {
		x.Limit, x.Certificates = f.each, f.certificates
	}
	return files, nil
}

// tell shows what came of a file.
func (t *tool) tell(ctx context.Context, f *testFlags, x expect.Tested) {
	t.show(x.Warnings)
	t.show(x.Errors)
	if t.output.form == asText || t.output.form == asGitHub {
		if f.baseline.changed == nil || f.verbose || x.Held() < len(x.Results) || x.Bad() {
			_ = text.Tested(t.words(f), t.style, x, f.sources.include, f.verbose) // a buffer takes everything
		}
		_ = t.Flush() // the end of the command says what went wrong
	}
	if t.output.form < asSARIF {
		return
	}
	for _, r := range x.Results {
		if d, ok := text.Failed(x, f.sources.include, r); ok {
			t.find(sarif.OfTest(ctx, d, x, r))
		}
	}
}

// words is where the result goes, in words.
func (t *tool) words(f *testFlags) io.Writer {
	if f.junit == "-" {
		return t.Stderr
	}
	return &t.Out
}

// end is how the command ends.
func (f *testFlags) end(tested []expect.Tested, why error) *outcome {
	sum, end := expect.Sum(tested), &outcome{}
	if why != nil {
		end = afterFiles(why, sum.Done, sum.Files)
	}
	switch {
	case end.code == exitInterrupted:
	case sum.Bad > 0:
		return &outcome{code: exitUsage}
	case !sum.OK():
		end.code = exitCounterexample // known, although not all was reached
	case sum.Undecided > 0 && why == nil:
		return &outcome{exitInconclusive, fmt.Sprintf("%d of %s not decided in %v", sum.Undecided, numeral.Count(sum.Expectations, "expectation"), f.each)}
	}
	return end
}

// result prints what came of all files. changes are nil where nothing was compared.
func (t *tool) result(f *testFlags, end *outcome, tested []expect.Tested, changes []expect.Change) error {
	switch t.output.form {
	case asJSON:
		if end.code == exitInterrupted {
			return nil
		}
		out := wire.NewTest(tested)
		if changes != nil {
			out.Changes = wire.NewVerdictChanges(changes)
		}
		return wire.Encode(&t.Out, out)
	case asSARIF:
		return nil
	}
	var err error
	if changes != nil {
		err = text.Changes(t.words(f), t.style, changes)
	}
	return cmp.Or(err, text.Tests(t.words(f), tested))
}

// writeJUnit writes the report, to a file whole or not at all.
func (t *tool) writeJUnit(f *testFlags, tested []expect.Tested) error {
	if f.junit == "" {
		return nil
	}
	report := junit.New(tested, func(x expect.Tested, r expect.Result) string { return text.TestCommand(x.File, f.sources.include, r) })
	if f.junit == "-" {
		return junit.Write(&t.Out, report)
	}
	var content bytes.Buffer
	if err := junit.Write(&content, report); err != nil {
		return err
	}
	return atomicfile.Write(f.junit, content.Bytes())
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

// expecting reads the files that expect something.
func (t *tool) expecting(ctx context.Context, s sources, dirs []string) ([]*expect.File, error) {
	list, err := molly.Sources{Include: s.include, Define: s.define}.Tests(ctx, nil, dirs...)
	var unread *molly.UnreadError
	if errors.As(err, &unread) {
		return nil, afterFiles(unread.Err, 0, unread.Files)
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
