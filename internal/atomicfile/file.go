// Package atomicfile writes files and folders that are there whole or not at all.
package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Writable refuses a file that Write could not write as a whole: one that is no regular file, or is in
// no folder.
func Writable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no folder %s", folder)
	}
	return nil
}

// Write writes a file under another name in the same folder, and renames it when it is complete.
// What is there and is no regular file, such as /dev/stdout, is written in place.
func Write(path string, content []byte) error { return write(path, content, 0o644) }

func write(path string, content []byte, mode os.FileMode) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, content, mode)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the first error says what went wrong
		}
	}()
	_, err = f.Write(content)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), mode); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Replace is Write for a file that is there: it keeps its permissions, and where the path is a link,
// what that leads to is replaced.
func Replace(path string, content []byte) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	return write(real, content, info.Mode().Perm())
}
