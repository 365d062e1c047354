package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"molly/internal/browse"
	"molly/internal/process"
	"molly/node/host"
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
	d := host.Debug{Until: f.until, Port: f.port, Tell: t.tellPage(f.browser)}
	if f.open != "" {
		var err error
		if d.Path, err = readTrace(f.open); err != nil {
			return err
		}
		if args, err = f.target.of(d.Path, f.open, args); err != nil {
			return err
		}
	}
	target, err := f.target.open(t, args)
	if err != nil {
		return err
	}
	defer target.Close()
	if err := target.Debug(t.Context(), d); err != nil {
		return usageError("%v", err)
	}
	return nil
}

// tellPage says where the debugger's page is, and opens it.
func (t *tool) tellPage(browser bool) func(url string) {
	return func(url string) {
		fmt.Fprintf(&t.Out, "The debugger is at %s\nCtrl-C ends it.\n", url)
		_ = t.Flush()
		if browser {
			if err := browse.Open(t.Context(), url); err != nil {
				t.Complain("the page cannot be opened: " + err.Error())
			}
		}
	}
}
