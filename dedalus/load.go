package dedalus

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"molly/datalog"
	"molly/dedalus/syntax"
)

// standardInput is the name of standard input in positions.
const standardInput = "<stdin>"

// Load reads and checks a program of one or more files. The program is nil when
// there is an error. Errors and warnings of the whole program come together.
func (l Loader) Load(files ...string) (*Program, Diagnostics) {
	ld := newLoading(l)
	var roots []*source
	for _, name := range files {
		if s := ld.open(name); s != nil {
			roots = append(roots, s)
		}
	}
	for _, s := range roots {
		ld.roots = append(ld.roots, s.folder)
	}
	for _, s := range roots {
		ld.read(s)
	}
	if len(files) == 0 {
		ld.fail(span{}, "file", "no file is given", "")
	}
	return ld.finish()
}

// LoadShipped reads and checks a program of files of the library, which the disk cannot hide.
func (l Loader) LoadShipped(files ...string) (*Program, Diagnostics) {
	ld := newLoading(l)
	var roots []*source
	for _, name := range files {
		if s := ld.openShipped(name); s != nil {
			roots = append(roots, s)
			ld.roots = append(ld.roots, s.folder)
		}
	}
	for _, s := range roots {
		ld.read(s)
	}
	if len(files) == 0 {
		ld.fail(span{}, "file", "no file is given", "")
	}
	return ld.finish()
}

// ParseString reads and checks a program that is given as a text. It cannot
// include anything.
func ParseString(name, src string) (*Program, Diagnostics) {
	ld := newLoading(Loader{})
	ld.closed = true
	ld.read(newSource(Source{Name: name, Named: true, Text: src}, folder{}))
	return ld.finish()
}

// open finds a file that was asked for; it returns nil for one that was asked for
// before or that cannot be read.
func (ld *loading) open(name string) *source {
	if name == "-" {
		return ld.openStdin()
	}
	f := found{path: name}
	text, err := ld.loader.text(f)
	if err != nil && (absent(err) || errors.Is(err, errFolder)) {
		if lib, t, ok := ld.shipped(name); ok {
			f, text, err = lib, t, nil
		}
	}
	if err != nil {
		ld.broken = true
		ld.fail(span{pos: datalog.Position{File: name}}, "file", reason(err), ld.meant(name, err))
		return nil
	}
	if !ld.once(f.key()) {
		return nil
	}
	return newSource(f.source(text, true), f.folder())
}

// openShipped finds a file of the library; it returns nil for one that was asked for before or
// that is not there.
func (ld *loading) openShipped(name string) *source {
	f, text, ok := ld.shipped(name)
	if !ok {
		ld.broken = true
		ld.fail(span{pos: datalog.Position{File: name}}, "file", reason(fs.ErrNotExist), ld.meant(name, fs.ErrNotExist))
		return nil
	}
	if !ld.once(f.key()) {
		return nil
	}
	return newSource(f.source(text, true), f.folder())
}

// shipped finds a file in the library.
func (ld *loading) shipped(name string) (f found, text string, ok bool) {
	if ld.loader.Library == nil {
		return f, "", false
	}
	for _, candidate := range []string{name, name + ".ded"} {
		f := found{path: filepath.ToSlash(filepath.Clean(candidate)), library: ld.loader.Library}
		if text, err := f.read(); err == nil {
			return f, text, true
		}
	}
	return f, "", false
}

func (ld *loading) openStdin() *source {
	if !ld.once("-") {
		return nil
	}
	at := span{pos: datalog.Position{File: standardInput}}
	if ld.loader.Stdin == nil {
		ld.broken = true
		ld.fail(at, "file", "there is no standard input", "")
		return nil
	}
	text, err := readAll(ld.loader.Stdin)
	if err != nil {
		ld.broken = true
		ld.fail(at, "file", reason(err), "")
		return nil
	}
	return newSource(Source{Name: standardInput, Named: true, Text: text}, folder{dir: "."})
}

// read adds the clauses of a source, and of what it includes where it does so.
func (ld *loading) read(s *source) {
	ld.add(s)
	if !s.checkEncoding(ld.reporter) {
		ld.broken = true
		return
	}
	parse := syntax.Parse
	if ld.loader.Syntax != nil {
		parse = ld.loader.Syntax
	}
	file := parse(s.name, s.Text)
	if s.Named {
		ld.gather.read(ld.reporter, file.Comments())
	}
	ld.ignore = append(ld.ignore, readIgnores(ld.reporter, s, file)...)
	for _, c := range file.Clauses {
		if ld.over() {
			return
		}
		n := c.Tree()
		switch {
		case n == nil:
			ld.broken = true
			ld.unparsed(c.Problem())
		case n.Include != nil:
			ld.include(s, n)
		case n.Stable != nil:
			for _, s := range n.Stable {
				ld.stable = append(ld.stable, named{spanOf(s.Name), s.Name.Value})
			}
		case n.Const != nil:
			if k := ld.build.constant(n.Const); k != nil {
				ld.consts = append(ld.consts, k)
			} else {
				ld.broken = true
			}
		default:
			if built := ld.build.clause(n); built != nil {
				built.last = spanOf(c.Tokens[len(c.Tokens)-1])
				ld.list = append(ld.list, built)
			} else {
				ld.broken = true
			}
		}
	}
}

// include reads the file that an include clause names.
func (ld *loading) include(from *source, n *syntax.Tree) {
	at := spanOf(*n.Include)
	ld.build.broken = false
	name := ld.build.text(*n.Include)
	if ld.build.broken {
		ld.broken = true
		return
	}
	f, text, problem := ld.lookUp(from, name)
	if problem != "" {
		ld.broken = true
		hint := ""
		if ld.closed {
			hint = "a program that is given as a text cannot include files"
		}
		ld.fail(at, "include", problem, hint)
		return
	}
	if ld.once(f.key()) {
		ld.read(newSource(f.source(text, false), f.folder()))
	}
}

// finish checks the program and lowers it.
func (ld *loading) finish() (*Program, Diagnostics) {
	if ld.ended {
		return nil, givenUp(ld.ctx)
	}
	if !ld.constants() {
		ld.broken = true
	}
	ch := &checker{reporter: ld.reporter, clauses: ld.list, stable: ld.stable, consts: ld.consts, broken: ld.broken}
	if ch.check(); ld.ended {
		return nil, givenUp(ld.ctx)
	}
	all := ld.sorted()
	diagnostics := leaveOut(ld.ignore, all)
	if diagnostics.HasErrors() {
		return nil, diagnostics
	}
	p := &Program{settings: ld.gather.settings, times: ch.times, ignores: ld.ignore, warnings: all}
	for _, k := range ld.consts {
		p.constants = append(p.constants, k.Constant)
	}
	if p.program, p.order = ch.lower(); ld.ended {
		return nil, givenUp(ld.ctx)
	}
	p.inputs = p.program.Choices()
	for _, s := range ld.sources {
		p.sources = append(p.sources, s.Source)
	}
	return p, diagnostics
}

func reason(err error) string { return fmt.Sprintf("cannot be read: %s", plain(err)) }

// givenUp says that the reading ended with its context.
func givenUp(ctx context.Context) Diagnostics {
	return Diagnostics{{Severity: Error, Code: "given-up", Width: 1, Message: "the program was not read completely: " + context.Cause(ctx).Error()}}
}
