package expect

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"
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
	Limit        time.Duration       // for each of its expectations; 0 is none
	Define       []string            // constants that were given instead of the program's own, as NAME=VALUE
	Certificates string              // the folder in which a certificate of each verdict is written; "" is none
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
		f.Warnings = program.Findings()
		f.Expectations, f.Errors = Parse(comments, program)
	}
	return f
}

// Names are the names of the expectations.
func (f *File) Names() []string {
	names := make([]string, len(f.Expectations))
	for i, e := range f.Expectations {
		names[i] = e.Name
	}
	return names
}
