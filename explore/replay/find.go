package replay

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"molly/internal/walk"
	"molly/node/trace"
)

// Find lists the trace files that names lead to: files, and folders with all files below them whose names end with
// Extension, but for what is below a name that begins with a dot. They are sorted, each once.
func Find(names ...string) ([]string, error) {
	var list []string
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, err
		case !info.IsDir():
			list = append(list, filepath.Clean(name))
		default:
			found, err := walk.OnDisk(name, Extension)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// Read reads trace files. One that cannot be read is in the list with the reason.
func Read(names []string) []File {
	list := make([]File, len(names))
	for i, name := range names {
		list[i] = read(name)
	}
	return list
}

func read(name string) File {
	file, err := os.Open(name)
	if err != nil {
		var reason *os.PathError
		if errors.As(err, &reason) {
			err = reason.Err // the name is said anyway
		}
		return File{Name: name, Err: err}
	}
	defer file.Close()
	hash := sha256.New()
	t, err := trace.Read(io.TeeReader(file, hash))
	if err == nil && len(t.Records) == 0 {
		err = errors.New("it has no events")
	}
	if err == nil {
		if _, wrong := t.Actions(); wrong != nil {
			err = fmt.Errorf("line 1: %w", wrong)
		}
	}
	if err != nil {
		return File{Name: name, Err: err}
	}
	return File{Name: name, Trace: t, Hash: fmt.Sprintf("sha256:%x", hash.Sum(nil))}
}
