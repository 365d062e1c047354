package playground

import (
	"os"
	"path/filepath"

	"molly/internal/atomicfile"
)

// file is the name of the page in its folder.
const file = "index.html"

// Check refuses a folder that a page cannot be written to: what is there stays there, unless it is
// an earlier page. The error is an *atomicfile.Refused or of the file system.
func Check(folder string) error { return atomicfile.Check(folder, known) }

// Write writes a page to a folder, which is there whole or not at all, and returns its path. What is
// there is replaced if it is an earlier page. The error is as that of Check.
func Write(folder string, page []byte) (path string, err error) {
	f, err := atomicfile.Create(folder, known)
	if err != nil {
		return "", err
	}
	if err := f.Write(file, page); err != nil {
		f.Remove()
		return "", err
	}
	return filepath.Join(folder, file), f.Finish()
}

// known reports whether a folder has a page and nothing else.
func known(folder string, names []string) bool {
	if len(names) != 1 || names[0] != file {
		return false
	}
	text, err := os.ReadFile(filepath.Join(folder, file))
	return err == nil && isPage(text)
}
