package main

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version of a release, set by the linker: -ldflags "-X main.release=1.2.0".
// Other builds have the version of the module.
var release string

// buildJSON says what a molly was built from.
type buildJSON struct {
	Schema     int    `json:"schema"`
	Version    string `json:"version"`
	Commit     string `json:"commit,omitempty"`
	CommitTime string `json:"commit_time,omitempty"`
	Modified   bool   `json:"modified,omitempty"`
	Go         string `json:"go"`
	Platform   string `json:"platform"`
}

// buildOf reads what the go command writes into every program: the version of the module,
// and in a git checkout the commit, and whether files were changed since.
func buildOf(info *debug.BuildInfo, release string) buildJSON {
	b := buildJSON{Schema: schema, Version: release, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		info = &debug.BuildInfo{}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.CommitTime = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	module := info.Main.Version
	if module == "(devel)" {
		module = ""
	}
	b.Version = cmp.Or(b.Version, module, "devel")
	return b
}

// build is what this program was built from.
func build() buildJSON {
	info, _ := debug.ReadBuildInfo()
	return buildOf(info, release)
}

func (t *tool) versionCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and what this molly was built from",
		Long: `Print the version, the commit (where molly was built in a git checkout), the version of Go and
the platform. molly --version prints the version alone.`,
		Example: `  molly version
  molly version --json`,
		Args: cobra.NoArgs,
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

func (t *tool) printBuild(b buildJSON) {
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
