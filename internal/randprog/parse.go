package randprog

import (
	"molly/datalog"
	"molly/dedalus"
)

// Parse reads a program. It reports whether it passes the checks.
func Parse(src string) (*datalog.Program, bool) {
	parsed, diagnostics := dedalus.ParseString("random.ded", src)
	if diagnostics.HasErrors() {
		return nil, false
	}
	return parsed.Datalog(), true
}
