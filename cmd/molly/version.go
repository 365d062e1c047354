package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is that of the module, or "devel" where it was built from a working copy.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

func (t *tool) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: `  molly version`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			t.printf("molly %s\n", version())
			return nil
		},
	}
}
