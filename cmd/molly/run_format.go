package main

import (
	"fmt"

	"github.com/spf13/cobra"
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
		return x.json()
	case asShiViz:
		return x.shiviz()
	case asITF:
		return x.itf()
	}
	x.text()
	return nil
}
