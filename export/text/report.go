package text

import (
	"io"
	"path/filepath"

	"molly/internal/numeral"
	"molly/verify"
	"molly/viz/sample"
)

// Written is a report that is on disk.
type Written struct {
	Folder, File string // File is what to open
	sample.Result
	Cut   string // why not all is written, where it is not
	Early string // why the search ended early, where it did
}

// Report says what is in a report.
func Report(w io.Writer, program string, v *verify.Verdict, r Written) error {
	p := &printer{w: w}
	p.printf("%s\n%s: %s\n", v.Describe(program), filepath.Join(r.Folder, r.File), numeral.Count(r.Shown, "execution"))
	for _, sentence := range r.Without {
		p.printf("  %s\n", sentence)
	}
	if r.Cut != "" {
		p.printf("  not all is written: %s\n", r.Cut)
	}
	if r.Early != "" {
		p.printf("  the search ended early: %s\n", r.Early)
	}
	return p.err
}
