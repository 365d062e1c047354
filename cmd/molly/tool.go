package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/export/text"
	"molly/internal/process"
	"molly/internal/terminal"
)

// tool is one call of molly: where it reads and writes.
type tool struct {
	ctx   context.Context // ends at the first interrupt, and at the bounds of the command
	stdin io.Reader
	// out gathers the result; it is written at once, when it is complete, or by flush.
	out        bytes.Buffer
	unwritable error // of stdout
	stdout     io.Writer
	stderr     io.Writer
	style      text.Style // of stdout
	atEnd      []func()
	backstop   *process.Backstop
}

// run is molly with everything that it needs from outside. It returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	ctx, stop := process.Interruptible(context.Background())
	defer stop()
	if f, ok := stdin.(*os.File); ok {
		stdin = process.PatientReader{Context: ctx, Reader: f}
	}
	t := &tool{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, style: terminal.Style(stdout), backstop: process.NewBackstop()}
	t.backstop.Watch(ctx)
	ended := make(chan int, 1)
	go func() { ended <- t.execute(args) }()
	select {
	case code = <-ended:
		return code
	case <-t.backstop.Overdue():
		return t.abandon()
	}
}

// execute runs the command, and writes what is left of its result.
func (t *tool) execute(args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			code = reportPanic(t.stderr, p)
		}
	}()
	defer func() {
		for _, f := range t.atEnd {
			f()
		}
	}()
	root := t.rootCommand()
	root.SetArgs(goFlags(args))
	root.SetIn(t.stdin)
	root.SetOut(&t.out)
	root.SetErr(t.stderr)
	ending := classify(root.ExecuteContext(t.ctx))
	if err := t.flush(); err != nil {
		ending = &outcome{exitInternal, "the result cannot be written: " + err.Error()}
	}
	if ending.text != "" {
		t.complain(ending.text)
	}
	return ending.code
}

// flush writes what there is of the result, where it is worth reading before the rest.
func (t *tool) flush() error {
	return t.backstop.Write(func() error {
		if t.unwritable == nil {
			_, t.unwritable = t.stdout.Write(t.out.Bytes())
		}
		t.out.Reset()
		return t.unwritable
	})
}

// settle notes what has been printed so far as a result with a code, and takes it back:
// what follows says it again, with more that is not as certain to end.
func (t *tool) settle(code int) {
	t.backstop.Settle(bytes.Clone(t.out.Bytes()), code)
	t.out.Reset()
}

// abandon ends the process while the command is still running.
func (t *tool) abandon() int {
	ending := classify(t.backstop.Cause())
	if code, settled := t.backstop.Abandon(t.stdout); settled {
		ending.code = code
	}
	t.complain(ending.text + ", and the work in progress did not stop")
	return ending.code
}

// bound bounds the time of a command that has --timeout, and the memory of one that has
// --max-memory.
func (t *tool) bound(c *cobra.Command, _ []string) error {
	stop, err := process.Bound(c)
	t.atEnd = append(t.atEnd, stop)
	var wrong *process.FlagError
	if errors.As(err, &wrong) {
		return usageError("--%s %s: %v", wrong.Flag, quote(wrong.Value), wrong.Err)
	}
	t.ctx = c.Context()
	if in, ok := t.stdin.(process.PatientReader); ok {
		t.stdin = process.PatientReader{Context: t.ctx, Reader: in.Reader}
	}
	t.backstop.Watch(t.ctx)
	return err
}

// complain writes an error for people.
func (t *tool) complain(text string) {
	fmt.Fprintf(t.stderr, "molly: %s\n", strings.TrimRight(text, "\n"))
}

// printf adds to the result.
func (t *tool) printf(format string, args ...any) {
	fmt.Fprintf(&t.out, format, args...)
}

// rootCommand is the whole command line.
func (t *tool) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:               "molly",
		Short:             "Find the faults that break a distributed protocol, or prove that none do",
		Version:           build().Version,
		SilenceUsage:      true,
		SilenceErrors:     true,
		Args:              unknownCommand,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: t.bound,
		DisableAutoGenTag: true,

		SuggestionsMinimumDistance: 2,
	}
	root.SetVersionTemplate("molly {{.Version}}\n")
	root.SetGlobalNormalizationFunc(normalizeFlag)
	root.SetFlagErrorFunc(flagError)
	help := t.helpCommand(root)
	describe(help)
	root.SetHelpCommand(help)
	root.AddCommand(
		t.verifyCommand(), t.checkCertificateCommand(), t.runCommand(), t.checkCommand(), t.compileCommand(), t.explainCommand(), t.hazardCommand(), t.drawCommand(), t.reportCommand(),
		t.countCommand(), t.sweepCommand(), t.reproCommand(), t.testCommand(),
		t.protocolsCommand(), t.schemaCommand(), t.completionCommand(), t.versionCommand(), t.manCommand(),
	)
	describe(root)
	for _, c := range root.Commands() {
		wrapArgs(c)
		for _, sub := range c.Commands() {
			wrapArgs(sub)
		}
	}
	return root
}

// unknownCommand refuses words that are no command.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := "there is no command " + quote(args[0])
	switch near := root.SuggestionsFor(args[0]); {
	case len(near) > 0:
		text += "\nDid you mean " + strings.Join(near, " or ") + "?"
	case strings.HasSuffix(args[0], ".ded"):
		text += "\nDid you mean molly verify " + quote(args[0]) + "?"
	}
	return usageError("%s\nSee: molly --help", text)
}

// wrapArgs makes errors about arguments name the command's help.
func wrapArgs(c *cobra.Command) {
	check := c.Args
	if check == nil {
		return
	}
	c.Args = func(c *cobra.Command, args []string) error {
		err := check(c, args)
		var said *outcome
		if err == nil || errors.As(err, &said) {
			return err
		}
		return argumentError(c, args, err)
	}
}

// normalizeFlag lets the prototype's spellings mean the same flags.
func normalizeFlag(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	switch name {
	case "EOT", "EFF":
		name = strings.ToLower(name)
	}
	return pflag.NormalizedName(name)
}
