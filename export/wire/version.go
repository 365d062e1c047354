package wire

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// Version is the result of molly version: what this molly was built from.
type Version struct {
	Schema     int    `json:"schema"`
	Version    string `json:"version"`               // that of the release, else of the module, else devel
	Commit     string `json:"commit,omitempty"`      // the commit, where molly was built in a git checkout
	CommitTime string `json:"commit_time,omitempty"` // when that was made
	Modified   bool   `json:"modified,omitempty"`    // files were changed since
	Go         string `json:"go"`                    // the version of Go
	Platform   string `json:"platform"`              // the operating system and the processor
}

// NewVersion reads what the go command writes into every program: the version of the module,
// and in a git checkout the commit, and whether files were changed since. It may have written
// nothing. A release has its own version.
func NewVersion(info *debug.BuildInfo, release string) Version {
	v := Version{Schema: Schema, Version: release, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		info = &debug.BuildInfo{}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.time":
			v.CommitTime = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	module := info.Main.Version
	if module == "(devel)" {
		module = ""
	}
	v.Version = cmp.Or(v.Version, module, "devel")
	return v
}
