package molly

import (
	"context"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"molly/dedalus"
	"molly/dedalus/syntax"
	"molly/protocols"
)

// Program is a checked program, with what the checks warn of.
type Program struct {
	*dedalus.Program
	Files    []string // as they were named
	Include  []string // folders in which included files were looked for, too
	Define   []string // constants that were given instead of the program's own, as NAME=VALUE
	Warnings dedalus.Diagnostics
}

// Sources says where a program's files come from. The zero Sources reads them from the disk, or
// else from the library of protocols, under names such as delivery/ack.
type Sources struct {
	// Include are folders that are also searched for included files.
	Include []string
	// Stdin is read for the file name "-".
	Stdin io.Reader
	// Define are values of the program's constants (const K = 3;), which override its own: NAME=VALUE, such as
	// K=5, or Leader=b.
	Define []string
	// Overlay has texts that stand in the place of what files on disk hold, by the files' real absolute
	// paths: what an editor has not saved.
	Overlay map[string]string
	// Syntax, where it is set, cuts texts in the place of [syntax.Parse], of which it may remember results.
	Syntax func(name, text string) *syntax.File
	// FS, where set, holds all files instead of the disk and the library.
	FS fs.FS
}

// Load reads and checks a program of one or more files, from the disk or the library.
// The error is a *LoadError or the context's.
func Load(ctx context.Context, files ...string) (*Program, error) {
	return Sources{}.Load(ctx, files...)
}

// LoadFS reads and checks a program of one or more files of a file system.
// The error is a *LoadError or the context's.
func LoadFS(ctx context.Context, files fs.FS, names ...string) (*Program, error) {
	return Sources{FS: files}.Load(ctx, names...)
}

// Parse checks a program that is given as a text; positions name it by name. It cannot include
// anything. The error is a *LoadError.
func Parse(name, text string) (*Program, error) {
	p, found := dedalus.ParseString(name, text)
	return loaded(p, found, []string{name}, Sources{})
}

// Load reads and checks a program of one or more files. The error is a *LoadError or the
// context's.
func (s Sources) Load(ctx context.Context, files ...string) (*Program, error) {
	l, err := s.loader(ctx)
	if err != nil {
		return nil, err
	}
	load := l.Load
	if s.FS != nil {
		load = l.LoadShipped
	}
	program, found := load(files...)
	p, err := loaded(program, found, files, s)
	if ended := context.Cause(ctx); ended != nil && err != nil {
		return nil, ended // in the middle of much text, or while it waited for standard input
	}
	return p, err
}

func (s Sources) loader(ctx context.Context) (dedalus.Loader, error) {
	l := dedalus.Loader{Context: ctx, IncludeDirs: s.Include, Stdin: s.Stdin, Overlay: s.Overlay, Syntax: s.Syntax, Library: protocols.Library(), Constants: map[string]string{}}
	if s.FS != nil {
		l.Library = s.FS
	}
	for _, text := range s.Define {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return l, &DefinitionError{text, "write NAME=VALUE, such as K=5"}
		}
		if other, twice := l.Constants[name]; twice && other != value {
			return l, &DefinitionError{text, name + " is already given as " + other}
		}
		l.Constants[name] = value
	}
	return l, nil
}

// DefinitionError says that a constant is not given as NAME=VALUE, or twice.
type DefinitionError struct{ Text, Problem string }

func (e *DefinitionError) Error() string {
	return strconv.Quote(e.Text) + " defines no constant: " + e.Problem
}

// Findings are all that is worth knowing about the text of the program, as "molly check" prints it:
// the warnings, what lies beyond the end of a run under its own directive, and what could be said
// in a shorter way.
func (p *Program) Findings() dedalus.Diagnostics { return p.Program.Findings() }

// Name is the program in a sentence: its files.
func (p *Program) Name() string { return strings.Join(p.Files, " ") }

func loaded(p *dedalus.Program, found dedalus.Diagnostics, files []string, s Sources) (*Program, error) {
	if p == nil {
		return nil, &LoadError{found}
	}
	return &Program{p, files, s.Include, s.Define, found}, nil
}

// LoadError says what is wrong with a program.
type LoadError struct {
	// Diagnostics are all findings, the warnings too.
	Diagnostics dedalus.Diagnostics
}

// Error renders the errors for people, with the lines that they are about.
func (e *LoadError) Error() string {
	var b strings.Builder
	_ = e.Diagnostics.Errors().Render(&b) // a Builder takes everything
	return strings.TrimSuffix(b.String(), "\n")
}
