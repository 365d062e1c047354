package host

import (
	"fmt"

	"molly/explore/replay"
	"molly/export/junit"
	"molly/export/junit/traces"
	"molly/internal/atomicfile"
)

// writable says, before any work is done, that the file of a flag cannot be written.
func writable(flag, file string) error {
	if file == "" {
		return nil
	}
	if err := atomicfile.Writable(file); err != nil {
		return fmt.Errorf("--%s %s: %w", flag, file, err)
	}
	return nil
}

// junit writes what was found to a file.
func (f *Found) junit(name string) error {
	var list []traces.Violation
	for _, v := range f.Violations {
		x := traces.Violation{Fingerprint: v.Fingerprint, Text: v.Text, File: f.Files[v.Fingerprint]}
		if at := v.Trace.Violation(); at != nil && x.File != "" {
			x.Line = replay.LineOf(at.N)
		}
		list = append(list, x)
	}
	report := junit.Suites{Name: "molly fuzz"}
	report.Add(traces.Found(f.name(), list))
	return junit.WriteFile(name, report)
}
