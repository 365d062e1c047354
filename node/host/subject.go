package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"molly/debug"
	"molly/explore/fuzz"
	"molly/node"
	"molly/node/script"
	"molly/node/session"
	"molly/node/trace"
)

// Subject is a system with what a command line knows of it.
type Subject struct {
	System *node.System
	// Words are the arguments and flags that name it on a command line, for the header of a trace.
	Words []string
	// Commands are kinds of commands that the nodes take, where they are known.
	Commands []string
	// Explain says why a tuple holds, or why not; nil where there is no lineage.
	Explain func(w *node.World, tuple string, out io.Writer) error
	// Plan is how random executions are made where nothing else is said.
	Plan fuzz.Plan
	// Ends says that its nodes stop setting timers by themselves.
	Ends bool
	// Rules lists what fired in a node's last step; nil where there are no rules.
	Rules func(w *node.World, n int) (any, error)
}

// Debug is how a subject is debugged.
type Debug struct {
	Path  *trace.Trace // what is opened, or nil
	Until string       // a condition to begin with a search for, or ""
	Port  int          // of this machine's own address; 0 is any that is free
	Tell  func(url string)
}

// untilSteps is how far Until searches, as the page and scripts do where nothing is said.
const untilSteps = 12

// Debug serves the debugger's page until the context ends, which is no error.
func (s Subject) Debug(ctx context.Context, d Debug) error {
	x, err := session.New(s.System)
	if err != nil {
		return err
	}
	defer x.Close()
	server := debug.New(x, debug.Options{
		Title: s.System.Name, Header: trace.Header{Options: s.Words}, Commands: s.Commands, Explain: s.Explain, Rules: s.Rules,
		Save: func(file string, t *trace.Trace) error { return t.WriteFile(file) },
	})
	if d.Path != nil {
		if err := server.Open(d.Path); err != nil {
			return fmt.Errorf("the trace: %w", err)
		}
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", d.Port))
	if err != nil {
		return fmt.Errorf("--port %d: %w", d.Port, err)
	}
	if d.Until != "" {
		if err := server.Until(d.Until, untilSteps); err != nil {
			_ = l.Close() // nobody has connected
			return fmt.Errorf("--until: %w", err)
		}
	}
	if err := server.Serve(ctx, l, d.Tell); ctx.Err() == nil {
		return err
	}
	return nil
}

// Step is a script for a subject.
type Step struct {
	Name    string // of the script
	Script  io.Reader
	Out     io.Writer // what the script says
	Verbose bool
	// Save is a file for the execution, or "", or "-" for Stdout.
	Save   string
	Stdout io.Writer
}

// Step runs a script. The error is one of script.Runner, or says that the execution cannot be saved, which it is also
// where the script fails.
func (s Subject) Step(ctx context.Context, o Step) error {
	x, err := session.New(s.System)
	if err != nil {
		return err
	}
	defer x.Close()
	save := func(file string, t *trace.Trace) error {
		t.Options = s.Words
		if file == "-" {
			return t.Write(o.Stdout)
		}
		return t.WriteFile(file)
	}
	r := script.Runner{Session: x, Out: o.Out, Save: save, Explain: s.Explain, Verbose: o.Verbose}
	err = r.Run(ctx, o.Name, o.Script)
	if o.Save != "" {
		if failed := save(o.Save, x.Save(trace.Header{})); failed != nil {
			return errors.Join(err, fmt.Errorf("--save: %w", failed))
		}
	}
	return err
}

// Check does a trace again and returns how many events it has. The error is that of trace.Replay.
func (s Subject) Check(t *trace.Trace) (events int, err error) {
	w, err := trace.Replay(s.System, t)
	if w != nil {
		defer w.Close()
	}
	return len(t.Records), err
}
