package main

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"molly"
	"molly/internal/flagvalue"
	"molly/internal/numeral"
	"molly/internal/target"
	"molly/node/trace"
)

// targetFlags are the flags of commands that run something in steps.
type targetFlags struct {
	sources sources
	eot     flagvalue.Number
	nodes   flagvalue.Nodes
	options target.Options
}

func (f *targetFlags) register(c *cobra.Command) {
	f.sources.register(c)
	flags := c.Flags()
	flags.VarP(&f.eot, "eot", "t", "of a program: the local time of each node's last step (0: no last one)")
	flags.VarP(&f.nodes, "nodes", "N", "the nodes; of raft, their number")
	flags.IntVar(&f.options.Members, "members", 0, "of raft: only so many nodes are members at first")
	flags.StringArrayVar(&f.options.Bugs, "bug", nil, "of a sample: with this `bug` (repeatable; the error for a wrong one lists them)")
	flags.BoolVar(&f.options.FIFO, "fifo", false, "links deliver in the order in which was sent")
	flags.StringArrayVar(&f.options.Never, "never", nil, "a `condition` on states that is a violation when it holds, such as 'S1.role == \"leader\"' (repeatable)")
	flags.StringArrayVar(&f.options.Processes, "process", nil, "a node that is a program: `NAME=COMMAND` (repeatable; docs/processes.md)")
	flags.StringVar(&f.options.Listen, "listen", "", "wait at this `address` for the processes of --nodes to register")
	flags.DurationVar(&f.options.Answer, "answer", 5*time.Second, "how long a process may take for an answer")
	flagvalue.Complete(c, "eot")
	flagvalue.Complete(c, "nodes")
}

// find finds the target.
func (f *targetFlags) find(t *tool, args []string) (*target.Target, error) {
	o := f.options
	o.Include, o.Define, o.Nodes, o.Stdin, o.Tell = f.sources.include, f.sources.define, f.nodes.List, t.Stdin, t.Complain
	if f.eot.Given {
		o.EOT = &f.eot.Value
	}
	return target.Open(t.Context(), args, o)
}

// open is find for a command that has one target.
func (f *targetFlags) open(t *tool, args []string) (*target.Target, error) {
	found, err := f.find(t, args)
	var wrong *molly.LoadError
	switch {
	case errors.As(err, &wrong):
		t.show(wrong.Diagnostics)
		return nil, &outcome{exitUsage, numeral.Count(len(wrong.Diagnostics.Errors()), "error")}
	case err != nil && t.Context().Err() != nil:
		return nil, err
	case err != nil && len(args) == 0:
		return nil, usageError("%v", err)
	case err != nil:
		return nil, usageError("%s: %v", strings.Join(args, " "), err)
	}
	return found, nil
}

// of returns the arguments of a command that is given a trace, and perhaps the trace's target, too: else its flags are set as
// the trace has them.
func (f *targetFlags) of(tr *trace.Trace, name string, args []string) ([]string, error) {
	if len(args) > 0 {
		return args, nil
	}
	args, err := f.reopen(tr.Options)
	if err != nil {
		return nil, usageError("%s: its target %q: %v", name, strings.Join(tr.Options, " "), err)
	}
	return args, nil
}

// reopen sets the flags by which a trace names its target, and returns its arguments.
func (f *targetFlags) reopen(words []string) ([]string, error) {
	c := &cobra.Command{}
	f.register(c)
	if err := c.ParseFlags(words); err != nil {
		return nil, err
	}
	return c.Flags().Args(), nil
}
