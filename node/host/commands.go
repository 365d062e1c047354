package host

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/spf13/cobra"

	"molly/debug"
	"molly/internal/atomicfile"
	"molly/internal/browse"
	"molly/node/script"
	"molly/node/session"
	"molly/node/trace"
)

func (h *host) debugCommand() *cobra.Command {
	var file string
	var port int
	var browser bool
	c := &cobra.Command{
		Use: "debug", Short: "Step the nodes by hand in a browser, in any order, back and forth", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var path *trace.Trace
			if file != "" {
				var err error
				if path, err = h.open(c, file); err != nil {
					return err
				}
			}
			s, words, err := h.system(c)
			if err != nil {
				return err
			}
			x, err := session.New(s)
			if err != nil {
				return err
			}
			defer x.Close()
			server := debug.New(x, debug.Options{Title: s.Name, Header: trace.Header{Options: words}, Commands: h.target.Commands, Save: write})
			if path != nil {
				if err := server.Open(path); err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
			}
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				return fmt.Errorf("--port %d: %w", port, err)
			}
			err = server.Serve(c.Context(), l, func(url string) {
				fmt.Fprintf(h.stdout, "The debugger is at %s\nCtrl-C ends it.\n", url)
				if browser {
					if err := browse.Open(c.Context(), url); err != nil {
						fmt.Fprintf(h.stderr, "the page cannot be opened: %v\n", err)
					}
				}
			})
			if c.Context().Err() != nil {
				return nil // Ctrl-C is how it ends
			}
			return err
		},
	}
	c.Flags().StringVar(&file, "open", "", "open this trace `file` as a path")
	c.Flags().IntVar(&port, "port", 0, "serve the page at this port (0: any that is free)")
	c.Flags().BoolVar(&browser, "browser", true, "open the page in a browser")
	return c
}

// write writes a trace as a file.
func write(file string, t *trace.Trace) error {
	var b bytes.Buffer
	if err := t.Write(&b); err != nil {
		return err
	}
	return atomicfile.Write(file, b.Bytes())
}

func (h *host) stepCommand() *cobra.Command {
	var file, save string
	var verbose bool
	c := &cobra.Command{
		Use: "step", Short: "Step the nodes through an execution that is written down", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, words, err := h.system(c)
			if err != nil {
				return err
			}
			in, name := h.stdin, "<stdin>"
			if file != "-" {
				f, err := os.Open(file)
				if err != nil {
					return err
				}
				defer f.Close()
				in, name = f, file
			}
			x, err := session.New(s)
			if err != nil {
				return err
			}
			defer x.Close()
			keep := func(file string, t *trace.Trace) error {
				t.Options = words
				return write(file, t)
			}
			r := script.Runner{Session: x, Out: h.stdout, Save: keep, Verbose: verbose}
			err = r.Run(c.Context(), name, in)
			if save != "" {
				if err := keep(save, x.Save(trace.Header{})); err != nil {
					return fmt.Errorf("--save: %w", err)
				}
			}
			var expected *script.ExpectError
			if errors.As(err, &expected) {
				return &outcome{unexpected, err}
			}
			return err
		},
	}
	c.Flags().StringVarP(&file, "script", "s", "-", "the `file` with the statements (- is standard input)")
	c.Flags().StringVar(&save, "save", "", "write the execution to this `file`, as a trace")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "say each step")
	return c
}

func (h *host) traceCommand() *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use: "trace FILE", Short: "Say what a recorded execution does, or do it again", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			t, err := h.open(c, args[0])
			if err != nil {
				return err
			}
			if check {
				return h.check(c, args[0], t)
			}
			for _, r := range t.Records {
				fmt.Fprintf(h.stdout, "%d  %s\n", r.N, r)
				if r.Violation != nil {
					fmt.Fprintf(h.stdout, "    violation: %s\n", r.Violation.Text)
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&check, "check", false, "do it again, and say the first step that differs")
	return c
}

// check replays a trace.
func (h *host) check(c *cobra.Command, name string, t *trace.Trace) error {
	s, _, err := h.system(c)
	if err != nil {
		return err
	}
	w, err := trace.Replay(s, t)
	if w != nil {
		defer w.Close()
	}
	var d *trace.Difference
	switch {
	case errors.As(err, &d):
		return &outcome{unexpected, fmt.Errorf("%s: %w", name, err)}
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintf(h.stdout, "%d events, all as recorded\n", len(t.Records))
	return nil
}
