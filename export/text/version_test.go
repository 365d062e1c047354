package text

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"molly/export/wire"
)

// What version prints, by what the go command has written into the program.
func TestVersion(t *testing.T) {
	commit := []debug.BuildSetting{
		{Key: "-buildmode", Value: "exe"}, {Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "c0398631"},
		{Key: "vcs.time", Value: "2026-11-28T15:40:00Z"}, {Key: "vcs.modified", Value: "false"},
	}
	modified := append(commit[:4:4], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	end := "  go        " + runtime.Version() + "\n  platform  " + runtime.GOOS + "/" + runtime.GOARCH + "\n"
	for name, c := range map[string]struct {
		info    *debug.BuildInfo
		release string
		want    string
	}{
		"nothing known": {nil, "", "molly devel\n"},
		"no git":        {&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "", "molly devel\n"},
		"go install":    {&debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}}, "", "molly v1.2.0\n"},
		"git": {&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: commit}, "",
			"molly devel\n  commit    c0398631 of 2026-11-28T15:40:00Z\n"},
		"git, changed": {&debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261128154000-c0398631+dirty"}, Settings: modified}, "",
			"molly v0.0.0-20261128154000-c0398631+dirty\n  commit    c0398631 of 2026-11-28T15:40:00Z, with changes that are not committed\n"},
		"release": {&debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261128154000-c0398631"}, Settings: commit}, "1.2.0",
			"molly 1.2.0\n  commit    c0398631 of 2026-11-28T15:40:00Z\n"},
	} {
		var out strings.Builder
		err := Version(&out, wire.NewVersion(c.info, c.release))
		if got := out.String(); err != nil || got != c.want+end {
			t.Errorf("%s: %q, want %q", name, got, c.want+end)
		}
	}
}
