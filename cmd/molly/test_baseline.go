package main

import (
	"bytes"
	"path/filepath"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/explore/replay"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/atomicfile"
	"molly/verify/expect"
)

// baselineFlags are the flags of test that have to do with verdicts of an earlier time.
type baselineFlags struct {
	save    string   // the file to write; "" where none is wanted
	changed []string // the files to compare with
}

func (f *baselineFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.save, "save-baseline", "", "write what was found to `file`, for --changed")
	c.Flags().StringArrayVar(&f.changed, "changed", nil, "print in what the verdicts differ from those in this `file` of --save-baseline (repeatable)")
}

// read reads the baselines; it is nil where none is asked for.
func (f *baselineFlags) read(t *tool) (expect.Baseline, error) {
	var all expect.Baseline
	for _, name := range f.changed {
		text, err := t.ReadFile(name)
		if err != nil {
			return nil, usageError("--changed: %v", err)
		}
		b, err := wire.ReadBaseline(text)
		if err != nil {
			return nil, usageError("--changed %s: %v", quote(name), err)
		}
		all = append(all, b...)
	}
	return all, nil
}

// findChanges adds what is not as it was to the findings.
func (t *tool) findChanges(changes []expect.Change, tested []expect.Tested) {
	if t.output.form < asSARIF {
		return
	}
	programs := map[string]*dedalus.Program{}
	for _, x := range tested {
		programs[filepath.ToSlash(x.Name)] = x.Program
	}
	for _, c := range changes {
		if c.Matters() {
			t.show(dedalus.Diagnostics{text.Changed(c, programs[c.Now().File])})
		}
	}
}

// write writes what was found, if everything has a result.
func (f *baselineFlags) write(found outcomes, end *outcome) error {
	traces := replay.Sum(found.replayed)
	switch sum := expect.Sum(found.tested); {
	case f.save == "":
		return nil
	case sum.Bad > 0 || sum.Reached < sum.Expectations || traces[replay.Unreadable]+traces[replay.NotReached] > 0:
		if end.text != "" {
			end.text += "\n"
		}
		end.text += "--save-baseline: nothing was written, since not everything has a result"
		return nil
	}
	var file bytes.Buffer
	if err := wire.WriteBaseline(&file, expect.NewBaseline(found.judged())); err != nil {
		return err
	}
	return atomicfile.Write(f.save, file.Bytes())
}
