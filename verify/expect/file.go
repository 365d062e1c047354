package expect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"molly/dedalus"
)

// File is a program with what its text expects.
//
// Invariant: Program is nil exactly where Errors has what is wrong with the program;
// Errors may also be about single expectations, which are not in the list then.
type File struct {
	Name         string
	Program      *dedalus.Program
	Expectations []Expectation
	Errors       dedalus.Diagnostics
	Warnings     dedalus.Diagnostics // of the checks, under the file's own directive
}

// Protocol is a program that ships with the tool, with its own setting and what its text expects.
type Protocol struct {
	Name, Title string
	dedalus.Setting
	Expected []Expectation
}

// Read loads a single file, from the disk or else from the library. It is nil where
// the file expects nothing.
func Read(l dedalus.Loader, name string) (*File, error) {
	text, err := os.ReadFile(name)
	if err == nil {
		return read(l.Context, name, string(text), l.Load), nil
	}
	if f, e := ReadShipped(l, name); e == nil {
		return f, nil
	}
	return nil, err
}

// ReadShipped loads a file of the library, which the disk cannot hide.
func ReadShipped(l dedalus.Loader, name string) (*File, error) {
	if l.Library == nil {
		return nil, fs.ErrNotExist
	}
	text, err := fs.ReadFile(l.Library, filepath.ToSlash(name))
	if err != nil {
		return nil, err
	}
	return read(l.Context, name, string(text), func(names ...string) (*dedalus.Program, dedalus.Diagnostics) {
		return l.LoadShipped(names[0])
	}), nil
}

// read loads a file whose text is known.
func read(ctx context.Context, name, text string, load func(...string) (*dedalus.Program, dedalus.Diagnostics)) *File {
	comments := dedalus.Comments(ctx, name, text)
	if utf8.ValidString(text) && !Has(comments) {
		return nil
	}
	f := &File{Name: name}
	program, found := load(name)
	f.Program, f.Errors, f.Warnings = program, found.Errors(), found.Warnings()
	if program != nil {
		f.Warnings = append(f.Warnings, program.OwnHorizon()...)
		f.Expectations, f.Errors = Parse(comments, program)
	}
	return f
}

// Select keeps the expectations whose place and text, such as "simple.ded:5 ⟨4,2,0⟩ →
// certified", the pattern matches.
func (f *File) Select(pattern *regexp.Regexp) {
	f.Expectations = slices.DeleteFunc(f.Expectations, func(e Expectation) bool {
		return !pattern.MatchString(e.Place() + " " + e.String())
	})
}

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
		// With a slash at its end a link to a folder is followed.
		return below(name, func(walk fs.WalkDirFunc) error { return filepath.WalkDir(name+"/", walk) })
	case !errors.Is(err, fs.ErrNotExist) || library == nil:
		return nil, err
	}
	shipped := path.Clean(filepath.ToSlash(name))
	for _, candidate := range []string{shipped, shipped + ".ded"} {
		if info, e := fs.Stat(library, candidate); e == nil && !info.IsDir() {
			return []string{candidate}, nil
		} else if e == nil {
			return below(candidate, func(walk fs.WalkDirFunc) error { return fs.WalkDir(library, candidate, walk) })
		}
	}
	return nil, fmt.Errorf("%s: there is no such file or folder, and the library has none", name)
}

// below lists the .ded files of a walk, sorted.
func below(root string, walk func(fs.WalkDirFunc) error) ([]string, error) {
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
		case !d.IsDir() && filepath.Ext(p) == ".ded":
			list = append(list, p)
		}
		return nil
	})
	slices.Sort(list)
	return list, err
}
