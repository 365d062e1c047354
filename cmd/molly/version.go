package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"molly/export/wire"
)

// release is the version of a release, set by the linker: -ldflags "-X main.release=1.2.0".
// Other builds have the version of the module.
var release string

// build is what this program was built from.
func build() wire.Version {
	info, _ := debug.ReadBuildInfo()
	return wire.NewVersion(info, release)
}

func (t *tool) versionCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and what this molly was built from",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := build()
			if asJSON {
				return t.encode(b)
			}
			t.printBuild(b)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON (docs/json.md)")
	return c
}

func (t *tool) printBuild(b wire.Version) {
	t.printf("molly %s\n", b.Version)
	if b.Commit != "" {
		t.printf("  commit    %s", b.Commit)
		if b.CommitTime != "" {
			t.printf(" of %s", b.CommitTime)
		}
		if b.Modified {
			t.printf(", with changes that are not committed")
		}
		t.printf("\n")
	}
	t.printf("  go        %s\n", b.Go)
	t.printf("  platform  %s\n", b.Platform)
}
