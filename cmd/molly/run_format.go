package main

import (
	"slices"

	"github.com/spf13/cobra"

	"molly/export/itf"
	"molly/export/shiviz"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/flagvalue"
)

// runFormat is how run prints a run.
type runFormat struct {
	name  string
	whole []string // flags that it does not go with, since it has the whole run
	print func(*execution) error
}

var runFormats = []runFormat{
	{"text", nil, (*execution).printText},
	{"json", nil, (*execution).printJSON},
	{"shiviz", []string{"relation", "at", "changes"}, (*execution).printShiViz},
	{"itf", []string{"at", "changes"}, (*execution).printITF},
}

// register adds --format.
func (f *runFormat) register(c *cobra.Command) {
	var names []string
	for _, known := range runFormats {
		names = append(names, known.name)
	}
	flagvalue.Among(c, f, "format", "how to print it: for people; as JSON; as a log for ShiViz; in the Informal Trace Format of TLA+ and Quint tools", names, runFormats...)
}

// chooseFormat joins --format with --json, and refuses what a format cannot show.
func (f *runFlags) chooseFormat(c *cobra.Command) error {
	changed := c.Flags().Changed
	if f.sources.json {
		if changed("format") && f.format.name != "json" {
			return usageError("--json and --format %s contradict each other", f.format.name)
		}
		f.format = runFormat{name: "json", print: (*execution).printJSON}
	}
	if i := slices.IndexFunc(f.format.whole, changed); i >= 0 {
		return usageError("--%s does not go with --format %s, which has the whole run", f.format.whole[i], f.format.name)
	}
	return nil
}

func (x *execution) printText() error {
	x.show(x.warnings)
	return text.Run(x.Context(), &x.Out, x.style, x.Subject(), x.Judged, x.view)
}

// printJSON has the warnings inside.
func (x *execution) printJSON() error {
	out, err := wire.NewRun(x.Context(), x.Datalog(), x.Nodes, x.Judged, x.view)
	if err != nil {
		return err
	}
	out.Warnings = wire.Diagnostics(x.warnings)
	return wire.EncodeUntil(x.Context(), &x.Out, out)
}

func (x *execution) printShiViz() error {
	x.show(x.warnings)
	notes := shiviz.Violations(x.Datalog(), x.Nodes, x.Violated)
	return shiviz.Write(x.Context(), &x.Out, x.Datalog(), x.Nodes, x.Run, notes)
}

func (x *execution) printITF() error {
	x.show(x.warnings)
	trace, err := itf.New(x.Context(), x.Datalog(), x.Run, x.view.Relations, x.Program.Name(), len(x.Violated) > 0)
	if err != nil {
		return err
	}
	return wire.EncodeUntil(x.Context(), &x.Out, trace)
}
