package dedalus

import (
	"context"
	"io"
	"io/fs"

	"molly/dedalus/syntax"
)

// Loader says where the sources of a program come from. The zero Loader reads
// files only.
type Loader struct {
	// IncludeDirs are searched for included files after the folders of the files
	// that include and of those that are loaded.
	IncludeDirs []string
	// Stdin is read for the file name "-".
	Stdin io.Reader
	// Context, where it is set, ends the reading: then there is no program, and a
	// diagnostic that says so.
	Context context.Context
	// Constants are values by name, in the place of those that the program's const clauses
	// give. A string may be in double quotes.
	Constants map[string]string
	// Overlay has texts that stand in the place of what files on disk hold, by the files' real absolute
	// paths: what an editor has not saved. Such a file need not exist.
	Overlay map[string]string
	// Syntax, where it is set, cuts texts in the place of [syntax.Parse], of which it may remember results.
	Syntax func(name, text string) *syntax.File
	// Library holds the programs that ship with the tool, or is nil. A name is
	// looked up in it, as it is and with .ded appended, when no file has it.
	Library fs.FS
}

// loading is the reading of one program.
type loading struct {
	*reporter
	loader Loader
	closed bool            // nothing can be included
	roots  []folder        // of the files that were asked for
	seen   map[string]bool // the files that were read, by key
	build  builder         // of the syntax tree
	gather directives      // the settings
	list   []*clause       // of all files
	consts []*constant     // of all files
	stable []named         // the relations that are declared so
	ignore []Ignore        // of all files
	broken bool            // some text could not be read or parsed
}

func newLoading(l Loader) *loading {
	r := newReporter()
	r.ctx = l.Context
	return &loading{reporter: r, loader: l, seen: map[string]bool{}, build: builder{reporter: r}}
}

// once reports whether a file with this key is met for the first time.
func (ld *loading) once(key string) bool {
	if ld.seen[key] {
		return false
	}
	ld.seen[key] = true
	return true
}
