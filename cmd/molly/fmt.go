package main

import (
	"context"
	"errors"
	"io/fs"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus/format"
	"molly/internal/atomicfile"
	"molly/internal/numeral"
)

// fmtFlags say what becomes of a file that is not formatted. Where none is set, the result is printed.
type fmtFlags struct{ write, diff, list, check bool }

func (t *tool) fmtCommand() *cobra.Command {
	var f fmtFlags
	c := &cobra.Command{
		Use:               "fmt [FILE | DIR…]",
		Short:             "Write programs in the one layout of the language",
		RunE:              func(_ *cobra.Command, names []string) error { return t.format(f, names) },
		ValidArgsFunction: cobra.FixedCompletions([]string{"ded", "md"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	flags := c.Flags()
	flags.BoolVarP(&f.write, "write", "w", false, "write the result to the file instead of printing it")
	flags.BoolVarP(&f.diff, "diff", "d", false, "print what would change, as a unified diff")
	flags.BoolVarP(&f.list, "list", "l", false, "list the files that would change")
	flags.BoolVar(&f.check, "check", false, "list the files that would change, and exit with 1 where there are any")
	c.MarkFlagsMutuallyExclusive("write", "check")
	return c
}

func (t *tool) format(f fmtFlags, names []string) error {
	if len(names) == 0 {
		names = []string{"-"}
	}
	bad, different := 0, 0
	for _, name := range names {
		files := []string{name}
		if name != "-" {
			found, err := molly.Files(name)
			if errors.Is(err, fs.ErrNotExist) {
				return usageError("%s: there is no such file or folder", quote(name))
			} else if err != nil {
				return err
			}
			files = found
		} else if f.write {
			return usageError("-w: standard input cannot be written to; name a file")
		}
		for _, file := range files {
			if ended := context.Cause(t.Context()); ended != nil {
				return ended
			}
			changed, err := t.formatFile(f, file)
			var wrong *format.Error
			switch {
			case errors.As(err, &wrong):
				t.show(wrong.Diagnostics)
				bad++
			case err != nil:
				return err
			case changed:
				different++
			}
		}
	}
	switch {
	case bad > 0:
		return usageError("%s cannot be formatted", numeral.Count(bad, "file"))
	case f.check && different > 0:
		return &outcome{exitCounterexample, numeral.Count(different, "file") + " not formatted; molly fmt -w formats"}
	}
	return nil
}

// formatFile formats one file, and reports whether that changes it.
func (t *tool) formatFile(f fmtFlags, name string) (changed bool, err error) {
	content, err := t.ReadFile(name)
	if err != nil {
		return false, err
	}
	before, shown := string(content), name
	if name == "-" {
		shown = "<stdin>"
	}
	after, err := format.Text(shown, before)
	if err != nil {
		return false, err
	}
	if f == (fmtFlags{}) {
		t.Printf("%s", after)
	}
	if after == before {
		return false, nil
	}
	if f.list || f.check {
		t.Printf("%s\n", shown)
	}
	if f.diff {
		t.Printf("%s", udiff.Unified(shown+".orig", shown, before, after))
	}
	if f.write {
		return true, atomicfile.Replace(name, []byte(after))
	}
	return true, nil
}
