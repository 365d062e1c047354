package text

import (
	"fmt"
	"io"

	"molly/datalog"
	"molly/dedalus"
	"molly/internal/numeral"
)

// Sound writes that a program has no errors, and how large it is.
func Sound(w io.Writer, style Style, p *datalog.Program, warnings int) error {
	_, err := fmt.Fprintf(w, "%s: %s, %s, %s, %s\n", style.Paint(Good, "ok"),
		numeral.Count(len(p.Relations), "relation"), numeral.Count(len(p.Rules), "rule"),
		numeral.Count(len(p.Facts), "fact"), numeral.Count(warnings, "warning"))
	return err
}

// Linted writes how many findings there are.
func Linted(w io.Writer, found dedalus.Diagnostics) error {
	_, err := fmt.Fprintf(w, "%s, %s\n", numeral.Count(len(found.Errors()), "error"), numeral.Count(len(found.Warnings()), "warning"))
	return err
}
