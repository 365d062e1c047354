package expect

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"molly/internal/walk"
)

// extension is that of programs.
const extension = ".ded"

// Find lists the .ded files that names lead to: files, folders with all that is below
// them (but for what is below a name that begins with a dot), and files and folders of the
// library where the disk has nothing of that name. They come in the order of the names,
// those of a folder sorted, each once.
func Find(library fs.FS, names ...string) ([]string, error) {
	var list []string
	for _, name := range names {
		found, err := find(library, name)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			if !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list, nil
}

func find(library fs.FS, name string) ([]string, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		return []string{filepath.Clean(name)}, nil
	case err == nil:
		return walk.OnDisk(name, extension)
	case !errors.Is(err, fs.ErrNotExist) || library == nil:
		return nil, err
	}
	shipped := path.Clean(filepath.ToSlash(name))
	for _, candidate := range []string{shipped, shipped + extension} {
		if info, e := fs.Stat(library, candidate); e == nil && !info.IsDir() {
			return []string{candidate}, nil
		} else if e == nil {
			return walk.Files(candidate, extension, func(walk fs.WalkDirFunc) error { return fs.WalkDir(library, candidate, walk) })
		}
	}
	return nil, fmt.Errorf("%s: there is no such file or folder, and the library has none", name)
}
