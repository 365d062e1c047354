package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/internal/atomicfile"
	"molly/protocols"
)

func (t *tool) protocolsCopyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "copy NAME DIR",
		Short: "Copy a protocol and what it includes into a folder",
		Long: `Copy a protocol, or all of a folder of the library, into a folder, with the files that it includes.
The folder is made where there is none. Nothing is overwritten: where a file of that name is
there already, and is not the same, nothing is copied at all.`,
		Example: `  molly protocols copy delivery/ack .
  molly protocols copy delivery specs`,
		Args:              needs("NAME", "DIR"),
		ValidArgsFunction: completeCopy,
		RunE:              func(_ *cobra.Command, args []string) error { return t.copyProtocol(args[0], args[1]) },
	}
}

// completeCopy offers protocols, then folders.
func completeCopy(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeProtocols(c, args, prefix)
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func (t *tool) copyProtocol(name, dir string) error {
	chosen, err := named(name)
	if err != nil {
		return err
	}
	files, err := withIncludes(chosen)
	if err != nil {
		return err
	}
	texts := map[string][]byte{} // by the path to write
	for _, f := range files {
		text, err := fs.ReadFile(protocols.Library(), f)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, path.Base(f))
		old, err := os.ReadFile(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			texts[target] = text
		case err != nil:
			return err
		case string(old) != string(text):
			return usageError("%s is there already, and is another one: nothing was copied", target)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		target := filepath.Join(dir, path.Base(f))
		if text, new := texts[target]; new {
			if err := atomicfile.Write(target, text); err != nil {
				return err
			}
		}
		t.printf("%s\n", target)
	}
	return nil
}

// withIncludes lists the files of protocols and all that they include, sorted. They are
// of one folder, so that they can stand beside each other in any other one.
func withIncludes(list []protocols.Protocol) ([]string, error) {
	var files []string
	for _, p := range list {
		program, found := dedalus.Loader{Library: protocols.Library()}.LoadShipped(p.File())
		if program == nil {
			return nil, fmt.Errorf("%s: %s", p.Name, found[0].Message)
		}
		for _, s := range program.Sources() {
			files = append(files, s.Name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}
