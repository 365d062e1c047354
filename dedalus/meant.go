package dedalus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"molly/internal/nearest"
)

// meant is a hint for a name that is no file's: what is in the folder of that name, or
// the nearest name of the library.
func (ld *loading) meant(name string, err error) string {
	if errors.Is(err, errFolder) {
		if list := programsIn(os.DirFS(name), "."); len(list) > 0 {
			return "name a file in it: " + listed(filepath.ToSlash(filepath.Clean(name)), list, "")
		}
	}
	if absent(err) {
		if near := nearby(name); near != "" {
			return "did you mean " + near + "?"
		}
	}
	library := ld.loader.Library
	if library == nil || !absent(err) && !errors.Is(err, errFolder) {
		return ""
	}
	folder := path.Clean(filepath.ToSlash(name))
	if list := programsIn(library, folder); len(list) > 0 {
		return folder + " is a folder of the library; its protocols: " + listed(folder, list, ".ded")
	}
	if !absent(err) {
		return ""
	}
	var names []string
	walk := func(p string, d fs.DirEntry, err error) error {
		if program, ok := strings.CutSuffix(p, ".ded"); ok {
			names = append(names, program)
		} else if err == nil && d.IsDir() {
			names = append(names, p)
		}
		return err
	}
	if fs.WalkDir(library, ".", walk) != nil {
		return "" // it is only a hint
	}
	program := strings.TrimSuffix(folder, ".ded")
	near := nearest.Word(program, names)
	if i := slices.IndexFunc(names, func(n string) bool { return path.Base(n) == program }); i >= 0 {
		near = names[i] // its folder was left out
	}
	if list := programsIn(library, near); len(list) > 0 {
		return fmt.Sprintf("did you mean a protocol of %s, which ship with the tool: %s?", near, listed(near, list, ".ded"))
	}
	if near != "" {
		return "did you mean " + near + ", which ships with the tool?"
	}
	return ""
}

// nearby is the file beside that of a name, on disk, that was probably meant.
func nearby(name string) string {
	if _, err := os.Stat(name + ".ded"); err == nil {
		return name + ".ded"
	}
	dir, base := filepath.Split(name)
	var names []string
	for _, n := range programsIn(os.DirFS(filepath.Clean(dir)), ".") {
		names = append(names, strings.TrimSuffix(n, ".ded"))
	}
	near := nearest.Word(strings.TrimSuffix(base, ".ded"), names)
	if near == "" {
		return ""
	}
	return dir + near + ".ded"
}

// programsIn lists the programs in a folder: the files that end in .ded, those with a
// directive only where there are any, for others are parts of them.
func programsIn(files fs.FS, folder string) []string {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return nil
	}
	var all, programs []string
	for _, e := range entries {
		if path.Ext(e.Name()) != ".ded" || e.IsDir() {
			continue
		}
		all = append(all, e.Name())
		if text, err := fs.ReadFile(files, path.Join(folder, e.Name())); err == nil && strings.Contains(string(text), "// "+directiveWord+":") {
			programs = append(programs, e.Name())
		}
	}
	if len(programs) > 0 {
		return programs
	}
	return all
}

// listed writes names in a folder, without an ending, and not too many.
func listed(folder string, names []string, ending string) string {
	const most = 12
	var paths []string
	for _, n := range names[:min(len(names), most)] {
		paths = append(paths, strings.TrimSuffix(path.Join(folder, n), ending))
	}
	text := strings.Join(paths, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
