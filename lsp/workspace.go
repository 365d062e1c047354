package lsp

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"molly/dedalus/syntax"
)

// maxFiles is how many programs of a folder are looked at; those that come later in the order of their
// names are not.
const maxFiles = 5000

// workspace knows the folders of the session, and remembers what their files hold. It is safe for concurrent
// use.
type workspace struct {
	mu      sync.Mutex
	folders []string
	listed  map[string][]string   // the .ded files at and below a folder
	files   map[string]*savedFile // by path
	parsed  map[string]parsed     // by the name in positions: what was parsed last
}

// savedFile is a file of the disk as it was when it was read last.
type savedFile struct {
	modified time.Time
	size     int64
	text     string
	syntax   *syntax.File
	outline  *outline
}

// open begins with the folders of some URIs.
func (w *workspace) open(uris []string) {
	for _, uri := range uris {
		if uri != "" {
			w.add(uri)
		}
	}
}

func (w *workspace) add(uri string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if path := pathOf(uri); !slices.Contains(w.folders, path) {
		w.folders = append(w.folders, path)
	}
}

func (w *workspace) remove(uri string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	path := pathOf(uri)
	w.folders = slices.DeleteFunc(w.folders, func(f string) bool { return f == path })
}

// forget has the folders listed anew when they are needed next.
func (w *workspace) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listed = nil
}

// beside lists the .ded files among which the programs of a file are looked for: those of the workspace folder
// that has it, or else of its own folder.
func (w *workspace) beside(path string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range w.folders {
		if rel, err := filepath.Rel(f, path); err == nil && filepath.IsLocal(rel) {
			return w.list(f, true)
		}
	}
	return w.list(filepath.Dir(path), false)
}

// all lists the .ded files of all folders of the workspace.
func (w *workspace) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []string
	for _, f := range w.folders {
		list = append(list, w.list(f, true)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// list lists the .ded files of a folder, or also of those below it, but for what begins with a dot.
func (w *workspace) list(folder string, below bool) []string {
	key := folder
	if !below {
		key += string(filepath.Separator) // not below
	}
	if list, ok := w.listed[key]; ok {
		return list
	}
	list := []string{}
	_ = filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error { // what cannot be read has no programs
		hidden := err == nil && p != folder && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules")
		switch {
		case err != nil && d == nil, len(list) >= maxFiles:
			return filepath.SkipAll
		case err != nil:
			return nil
		case d.IsDir() && (hidden || p != folder && !below):
			return filepath.SkipDir
		case !d.IsDir() && !hidden && filepath.Ext(p) == ".ded":
			list = append(list, p)
		}
		return nil
	})
	if w.listed == nil {
		w.listed = map[string][]string{}
	}
	w.listed[key] = list
	return list
}

// read reads a file of the disk, unless it is as it was.
func (w *workspace) read(path string) (*savedFile, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	known := w.files[path]
	w.mu.Unlock()
	if known != nil && known.modified.Equal(info.ModTime()) && known.size == info.Size() {
		return known, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	body, _ := newLines(string(content), UTF8).body()
	cut := w.parse(path, body)
	f := &savedFile{info.ModTime(), info.Size(), string(content), cut, newOutline(cut)}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.files == nil {
		w.files = map[string]*savedFile{}
	}
	w.files[path] = f
	return f, nil
}

// parsed is what was parsed last of a file.
type parsed struct {
	*syntax.File
	again int // how often it was parsed from what was before
}

// fresh is how often a text is parsed from what was before: then it is parsed from nothing, because what is taken
// over keeps the texts that it is of.
const fresh = 100

// parse is syntax.Parse. It remembers what it parsed last under each name, and begins from that.
func (w *workspace) parse(name, text string) *syntax.File {
	w.mu.Lock()
	old, known := w.parsed[name]
	w.mu.Unlock()
	next := parsed{}
	switch {
	case known && old.Text == text:
		return old.File
	case known && old.again < fresh:
		next = parsed{old.Reparse(text), old.again + 1}
	default:
		next.File = syntax.Parse(name, text)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.parsed == nil {
		w.parsed = map[string]parsed{}
	}
	w.parsed[name] = next
	return next.File
}
