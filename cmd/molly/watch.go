package main

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/internal/watch"
	"molly/verify"
	"molly/verify/expect"
)

// watching is a call of watch.
type watching struct {
	*tool
	command *cobra.Command
	flags   verifyFlags
	files   []string
	watcher *watch.Watcher
	last    *verify.Verdict // nil before there is one
}

func (t *tool) watchCommand() *cobra.Command {
	w := &watching{tool: t}
	w.command = &cobra.Command{
		Use:               "watch FILE…",
		Short:             "Verify a program at each save, and say what has changed",
		Args:              needsFiles,
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil }, // the bounds are those of a round
		RunE:              w.run,
	}
	w.flags.registerSearch(w.command)
	w.command.Flags().BoolVar(&t.style.EachLoss, "each-loss", false, "say lost messages one by one, also those that belong together")
	w.flags.picture.register(w.command, "the counterexample")
	w.flags.page.register(w.command, "the result")
	return w.command
}

func (w *watching) run(c *cobra.Command, files []string) error {
	if slices.Contains(files, "-") {
		return usageError("standard input cannot be watched: name a file")
	}
	for _, fits := range []func() error{func() error { return checkBounds(c) }, w.flags.picture.fits, w.flags.page.fits} {
		if err := fits(); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(files, exists) {
		if _, err := w.load(w.flags.sources, files); err != nil {
			return err
		}
		return usageError("%s comes with molly and does not change\nTo have a copy that does: molly protocols copy %[1]s .", quote(files[0]))
	}
	w.files, w.watcher = files, watch.New()
	defer w.watcher.Close()
	return watch.Rounds(c.Context(), w.watcher, w.round)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// round verifies the files as they are now. What is wrong with them is told, and ends nothing.
func (w *watching) round(ctx context.Context, changed []string) error {
	w.command.SetContext(ctx)
	stop, err := process.Bound(w.command)
	defer stop()
	if err != nil {
		return boundError(err)
	}
	terminal.Clear(w.Stdout)
	t, flags := &tool{Process: w.Within(w.command.Context()), style: w.style}, w.flags
	program, err := t.read(flags.sources, w.files)
	w.watch(program, err)
	if len(changed) > 0 {
		_ = text.Saved(&t.Out, w.style, changed) // a buffer takes everything
		_ = t.Flush()                            // the end of the round says what went wrong
	}
	end := classify(t.verify(w.command, &flags, w.files))
	if cause := context.Cause(ctx); cause != nil {
		return cause // and what was found is about an older text
	}
	if end.code == exitInternal {
		return end
	}
	if end.text != "" {
		t.Complain(end.text)
	}
	now := text.Standing{Problem: end.text}
	if flags.found != nil {
		now.Verdict = flags.found.verdict
		if err := t.Flush(); err != nil {
			return err
		}
		err := t.expected(flags.sources, w.files)
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		if err != nil {
			t.Complain(classify(err).text)
		}
	}
	_ = text.Since(&t.Out, w.style, w.last, now)
	if now.Verdict != nil {
		w.last = now.Verdict
	}
	if len(changed) == 0 || terminal.Dynamic(w.Stdout) {
		_ = text.Watching(&t.Out, w.watcher.Files())
	}
	return t.Flush()
}

// watch watches what the program is made of; where it could not be loaded, also what it may be made of.
func (w *watching) watch(program *molly.Program, err error) {
	if program == nil {
		names := slices.Concat(w.files, w.watcher.Files())
		var wrong *molly.LoadError
		if errors.As(err, &wrong) {
			for _, d := range wrong.Diagnostics {
				if exists(d.Pos.File) {
					names = append(names, d.Pos.File)
				}
			}
		}
		w.watcher.Watch(names, w.flags.sources.include)
		return
	}
	var names []string
	for _, s := range program.Sources() {
		if !s.Library {
			names = append(names, s.Name)
		}
	}
	w.watcher.Watch(names, nil)
}

// expected checks what the files expect.
func (t *tool) expected(s sources, files []string) error {
	list, err := molly.Sources{Include: s.include, Define: s.define}.Tests(t.Context(), nil, files...)
	var none *molly.NoTestsError
	if errors.As(err, &none) {
		return nil
	}
	if err != nil {
		return err
	}
	t.Printf("\n")
	_, err = molly.Test(t.Context(), list, runtime.GOMAXPROCS(0), func(x expect.Tested) {
		t.show(x.Errors)
		_ = text.Tested(&t.Out, t.style, x, s.include, false)
	})
	return err
}
