package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"molly/export/itf"
	"molly/export/shiviz"
	"molly/export/text"
	"molly/export/wire"
	"molly/viz/view"
)

// runFormat is how run prints a run.
type runFormat uint8

const (
	asText runFormat = iota
	asJSON
	asShiViz
	asITF
)

var runFormats = []string{asText: "text", asJSON: "json", asShiViz: "shiviz", asITF: "itf"}

func parseRunFormat(word string) (runFormat, error) {
	for i, w := range runFormats {
		if w == word {
			return runFormat(i), nil
		}
	}
	return 0, fmt.Errorf("choose text, json, shiviz or itf")
}

// chosen joins --format with --json, and refuses what a format cannot show.
func (f *runFlags) chosen(c *cobra.Command) (runFormat, error) {
	changed := c.Flags().Changed
	if f.sources.json {
		if changed("format") && f.format != asJSON {
			return 0, usageError("--json and --format %s contradict each other", runFormats[f.format])
		}
		return asJSON, nil
	}
	whole := []string{}
	switch f.format {
	case asShiViz:
		whole = []string{"relation", "at", "changes"}
	case asITF:
		whole = []string{"at", "changes"}
	}
	for _, flag := range whole {
		if changed(flag) {
			return 0, usageError("--%s does not go with --format %s, which has the whole run", flag, runFormats[f.format])
		}
	}
	return f.format, nil
}

// print prints a run in a format. JSON has the warnings inside.
func (x *execution) print(f runFormat) error {
	if f != asJSON {
		x.show(x.warnings)
	}
	switch f {
	case asJSON:
		out, err := wire.NewRun(x.ctx, x.Datalog(), x.Nodes, x.Judged, x.view)
		if err != nil {
			return err
		}
		out.Warnings = wire.Diagnostics(x.warnings)
		return x.encodeLong(x.ctx, out)
	case asShiViz:
		return shiviz.Write(x.ctx, &x.out, x.Datalog(), x.Nodes, x.Run, x.violationNotes())
	case asITF:
		trace, err := itf.New(x.ctx, x.Datalog(), x.Run, x.view.Relations, x.Program.Name(), len(x.Violated) > 0)
		if err != nil {
			return err
		}
		return x.encodeLong(x.ctx, trace)
	}
	return text.Run(x.ctx, &x.out, x.style, x.Subject(), x.Judged, x.view)
}

// violationNotes says of each violation at which node it is shown: the one that its tuple is
// about, or else the first.
func (x *execution) violationNotes() []shiviz.Note {
	var notes []shiviz.Note
	for _, v := range x.Violated {
		node, _, ok := view.About(x.Nodes, v.Args)
		if !ok {
			node = x.Nodes[0]
		}
		notes = append(notes, shiviz.Note{Node: node, Text: "violated: " + v.Describe(x.Datalog())})
	}
	return notes
}
