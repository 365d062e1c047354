// Package skeleton has the protocol that a new file begins with: small, commented, with a promise
// and with what a search must say of it.
package skeleton

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"molly/internal/atomicfile"
)

//go:embed request.ded
var request string

// Text is the protocol under a name.
func Text(name string) string { return strings.ReplaceAll(request, "NAME", name) }

// Write writes the protocol of a name, such as lock, lock.ded or specs/lock, to the file of that name,
// and returns its path. A folder is made where there is none. Nothing is overwritten: where there is
// a file of that name, the error is an *ExistsError.
func Write(name string) (path string, err error) {
	base := strings.TrimSuffix(filepath.Base(name), ".ded")
	if name == "" || strings.HasSuffix(name, string(filepath.Separator)) || strings.Trim(base, ".") == "" {
		return "", errors.New("a protocol needs a name, such as lock")
	}
	if strings.ContainsFunc(base, func(c rune) bool { return c < ' ' }) {
		return "", fmt.Errorf("%q is no name for a file", base)
	}
	path = filepath.Join(filepath.Dir(name), base+".ded")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", err
	}
	switch _, err := os.Lstat(path); {
	case err == nil:
		return "", &ExistsError{path}
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return path, atomicfile.Write(path, []byte(Text(base)))
}

// ExistsError says that there is a file of the name already.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string {
	return fmt.Sprintf("%s is there already, and is not overwritten", e.Path)
}
