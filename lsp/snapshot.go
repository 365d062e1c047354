package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"molly"
	"molly/dedalus"
	"molly/dedalus/syntax"
	"molly/verify/expect"
)

// snapshot is the open documents at one moment, and what is found out about them. It is safe for concurrent use.
//
// Invariant: docs and overlay are never changed.
type snapshot struct {
	work    *workspace
	docs    map[string]*document // by path
	overlay map[string]string    // what they hold

	mu       sync.Mutex
	texts    map[string]*lines       // of files that are not open
	syntaxes map[string]*syntax.File // by path
	outlines map[string]*outline
	indices  map[string]*index
	parts    map[string][]string // the files of the program that a file is
	programs map[string]*program
}

func newSnapshot(w *workspace, docs map[string]*document) *snapshot {
	n := &snapshot{
		work: w, docs: docs, overlay: map[string]string{}, texts: map[string]*lines{}, syntaxes: map[string]*syntax.File{}, outlines: map[string]*outline{}, indices: map[string]*index{},
		parts: map[string][]string{}, programs: map[string]*program{},
	}
	for path, d := range docs {
		n.overlay[path] = d.text.content
	}
	return n
}

// document returns an open document.
func (n *snapshot) document(uri string) (*document, error) {
	if d := n.docs[pathOf(uri)]; d != nil {
		return d, nil
	}
	return nil, &unopenedError{uri}
}

// uri is how the client spells the URI of a file.
func (n *snapshot) uri(path string) string {
	if d := n.docs[path]; d != nil {
		return d.uri
	}
	return uriOf(path)
}

// text returns what a file holds: unsaved, or on disk. It is nil for a file that cannot be read.
func (n *snapshot) text(path string, enc Encoding) *lines {
	if d := n.docs[path]; d != nil {
		return d.text
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	t, known := n.texts[path]
	if !known {
		if f, err := n.work.read(path); err == nil {
			t = newLines(f.text, enc)
		}
		n.texts[path] = t
	}
	return t
}

// outline returns that of a file, nil where it cannot be read.
func (n *snapshot) outline(path string) *outline {
	n.mu.Lock()
	o, known := n.outlines[path]
	n.mu.Unlock()
	if known {
		return o
	}
	if n.docs[path] != nil {
		o = newOutline(n.syntax(path))
	} else if f, err := n.work.read(path); err == nil {
		o = f.outline
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.outlines[path] = o
	return o
}

// syntax returns the tokens and clauses of a file, nil where it cannot be read. Positions name it by its path.
func (n *snapshot) syntax(path string) *syntax.File {
	n.mu.Lock()
	defer n.mu.Unlock()
	f, known := n.syntaxes[path]
	if known {
		return f
	}
	if d := n.docs[path]; d != nil {
		body, _ := d.text.body()
		f = n.work.parse(path, body)
	} else if saved, err := n.work.read(path); err == nil {
		f = saved.syntax
	}
	n.syntaxes[path] = f
	return f
}

// filesOf lists the files of the program that a file is: itself first, and all that are included, as the loader
// finds them.
func (n *snapshot) filesOf(root string) []string {
	n.mu.Lock()
	list, known := n.parts[root]
	n.mu.Unlock()
	if known {
		return list
	}
	list = []string{root}
	for i := 0; i < len(list); i++ {
		o := n.outline(list[i])
		if o == nil {
			continue
		}
		for _, name := range o.includes {
			for _, folder := range []string{filepath.Dir(list[i]), filepath.Dir(root)} {
				path := name
				if !filepath.IsAbs(name) {
					path = filepath.Join(folder, name)
				}
				if path = realPath(path); n.outline(path) == nil {
					continue
				}
				if !slices.Contains(list, path) {
					list = append(list, path)
				}
				break
			}
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.parts[root] = list
	return list
}

// programsOf lists the files that are the programs of a file: itself, where it says how it is run; or else the
// programs beside it that include it. Where there are none, a file is its own program, and maybe only a part of one
// that is elsewhere: then it is alone.
func (n *snapshot) programsOf(path string) (roots []string, alone bool) {
	o := n.outline(path)
	if o == nil || o.program {
		return []string{path}, false
	}
	var includers []string
	for _, candidate := range n.beside(path) {
		if candidate != path && slices.Contains(n.filesOf(candidate), path) {
			includers = append(includers, candidate)
		}
	}
	for _, c := range includers {
		included := func(other string) bool { return other != c && slices.Contains(n.filesOf(other), c) }
		if n.outline(c).program || !slices.ContainsFunc(includers, included) {
			roots = append(roots, c)
		}
	}
	if len(roots) == 0 {
		return []string{path}, true
	}
	return roots, false
}

// beside are the files among which the programs of a file are: those on disk, and those of the open documents that are
// in the same place.
func (n *snapshot) beside(path string) []string {
	list := slices.Clone(n.work.beside(path))
	for _, open := range sortedKeys(n.docs) {
		if filepath.Dir(open) == filepath.Dir(path) && !slices.Contains(list, open) {
			list = append(list, open)
		}
	}
	return list
}

// program is a program of the snapshot, read and checked.
type program struct {
	once           sync.Once
	root           string
	*molly.Program // nil where it has errors
	found          dedalus.Diagnostics
	expected       []expect.Expectation
	linted         atomic.Pointer[dedalus.Diagnostics] // found, and what took an evaluation; nil until it is known

	written sync.Once
	text    string // of canonical

	ran  sync.Once
	free *failureFree
}

// program reads and checks the program that a file is.
func (n *snapshot) program(ctx context.Context, root string) *program {
	n.mu.Lock()
	p := n.programs[root]
	if p == nil {
		p = &program{root: root}
		n.programs[root] = p
	}
	n.mu.Unlock()
	p.once.Do(func() { p.load(ctx, n) })
	return p
}

func (p *program) load(ctx context.Context, n *snapshot) {
	loaded, err := molly.Sources{Overlay: n.overlay, Syntax: n.work.parse}.Load(ctx, p.root)
	if err != nil {
		if wrong, ok := err.(*molly.LoadError); ok {
			p.found = wrong.Diagnostics
		}
		return
	}
	p.Program, p.found = loaded, loaded.Findings()
	for _, s := range loaded.Sources() {
		if s.Named {
			list, wrong := expect.Parse(dedalus.CommentsOf(n.work.parse(s.Name, s.Text)), loaded.Program)
			p.expected, p.found = list, append(p.found, wrong...)
		}
	}
}

// findings are all that is known to be wrong with the program.
func (p *program) findings() dedalus.Diagnostics {
	if more := p.linted.Load(); more != nil {
		return *more
	}
	return p.found
}

// lonely are the codes of findings that say what a program lacks: in a file that may be a part of a program,
// they say nothing.
var lonely = strings.Fields("undefined unread never-defined unjudged good")
