// Package walk lists the files of a kind below a folder.
package walk

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Files lists, sorted, the files of a walk that begins at root whose names end with an extension, but for what is below a
// name that begins with a dot.
func Files(root, extension string, walk func(fs.WalkDirFunc) error) ([]string, error) {
	var list []string
	err := walk(func(p string, d fs.DirEntry, err error) error {
		p = filepath.Clean(p)
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".") && p != filepath.Clean(root):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir() && filepath.Ext(p) == extension:
			list = append(list, p)
		}
		return nil
	})
	slices.Sort(list)
	return list, err
}

// OnDisk is Files of a folder of the disk. A link to a folder is followed where it is the root.
func OnDisk(root, extension string) ([]string, error) {
	return Files(root, extension, func(walk fs.WalkDirFunc) error { return filepath.WalkDir(root+"/", walk) })
}
