package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Folder is a folder that is written as a whole: it is filled under another name, and renamed.
type Folder struct {
	path, temporary string
	known           Known
	bytes           int
}

// Known reports whether an existing folder is an earlier one of the same kind, which may be
// replaced; names are those in it.
type Known func(folder string, names []string) bool

// Refused says why a folder cannot be written.
type Refused struct{ Path, Why string }

func (e *Refused) Error() string { return fmt.Sprintf("%s: %s", e.Path, e.Why) }

// Check refuses a path that cannot become such a folder: what is there stays there, unless
// it is an empty folder, or an earlier one.
func Check(path string, known Known) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	parent := filepath.Dir(path)
	if info, err := os.Stat(parent); err != nil || !info.IsDir() {
		return &Refused{path, "there is no folder " + parent}
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return &Refused{path, "it exists and is not a folder"}
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if len(names) > 0 && !known(path, names) {
		return &Refused{path, "the folder has other files: name a new folder, or one with an earlier report"}
	}
	return nil
}

// Create begins a folder. Its end must be Finish or Remove.
func Create(path string, known Known) (*Folder, error) {
	if err := Check(path, known); err != nil {
		return nil, err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	return &Folder{path: path, temporary: temporary, known: known}, nil
}

// Write adds a file; its folder is made where it is not there.
func (f *Folder) Write(name string, content []byte) error {
	path := filepath.Join(f.temporary, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f.bytes += len(content)
	return os.WriteFile(path, content, 0o644)
}

// Bytes returns how much has been written.
func (f *Folder) Bytes() int { return f.bytes }

// Remove gives the folder up.
func (f *Folder) Remove() { _ = os.RemoveAll(f.temporary) } // there is no other way to say so

// Finish puts the folder where it belongs.
func (f *Folder) Finish() error {
	if err := os.Chmod(f.temporary, 0o755); err != nil {
		return err
	}
	if err := Check(f.path, f.known); err != nil { // another process may have written there meanwhile
		return err
	}
	old := ""
	if _, err := os.Lstat(f.path); err == nil {
		old = f.temporary + ".old"
		if err := os.Rename(f.path, old); err != nil {
			return err
		}
	}
	if err := os.Rename(f.temporary, f.path); err != nil {
		if old != "" {
			err = errors.Join(err, os.Rename(old, f.path))
		}
		return err
	}
	if old != "" {
		return os.RemoveAll(old)
	}
	return nil
}
