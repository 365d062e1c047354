package host

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"molly/explore/replay"
	"molly/internal/browse"
	"molly/node"
	"molly/node/script"
	"molly/node/trace"
)

func (h *host) debugCommand() *cobra.Command {
	var file string
	var browser bool
	var d Debug
	c := &cobra.Command{
		Use: "debug", Short: "Step the nodes by hand in a browser, in any order, back and forth", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if file != "" {
				if d.Path, err = h.open(c, file); err != nil {
					return err
				}
			}
			s, err := h.subject(c)
			if err != nil {
				return err
			}
			d.Tell = func(url string) {
				fmt.Fprintf(h.stdout, "The debugger is at %s\nCtrl-C ends it.\n", url)
				if browser {
					if err := browse.Open(c.Context(), url); err != nil {
						fmt.Fprintf(h.stderr, "the page cannot be opened: %v\n", err)
					}
				}
			}
			return s.Debug(c.Context(), d)
		},
	}
	c.Flags().StringVar(&file, "open", "", "open this trace `file` as a path")
	c.Flags().StringVar(&d.Until, "until", "", "begin with a search for a state in which this `condition` holds")
	c.Flags().IntVar(&d.Port, "port", 0, "serve the page at this port (0: any that is free)")
	c.Flags().BoolVar(&browser, "browser", true, "open the page in a browser")
	return c
}

func (h *host) stepCommand() *cobra.Command {
	var file string
	var o Step
	c := &cobra.Command{
		Use: "step", Short: "Step the nodes through an execution that is written down", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := h.subject(c)
			if err != nil {
				return err
			}
			o.Name, o.Script, o.Out, o.Stdout = "<stdin>", h.stdin, h.stdout, h.stdout
			if file != "-" {
				f, err := os.Open(file)
				if err != nil {
					return err
				}
				defer f.Close()
				o.Name, o.Script = file, f
			}
			if o.Save == "-" {
				o.Out = h.stderr
			}
			err = s.Step(c.Context(), o)
			var expected *script.ExpectError
			if errors.As(err, &expected) {
				return &outcome{unexpected, err}
			}
			return err
		},
	}
	c.Flags().StringVarP(&file, "script", "s", "-", "the `file` with the statements (- is standard input)")
	c.Flags().StringVar(&o.Save, "save", "", "write the execution to this `file`, as a trace (- is standard output; all else goes to standard error then)")
	c.Flags().BoolVarP(&o.Verbose, "verbose", "v", false, "say each step")
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
			if !check {
				return t.Text(h.stdout)
			}
			s, err := h.subject(c)
			if err != nil {
				return err
			}
			n, err := s.Check(t)
			var d *trace.Difference
			switch {
			case errors.As(err, &d):
				return &outcome{unexpected, fmt.Errorf("%s: %w", args[0], err)}
			case err != nil:
				return fmt.Errorf("%s: %w", args[0], err)
			}
			fmt.Fprintf(h.stdout, "%d events, all as recorded\n", n)
			return nil
		},
	}
	c.Flags().BoolVar(&check, "check", false, "do it again, and say the first step that differs")
	return c
}

func (h *host) replayCommand() *cobra.Command {
	var o Replay
	c := &cobra.Command{
		Use: "replay DIR…|FILE…", Short: "Do saved traces again, as regression tests", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, names []string) error { return h.replay(c, &o, names) },
	}
	o.Register(c.Flags())
	return c
}

func (h *host) replay(c *cobra.Command, o *Replay, names []string) error {
	if err := o.Fits(); err != nil {
		return err
	}
	files, err := o.Files(names)
	if err != nil {
		return err
	}
	o.Again = func(r *replay.Result) string { return h.target.Name + " replay " + r.Name }
	given := h.given(c)
	open := func(options []string) (*node.System, func(), error) {
		if !given {
			if err := h.setFlags(c, options); err != nil {
				return nil, nil, err
			}
		}
		s, err := h.subject(c)
		return s.System, func() {}, err
	}
	table := replay.NewTable(h.stdout, files)
	list, err := o.Run(c.Context(), files, open, func(r *replay.Result) { _ = table.Add(r) }) // who reads it may have gone
	sum := replay.Sum(list)
	fmt.Fprintf(h.stdout, "\n%v\n", sum)
	switch {
	case err != nil:
		return err
	case sum[replay.Unreadable] > 0:
		return &outcome{usage, fmt.Errorf("%d unreadable", sum[replay.Unreadable])}
	case sum.Failed() > 0:
		return &outcome{unexpected, fmt.Errorf("%d of %d are not as expected", sum.Failed(), sum.All())}
	case sum[replay.Undecided] > 0:
		return &outcome{inconclusive, fmt.Errorf("%d of %d not done in %v", sum[replay.Undecided], sum.All(), o.Each)}
	}
	return nil
}
