// Package github writes findings as workflow commands of GitHub Actions: lines that a job prints, and
// that show up as annotations of the files of a change.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions has the format.
package github

import (
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"molly/dedalus"
)

// Write writes a command for each finding. Its message has the notes and the hint as further lines.
func Write(w io.Writer, list dedalus.Diagnostics) error {
	var b strings.Builder
	for _, d := range list {
		command(&b, d)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func command(b *strings.Builder, d dedalus.Diagnostic) {
	b.WriteString("::" + d.Severity.String() + " ")
	if d.Pos.IsValid() {
		end := d.Pos.Column + max(d.Width, 1) - 1 // the last character
		b.WriteString("file=" + property(filepath.ToSlash(d.Pos.File)) +
			",line=" + strconv.Itoa(d.Pos.Line) + ",endLine=" + strconv.Itoa(d.Pos.Line) +
			",col=" + strconv.Itoa(d.Pos.Column) + ",endColumn=" + strconv.Itoa(end) + ",")
	}
	b.WriteString("title=" + property("molly: "+d.Code) + "::" + data(message(d)) + "\n")
}

// message is what a finding says, without its line.
func message(d dedalus.Diagnostic) string {
	text := d.Message
	for _, n := range d.Notes {
		text += "\n"
		if n.Pos.IsValid() {
			text += n.Pos.String() + ": "
		}
		text += "note: " + n.Text
	}
	if d.Hint != "" {
		text += "\nhint: " + d.Hint
	}
	return text
}

var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// data writes a message, and property a value of a property.
func data(text string) string     { return dataEscapes.Replace(text) }
func property(text string) string { return propertyEscapes.Replace(text) }
