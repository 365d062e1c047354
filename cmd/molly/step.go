package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"molly/internal/process"
	"molly/node/host"
	"molly/node/script"
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
	o := host.Step{Name: "<stdin>", Script: t.Stdin, Out: &t.Out, Verbose: f.verbose, Save: f.save, Stdout: &t.Out}
	if f.script != "-" {
		file, err := os.Open(f.script)
		if err != nil {
			return usageError("--script: %v", err)
		}
		defer file.Close()
		o.Name, o.Script = f.script, file
	}
	if f.save == "-" {
		o.Out = t.Stderr
	}
	err = target.Step(t.Context(), o)
	var expected *script.ExpectError
	switch {
	case errors.As(err, &expected):
		return &outcome{exitCounterexample, err.Error()}
	case err != nil && t.Context().Err() == nil:
		return usageError("%v", err)
	}
	return err
}
