package main

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"molly/internal/atomicfile"
	"molly/internal/process"
	"molly/node/script"
	steps "molly/node/session"
	"molly/node/trace"
)

// stepFlags are the flags of step.
type stepFlags struct {
	target  targetFlags
	script  string
	save    string
	verbose bool
}

func (t *tool) stepCommand() *cobra.Command {
	var f stepFlags
	c := &cobra.Command{
		Use:   "step TARGET",
		Short: "Step nodes through an execution that is written down",
		RunE:  func(_ *cobra.Command, args []string) error { return t.step(&f, args) },
	}
	f.target.register(c)
	c.Flags().StringVarP(&f.script, "script", "s", "-", "the `file` with the statements (- is standard input)")
	c.Flags().StringVar(&f.save, "save", "", "write the execution to this `file`, as a trace (- is standard output; all else goes to standard error then)")
	c.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "say each step")
	process.TimeFlag(c)
	process.MemoryFlag(c)
	return c
}

func (t *tool) step(f *stepFlags, args []string) error {
	target, err := f.target.open(t, args)
	if err != nil {
		return err
	}
	defer target.Close()
	var in io.Reader = t.Stdin
	name := "<stdin>"
	if f.script != "-" {
		file, err := os.Open(f.script)
		if err != nil {
			return usageError("--script: %v", err)
		}
		defer file.Close()
		in, name = file, f.script
	}
	x, err := steps.New(target.System)
	if err != nil {
		return usageError("%v", err)
	}
	defer x.Close()
	save := func(file string, tr *trace.Trace) error {
		tr.Options = target.Words
		if file == "-" {
			return tr.Write(&t.Out)
		}
		var b bytes.Buffer
		if err := tr.Write(&b); err != nil {
			return err
		}
		return atomicfile.Write(file, b.Bytes())
	}
	var out io.Writer = &t.Out
	if f.save == "-" {
		out = t.Stderr
	}
	r := script.Runner{Session: x, Out: out, Save: save, Explain: target.Explain, Verbose: f.verbose}
	err = r.Run(t.Context(), name, in)
	if f.save != "" {
		if err := save(f.save, x.Save(trace.Header{})); err != nil {
			return usageError("--save: %v", err)
		}
	}
	var wrong *script.Error
	var expected *script.ExpectError
	switch {
	case errors.As(err, &expected):
		return &outcome{exitCounterexample, err.Error()}
	case errors.As(err, &wrong) && t.Context().Err() == nil:
		return &outcome{exitUsage, err.Error()}
	}
	return err
}
