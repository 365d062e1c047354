package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"molly/debug"
	"molly/internal/atomicfile"
	"molly/internal/browse"
	"molly/internal/process"
	steps "molly/node/session"
	"molly/node/trace"
)

// debugFlags are the flags of debug.
type debugFlags struct {
	target  targetFlags
	open    string
	until   string
	port    int
	browser bool
}

func (t *tool) debugCommand() *cobra.Command {
	var f debugFlags
	c := &cobra.Command{
		Use:   "debug TARGET",
		Short: "Step nodes by hand in a browser, in any order, back and forth",
		RunE:  func(_ *cobra.Command, args []string) error { return t.debug(&f, args) },
	}
	f.target.register(c)
	c.Flags().StringVar(&f.open, "open", "", "open this trace `file` as a path; it names its target, too")
	c.Flags().StringVar(&f.until, "until", "", "begin with a search for a state in which this `condition` holds")
	c.Flags().IntVar(&f.port, "port", 0, "serve the page at this port (0: any that is free)")
	c.Flags().BoolVar(&f.browser, "browser", true, "open the page in a browser")
	process.MemoryFlag(c)
	return c
}

func (t *tool) debug(f *debugFlags, args []string) error {
	var path *trace.Trace
	if f.open != "" {
		var err error
		if path, err = readTrace(f.open); err != nil {
			return err
		}
		if len(args) == 0 {
			if args, err = f.target.reopen(path.Options); err != nil {
				return usageError("%s: its target %q: %v", f.open, strings.Join(path.Options, " "), err)
			}
		}
	}
	target, err := f.target.open(t, args)
	if err != nil {
		return err
	}
	defer target.Close()
	x, err := steps.New(target.System)
	if err != nil {
		return usageError("%v", err)
	}
	defer x.Close()
	return t.serve(f, x, path, debug.Options{
		Title: target.System.Name, Header: trace.Header{Options: target.Words}, Explain: target.Explain, Rules: target.Rules, Commands: target.Commands,
	})
}

// untilSteps is how far --until searches, as the page and scripts do where nothing is said.
const untilSteps = 12

// serve serves a session until it is interrupted, beginning at the end of a path, if there is one.
func (t *tool) serve(f *debugFlags, x *steps.Session, path *trace.Trace, o debug.Options) error {
	o.Save = func(file string, tr *trace.Trace) error {
		var b bytes.Buffer
		if err := tr.Write(&b); err != nil {
			return err
		}
		return atomicfile.Write(file, b.Bytes())
	}
	s := debug.New(x, o)
	if path != nil {
		if err := s.Open(path); err != nil {
			return usageError("%s: %v", cmp.Or(f.open, "this path"), err)
		}
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", f.port))
	if err != nil {
		return usageError("--port %d: %v", f.port, err)
	}
	if f.until != "" {
		if err := s.Until(f.until, untilSteps); err != nil {
			_ = l.Close() // nobody has connected
			return usageError("--until: %v", err)
		}
	}
	err = s.Serve(t.Context(), l, func(url string) {
		fmt.Fprintf(&t.Out, "The debugger is at %s\nCtrl-C ends it.\n", url)
		_ = t.Flush()
		if f.browser {
			if err := browse.Open(t.Context(), url); err != nil {
				t.Complain("the page cannot be opened: " + err.Error())
			}
		}
	})
	if errors.Is(err, t.Context().Err()) {
		return nil // Ctrl-C is how it ends
	}
	return err
}
