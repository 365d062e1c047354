package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/export/text"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/internal/terminal"
)

// tool is one call of molly.
type tool struct {
	*process.Process
	style  text.Style // of standard output
	output output
}

// run is molly with everything that it needs from outside. It returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	t := &tool{Process: process.New("molly", stdin, stdout, stderr), style: styleOf(stdout)}
	return t.Run(func(ctx context.Context) int { return t.execute(ctx, args) }, t.abandon)
}

// styleOf is how text on a stream may look: colour and boxes are for terminals.
func styleOf(w io.Writer) text.Style {
	if !terminal.Dynamic(w) {
		return text.Style{}
	}
	return text.Style{Colour: os.Getenv("NO_COLOR") == "", Boxes: true}
}

// execute runs the command, and writes what is left of its result.
func (t *tool) execute(ctx context.Context, args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			code = reportPanic(t.Stderr, p)
		}
	}()
	root := t.rootCommand()
	root.SetArgs(goFlags(args))
	root.SetIn(t.Stdin)
	root.SetOut(&t.Out)
	root.SetErr(t.Stderr)
	ending := t.finish(classify(root.ExecuteContext(ctx)))
	if err := t.Flush(); err != nil {
		ending = &outcome{exitInternal, "the result cannot be written: " + err.Error()}
	}
	if ending.text != "" {
		t.Complain(ending.text)
	}
	return ending.code
}

// abandon ends the process while the command is still running.
func (t *tool) abandon(cause error) (code int) {
	ending := classify(cause)
	if code, settled := t.Backstop.Abandon(t.Stdout); settled {
		ending.code = code
	}
	t.Complain(ending.text + ", and the work in progress did not stop")
	return ending.code
}

// bound bounds the time of a command that has --timeout, and the memory of one that has
// --max-memory.
func (t *tool) bound(c *cobra.Command, _ []string) error {
	return boundError(t.Bound(c))
}

func boundError(err error) error {
	var wrong *process.FlagError
	if errors.As(err, &wrong) {
		return usageError("--%s %s: %v", wrong.Flag, quote(wrong.Value), wrong.Err)
	}
	return err
}

// rootCommand is the whole command line.
func (t *tool) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:               "molly",
		Short:             "Find the faults that break a distributed protocol, or prove that none do",
		Version:           build().Version,
		SilenceUsage:      true,
		SilenceErrors:     true,
		Args:              flagvalue.Unknown,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: t.bound,
		DisableAutoGenTag: true,

		SuggestionsMinimumDistance: 2,
	}
	root.SetVersionTemplate("molly {{.Version}}\n")
	root.SetGlobalNormalizationFunc(normalizeFlag)
	root.SetFlagErrorFunc(prototypeFlags.Mistake)
	help := t.helpCommand(root)
	describe(help)
	root.SetHelpCommand(help)
	root.AddCommand(
		t.lintCommand(),
		t.verifyCommand(), t.checkCertificateCommand(), t.runCommand(), t.checkCommand(), t.compileCommand(), t.explainCommand(), t.hazardCommand(), t.drawCommand(), t.reportCommand(),
		t.countCommand(), t.sweepCommand(), t.reproCommand(), t.testCommand(),
		t.newCommand(), t.watchCommand(), t.mcpCommand(), t.lspCommand(), t.fmtCommand(), t.playgroundCommand(),
		t.debugCommand(), t.stepCommand(), t.traceCommand(), t.fuzzCommand(), t.minimizeCommand(), t.replayCommand(), t.exploreCommand(),
		t.protocolsCommand(), t.schemaCommand(), t.completionCommand(), t.versionCommand(), t.manCommand(),
	)
	describe(root)
	flagvalue.Arguments(root, func(err error) bool {
		var said *outcome
		return errors.As(err, &said)
	})
	return root
}

// normalizeFlag lets the prototype's spellings mean the same flags.
func normalizeFlag(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	switch name {
	case "EOT", "EFF":
		name = strings.ToLower(name)
	}
	return pflag.NormalizedName(name)
}
