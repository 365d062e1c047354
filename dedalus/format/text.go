package format

import "path/filepath"

// Text formats the content of a file by its name: programs in Markdown where it ends in .md, and one
// program otherwise. The error is an *Error.
func Text(name, text string) (string, error) {
	if filepath.Ext(name) == ".md" {
		return Markdown(name, text)
	}
	return Source(name, text)
}
