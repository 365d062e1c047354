package report

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
)

// mark is in the first line of a page, and identifies it.
const mark = "<!-- written by molly report -->"

// IsReport reports whether a folder with these names in it is an earlier page, which may be
// replaced.
func IsReport(folder string, names []string) bool {
	for _, n := range names {
		if !slices.Contains([]string{"index.html", "style.css", "script.js", "data", "pictures"}, n) {
			return false
		}
	}
	page, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		return false
	}
	first, _, _ := bytes.Cut(page, []byte("\n"))
	return bytes.Contains(first, []byte(mark))
}
