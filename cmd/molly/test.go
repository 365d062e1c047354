package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"molly"
	"molly/explore/replay"
	"molly/export/junit"
	"molly/export/junit/traces"
	"molly/export/junit/verdicts"
	"molly/export/sarif"
	"molly/export/text"
	"molly/export/wire"
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
	t.registerOutput(c, &f.sources.json)
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
	w, err := t.toTest(ctx, f, dirs)
	if err != nil {
		return err
	}
	var found outcomes
	var why error
	found.tested, why = molly.Test(ctx, w.files, f.jobs, func(x expect.Tested) { t.tell(ctx, f, x) })
	for _, x := range found.tested {
		if err := x.Broken(); err != nil {
			return err
		}
	}
	if len(w.traces) > 0 {
		found.replayed, why = replay.Run(ctx, w.traces, t.openTrace, replay.Options{Jobs: f.jobs, Limit: f.each}, func(r *replay.Result) { t.tellTrace(f, r) })
		t.tellFolders(f, found.replayed)
	}
	end := f.end(found, why)
	if f.baseline.changed != nil {
		found.changes = known.Compare(found.judged(), func(k expect.Known) bool { return f.shard.First() && w.missing(k, dirs) })
		if end.code == exitOK && slices.ContainsFunc(found.changes, expect.Change.Matters) {
			end.code = exitCounterexample
		}
		t.findChanges(found.changes, found.tested)
	}
	err = t.result(f, end, found)
	if err == nil && end.code != exitInterrupted {
		err = cmp.Or(t.writeJUnit(f, found), f.baseline.write(found, end))
	}
	if err != nil {
		return err
	}
	return end.orNil()
}

// work is what is tested.
type work struct {
	all    []*expect.File // programs, with all that they expect
	files  []*expect.File // with what is to be checked of it
	saved  []string       // all traces
	traces []replay.File  // those that are to be done again
}

// toTest finds what is to be tested. Names that end with the extension of traces lead to these, those of folders to programs and
// to traces, other ones to programs.
func (t *tool) toTest(ctx context.Context, f *testFlags, names []string) (w work, err error) {
	pattern, err := regexp.Compile(f.pattern)
	if err != nil {
		return w, usageError("--run: %v", err)
	}
	programs, traces := split(names)
	if w.saved, err = replay.Find(traces...); err != nil {
		return w, err
	}
	if len(programs) > 0 {
		w.all, err = t.expecting(ctx, f.sources, programs)
		var none *molly.NoTestsError
		if err != nil && !(errors.As(err, &none) && len(w.saved) > 0) {
			return w, err
		}
	}
	files := t.chosen(f, w.all, pattern)
	chosen := matching(w.saved, pattern)
	if len(files)+len(chosen) == 0 {
		return w, usageError("--run %s: no expectation matches", quote(f.pattern))
	}
	w.files, w.traces = expect.Take(f.shard, files), replay.Read(f.ofShard(chosen, expect.Shared(files)))
	return w, nil
}

// missing reports whether a verdict of a baseline is of something that is not there any more, and that names would lead to.
func (w work) missing(k expect.Known, names []string) bool {
	if slices.ContainsFunc(w.saved, func(name string) bool { return filepath.ToSlash(name) == k.File }) {
		return false
	}
	return expect.Missing(k, w.all, names)
}

// outcomes is what came of a test.
type outcomes struct {
	tested   []expect.Tested
	replayed []*replay.Result
	changes  []expect.Change // nil where nothing was compared
}

// chosen are the files with what is to be checked of them.
func (t *tool) chosen(f *testFlags, all []*expect.File, pattern *regexp.Regexp) []*expect.File {
	if t.output.form != asJSON || t.output.werror {
		expect.Once(all)
	}
	if t.output.werror {
		expect.WarningsAsErrors(all)
	}
	files := expect.Matching(all, pattern)
	for _, x := range files {
		x.Limit, x.Certificates = f.each, f.certificates
	}
	return files
}

// tell shows what came of a file.
func (t *tool) tell(ctx context.Context, f *testFlags, x expect.Tested) {
	t.show(x.Warnings)
	t.show(x.Errors)
	if t.output.words() {
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
func (f *testFlags) end(found outcomes, why error) *outcome {
	sum, traces, end := expect.Sum(found.tested), replay.Sum(found.replayed), &outcome{}
	if why != nil {
		end = afterFiles(why, sum.Done+traces.All()-traces[replay.NotReached], sum.Files+traces.All())
	}
	switch {
	case end.code == exitInterrupted:
	case sum.Bad > 0, traces[replay.Unreadable] > 0:
		return &outcome{code: exitUsage}
	case !sum.OK(), traces.Failed() > 0:
		end.code = exitCounterexample // known, although not all was reached
	case sum.Undecided+traces[replay.Undecided] > 0 && why == nil:
		all := numeral.Count(sum.Expectations, "expectation")
		switch n := traces.All(); {
		case sum.Expectations == 0:
			all = numeral.Count(n, "trace")
		case n > 0:
			all += " and " + numeral.Count(n, "trace")
		}
		return &outcome{exitInconclusive, fmt.Sprintf("%d of %s not decided in %v", sum.Undecided+traces[replay.Undecided], all, f.each)}
	}
	return end
}

// result prints what came of all files.
func (t *tool) result(f *testFlags, end *outcome, found outcomes) error {
	switch t.output.form {
	case asJSON:
		if end.code == exitInterrupted {
			return nil
		}
		out := wire.NewTest(found.tested, found.replayed)
		if found.changes != nil {
			out.Changes = wire.NewVerdictChanges(found.changes)
		}
		return wire.Encode(&t.Out, out)
	case asSARIF:
		return nil
	}
	var err error
	if found.changes != nil {
		err = text.Changes(t.words(f), t.style, found.changes)
	}
	return cmp.Or(err, text.Tests(t.words(f), found.tested, found.replayed))
}

// writeJUnit writes the report, to a file whole or not at all.
func (t *tool) writeJUnit(f *testFlags, found outcomes) error {
	if f.junit == "" {
		return nil
	}
	report := junit.Suites{Name: "molly test"}
	report.Add(verdicts.Suites(found.tested, func(x expect.Tested, r expect.Result) string { return text.TestCommand(x.File, f.sources.include, r) })...)
	report.Add(traces.Suites(found.replayed, text.ReplayCommand)...)
	if f.junit == "-" {
		return junit.Write(&t.Out, report)
	}
	return junit.WriteFile(f.junit, report)
}

// afterFiles is the end at a bound, or at an interrupt.
func afterFiles(why error, done, files int) *outcome {
	return after(why, done, numeral.Count(files, "file"))
}

// after is the end at a bound, or at an interrupt, after so many of all.
func after(why error, done int, all string) *outcome {
	end := classify(why)
	said, _, _ := strings.Cut(end.text, "\n")
	end.text = fmt.Sprintf("%s after %d of %s", said, done, all)
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
