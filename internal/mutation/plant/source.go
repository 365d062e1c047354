package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// source is a file with its tree.
type source struct {
	name    string // below the module's root
	path    string
	src     []byte
	set     *token.FileSet
	tree    *ast.File
	parent  map[ast.Node]ast.Node
	isConst map[*ast.ValueSpec]bool
}

func readSource(set *token.FileSet, root, name string) (*source, error) {
	f := &source{name: name, path: filepath.Join(root, name), set: set, parent: map[ast.Node]ast.Node{}, isConst: map[*ast.ValueSpec]bool{}}
	var err error
	if f.src, err = os.ReadFile(f.path); err != nil {
		return nil, err
	}
	if f.tree, err = parser.ParseFile(set, f.path, f.src, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	var above []ast.Node
	ast.Inspect(f.tree, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		if len(above) > 0 {
			f.parent[n] = above[len(above)-1]
		}
		if d, is := n.(*ast.GenDecl); is && d.Tok == token.CONST {
			for _, s := range d.Specs {
				f.isConst[s.(*ast.ValueSpec)] = true
			}
		}
		above = append(above, n)
		return true
	})
	return f, nil
}

func (f *source) offset(p token.Pos) int { return f.set.Position(p).Offset }

func (f *source) text(from, to token.Pos) string { return string(f.src[f.offset(from):f.offset(to)]) }

// hash changes with the file.
func (f *source) hash() string {
	sum := sha256.Sum256(f.src)
	return hex.EncodeToString(sum[:6])
}

// imports reports whether the file can name the types of a package by its own name.
func (f *source) imports(p *types.Package) bool {
	return slices.ContainsFunc(f.tree.Imports, func(i *ast.ImportSpec) bool {
		return i.Name == nil && strings.Trim(i.Path.Value, `"`) == p.Path()
	})
}

// An edit writes text before and after [from, to), or, where it replaces, in its place.
// Edits are disjoint or nested.
type edit struct {
	from, to      int
	before, after string
	replaces      bool
	// core means that it belongs to an edit that replaces the operator in it: of edits with the
	// same ends, it is the innermost.
	core bool
}

func (f *source) wrap(n ast.Node, before, after string) edit {
	return edit{from: f.offset(n.Pos()), to: f.offset(n.End()), before: before, after: after}
}

// call is a wrap around an expression whose operator is replaced.
func (f *source) call(n ast.Node, before, after string) edit {
	e := f.wrap(n, before, after)
	e.core = true
	return e
}

func (f *source) replace(from, to token.Pos, text string) edit {
	return edit{from: f.offset(from), to: f.offset(to), before: text, replaces: true}
}

func (f *source) insert(at token.Pos, text string) edit {
	return edit{from: f.offset(at), to: f.offset(at), before: text}
}

// apply writes a source with edits. Lines stay where they are.
func apply(src []byte, edits []edit) []byte {
	type mark struct {
		at, length int // where, and how much of the source goes
		closes     bool
		span       int
		order      int
		core       int
		text       string
	}
	var marks []mark
	for i, e := range edits {
		if e.replaces {
			marks = append(marks, mark{at: e.from, length: e.to - e.from, order: i, text: e.before})
			continue
		}
		core := 0
		if e.core {
			core = 1
		}
		marks = append(marks, mark{at: e.from, span: e.to - e.from, order: i, core: core, text: e.before})
		if e.after != "" {
			marks = append(marks, mark{at: e.to, closes: true, span: e.to - e.from, order: i, core: core, text: e.after})
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		if a.closes != b.closes { // what ends here ends before something begins
			if a.closes {
				return -1
			}
			return 1
		}
		if a.closes {
			return cmp.Or(cmp.Compare(a.span, b.span), cmp.Compare(b.core, a.core), cmp.Compare(b.order, a.order))
		}
		// What is replaced comes after what begins there.
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(b.span, a.span), cmp.Compare(a.core, b.core), cmp.Compare(a.order, b.order))
	})
	var out []byte
	done := 0
	for _, m := range marks {
		out = append(out, src[done:m.at]...)
		out = append(out, m.text...)
		done = m.at + m.length
	}
	return append(out, src[done:]...)
}
