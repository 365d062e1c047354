package main

import (
	"github.com/spf13/cobra"

	"molly"
)

func (t *tool) protocolsCopyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "copy NAME DIR",
		Short: "Copy a protocol and what it includes into a folder",
		Long: `Copy a protocol, or all of a folder of the library, into a folder, with the files that it includes.
The folder is created if needed. Nothing is overwritten: if a different file of the same name
exists, nothing is copied at all.`,
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
	paths, err := molly.CopyProtocol(name, dir)
	if err != nil {
		return protocolError(err)
	}
	for _, p := range paths {
		t.printf("%s\n", p)
	}
	return nil
}
