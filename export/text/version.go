package text

import (
	"io"

	"molly/export/wire"
)

// Version writes what molly was built from.
func Version(w io.Writer, v wire.Version) error {
	p := &printer{w: w}
	p.printf("molly %s\n", v.Version)
	if v.Commit != "" {
		p.printf("  commit    %s", v.Commit)
		if v.CommitTime != "" {
			p.printf(" of %s", v.CommitTime)
		}
		if v.Modified {
			p.printf(", with changes that are not committed")
		}
		p.printf("\n")
	}
	p.printf("  go        %s\n", v.Go)
	p.printf("  platform  %s\n", v.Platform)
	return p.err
}
