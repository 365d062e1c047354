// Package host is a main for nodes of one's own: a program with the commands of molly that run nodes: debug, step, trace and
// replay, for one system.
//
//	func main() {
//		host.Main(host.Target{Name: "lock", System: func() (*node.System, error) { return lock.System(lock.Options{}), nil }})
//	}
package host

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"molly/explore/fuzz"
	"molly/internal/terminal"
	"molly/node"
	"molly/node/predicate"
	"molly/node/trace"
)

// Target is what a program runs.
type Target struct {
	Name  string // of the program
	About string // what it is, in a line
	// Flags registers the flags that System reads; nil: there are none.
	Flags func(*flag.FlagSet)
	// System makes the system, after the flags were read. It is called again where the flags are others, as those of another
	// trace are; what it has made must not read them any more.
	System func() (*node.System, error)
	// Commands are the kinds of commands that the nodes take, which the debugger's page offers.
	Commands []string
	// Plan is how random executions are made where nothing else is said.
	Plan fuzz.Plan
}

// The exit codes are those of molly.
const (
	ok           = 0
	unexpected   = 1 // what is expected does not hold, a replay differs
	usage        = 2 // an error on the command line, in a script or in a trace
	inconclusive = 3 // a bound was reached
	interrupted  = 130
)

// Main runs the command line and ends the process. Ctrl-C and SIGTERM end what is under way.
func Main(t Target) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // executions are small and short-lived: 1.6 times as many events a second, for 40 MB
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, t, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run runs a command line and returns the exit code.
func Run(ctx context.Context, t Target, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	h := &host{target: t, stdin: stdin, stdout: stdout, stderr: stderr}
	c := h.command()
	c.SetArgs(args)
	c.SetIn(stdin)
	c.SetOut(stdout)
	c.SetErr(stderr)
	err := c.ExecuteContext(ctx)
	var o *outcome
	switch {
	case err == nil:
		return ok
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return interrupted
	case errors.As(err, &o):
		if o.err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", t.Name, err)
		}
		return o.code
	}
	fmt.Fprintf(stderr, "%s: %v\n", t.Name, err)
	return usage
}

// outcome is how a command ended, where it was not simply well.
type outcome struct {
	code int
	err  error // nil: standard output has said everything
}

func (o *outcome) Error() string {
	if o.err == nil {
		return ""
	}
	return o.err.Error()
}

func (o *outcome) Unwrap() error { return o.err }

// host is one command line.
type host struct {
	target         Target
	stdin          io.Reader
	stdout, stderr io.Writer
	own            *flag.FlagSet // the target's
	fifo           bool
	never          []string
}

func (h *host) command() *cobra.Command {
	root := &cobra.Command{Use: h.target.Name, Short: h.target.About, SilenceUsage: true, SilenceErrors: true, Args: cobra.NoArgs}
	root.CompletionOptions.DisableDefaultCmd = true
	flags := root.PersistentFlags()
	h.own = flag.NewFlagSet(h.target.Name, flag.ContinueOnError)
	h.own.SetOutput(io.Discard)
	if h.target.Flags != nil {
		h.target.Flags(h.own)
	}
	flags.AddGoFlagSet(h.own)
	flags.BoolVar(&h.fifo, "fifo", false, "links deliver in the order in which was sent")
	flags.StringArrayVar(&h.never, "never", nil, "a `condition` that is a violation where it holds (repeatable)")
	root.AddCommand(h.debugCommand(), h.stepCommand(), h.traceCommand(), h.fuzzCommand(), h.minimizeCommand(), h.replayCommand(), h.exploreCommand())
	root.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return root
}

// progress shows on a terminal what a command tells, until it ends. Where there is no terminal, tell is nil.
func (h *host) progress() (tell func(string), end func()) {
	p := terminal.NewProgress(h.stderr, 0)
	if p == nil {
		return nil, func() {}
	}
	return p.Say, p.End
}

// subject is the system that the flags ask for, and the flags, for the header of a trace.
func (h *host) subject(c *cobra.Command) (Subject, error) {
	s, err := h.target.System()
	if err != nil {
		return Subject{}, err
	}
	if h.fifo {
		s.Order = node.FIFO
	}
	if err := predicate.NeverAll(s, h.never); err != nil {
		return Subject{}, err
	}
	var words []string
	h.targetFlags(c, func(f *pflag.Flag) {
		if !f.Changed {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			for _, v := range list.GetSlice() {
				words = append(words, "--"+f.Name+"="+v)
			}
			return
		}
		words = append(words, "--"+f.Name+"="+f.Value.String())
	})
	return Subject{System: s, Words: words, Commands: h.target.Commands, Plan: h.target.Plan}, nil
}

// targetFlags calls yield for each flag that says what the system is.
func (h *host) targetFlags(c *cobra.Command, yield func(*pflag.Flag)) {
	c.Root().PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "fifo" || f.Name == "never" || h.own.Lookup(f.Name) != nil {
			yield(f)
		}
	})
}

// open reads a trace, and sets the flags that it was recorded with unless the command line has some.
func (h *host) open(c *cobra.Command, name string) (*trace.Trace, error) {
	t, err := trace.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if !h.given(c) {
		if err := h.setFlags(c, t.Options); err != nil {
			return nil, fmt.Errorf("%s was recorded with %w", name, err)
		}
	}
	return t, nil
}

// given reports whether the command line says what the system is.
func (h *host) given(c *cobra.Command) (given bool) {
	h.targetFlags(c, func(f *pflag.Flag) { given = given || f.Changed })
	return given
}

// setFlags sets the flags that say what the system is as a trace has them, and all others of these as where nothing is given.
func (h *host) setFlags(c *cobra.Command, words []string) error {
	var wrong error
	h.targetFlags(c, func(f *pflag.Flag) {
		if !f.Changed {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			wrong = errors.Join(wrong, list.Replace(nil))
		} else {
			wrong = errors.Join(wrong, f.Value.Set(f.DefValue))
		}
		f.Changed = false
	})
	if wrong != nil {
		return wrong
	}
	for _, word := range words {
		flag, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		if err := c.Root().PersistentFlags().Set(flag, value); err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
	}
	return nil
}
