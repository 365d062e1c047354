package lsp

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"molly/datalog"
	"molly/dedalus"
)

// publisher tells the client what is found in the latest snapshot: one goroutine, so that what is older never
// comes later.
type publisher struct {
	*Server
	woken chan struct{}
	sent  map[string]sent // by path: what the client shows
}

// sent is what was published of a file, for which opening of its document.
type sent struct {
	publishDiagnosticsParams
	opening int
}

func newPublisher(s *Server) *publisher {
	return &publisher{Server: s, woken: make(chan struct{}, 1), sent: map[string]sent{}}
}

// wake has the latest snapshot published.
func (p *publisher) wake() {
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

func (p *publisher) run() {
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.woken:
			p.once()
		}
	}
}

// once publishes the latest snapshot.
func (p *publisher) once() {
	defer p.recovered("publishing diagnostics", nil)
	p.mu.Lock()
	n := p.current
	p.mu.Unlock()
	found := n.diagnose(p.Server)
	for _, path := range sortedKeys(p.sent) {
		if _, ok := found[path]; !ok {
			p.send(n, path, nil)
			delete(p.sent, path)
		}
	}
	// What has changed comes last: a client that has the diagnostics of its version has all others.
	changed := func(path string) bool {
		d, old := n.docs[path], p.sent[path]
		return d != nil && (old.Version == nil || *old.Version != d.version || old.opening != d.opening)
	}
	for _, last := range []bool{false, true} {
		for _, path := range sortedKeys(found) {
			if changed(path) == last {
				p.send(n, path, found[path])
			}
		}
	}
	p.verdicts.consider(n)
}

// send publishes what is found in a file, unless the client has it.
func (p *publisher) send(n *snapshot, path string, list []finding) {
	params := sent{publishDiagnosticsParams: publishDiagnosticsParams{URI: n.uri(path), Diagnostics: []Diagnostic{}}}
	if d := n.docs[path]; d != nil {
		params.Version, params.opening = &d.version, d.opening
	}
	for _, f := range list {
		params.Diagnostics = append(params.Diagnostics, f.shown)
	}
	if old, ok := p.sent[path]; ok && reflect.DeepEqual(old, params) {
		return
	}
	p.sent[path] = params
	p.notify("textDocument/publishDiagnostics", params.publishDiagnosticsParams)
}

// finding is a diagnostic, with what the client shows of it.
type finding struct {
	dedalus.Diagnostic
	shown Diagnostic
}

// diagnose finds out what is wrong in the programs of all open documents: for each of their files, in
// the order of the text.
func (n *snapshot) diagnose(s *Server) map[string][]finding {
	found := map[string][]finding{}
	for _, path := range sortedKeys(n.docs) {
		roots, _ := n.programsOf(path)
		for _, root := range roots {
			for _, file := range n.filesOf(root) {
				found[file] = nil
			}
		}
	}
	for file := range found {
		found[file] = n.findingsIn(s, file)
	}
	return found
}

// findingsIn are the findings in a file. What is an error in one program of it is one; a warning counts only where all
// of them warn.
func (n *snapshot) findingsIn(s *Server, file string) []finding {
	roots, alone := n.programsIncluding(file)
	var list []finding
	count := map[string]int{}
	for _, root := range roots {
		for _, d := range n.program(s.ctx, root).findings() {
			if at := n.fileOf(d.Pos, root); at != file || alone && n.silent(s, d, root) {
				continue
			}
			f := finding{d, n.shown(s, file, d, root)}
			key := d.Code + "\x00" + d.Message + "\x00" + d.Pos.String()
			if count[key]++; count[key] == 1 {
				list = append(list, f)
			}
		}
	}
	list = slices.DeleteFunc(list, func(f finding) bool {
		key := f.Code + "\x00" + f.Message + "\x00" + f.Pos.String()
		return f.Severity != dedalus.Error && count[key] < len(roots)
	})
	slices.SortStableFunc(list, func(a, b finding) int {
		return compareRanges(a.shown.Range, b.shown.Range)
	})
	return list
}

// programsIncluding are the programs of the open documents that a file belongs to.
func (n *snapshot) programsIncluding(file string) (list []string, alone bool) {
	for _, path := range sortedKeys(n.docs) {
		roots, single := n.programsOf(path)
		for _, root := range roots {
			if slices.Contains(n.filesOf(root), file) && !slices.Contains(list, root) {
				list = append(list, root)
				alone = alone || single
			}
		}
	}
	return list, alone && len(list) == 1
}

// silent reports whether a finding in a file that may be a part of a program says nothing: it is about what
// other files may have, and the file has no invariant.
func (n *snapshot) silent(s *Server, d dedalus.Diagnostic, root string) bool {
	if !slices.Contains(lonely, d.Code) {
		return false
	}
	p := n.program(s.ctx, root)
	return p.Program == nil || !p.Datalog().HasInvariant() && p.Datalog().Never == datalog.NoRelation
}

// fileOf is the path of the file that a position names: the program's own where it names none.
func (n *snapshot) fileOf(at datalog.Position, root string) string {
	if at.File == "" || at.File == root {
		return root
	}
	return realPath(at.File)
}

// shown is a diagnostic as the client shows it.
func (n *snapshot) shown(s *Server, file string, d dedalus.Diagnostic, root string) Diagnostic {
	shown := Diagnostic{Range: n.rangeOf(s, file, d.Pos, d.Width), Severity: severityError, Code: d.Code, Source: "molly", Message: d.Message}
	if _, known := dedalus.CodeNamed(d.Code); known && s.options.Docs != "" {
		shown.CodeDescription = &codeDescription{s.options.Docs + "lint.md#" + d.Code}
	}
	if d.Severity == dedalus.Warning {
		shown.Severity = severityWarning
	}
	if d.Code == "unread" || d.Code == "single-use" {
		shown.Tags = []int{tagUnnecessary}
	}
	var more strings.Builder
	for _, note := range d.Notes {
		if note.Pos.IsValid() && s.client.TextDocument.PublishDiagnostics.RelatedInformation {
			at := n.fileOf(note.Pos, root)
			shown.RelatedInformation = append(shown.RelatedInformation, relatedInformation{
				Location{n.uri(at), n.rangeOf(s, at, note.Pos, 1)}, note.Text,
			})
			continue
		}
		more.WriteString("\nnote: ")
		if note.Pos.IsValid() {
			more.WriteString(note.Pos.Short() + ": ")
		}
		more.WriteString(note.Text)
	}
	if d.Hint != "" {
		more.WriteString("\nhint: " + d.Hint)
	}
	shown.Message += more.String()
	return shown
}

// rangeOf is the range of some characters of a file from a position of the language.
func (n *snapshot) rangeOf(s *Server, file string, at datalog.Position, width int) Range {
	t := n.text(file, s.enc)
	if t == nil || !at.IsValid() {
		return Range{}
	}
	from := t.place(at.Line, at.Column)
	to := t.place(at.Line, at.Column+max(1, width))
	return t.between(from, to)
}

// compareRanges orders ranges as the text does.
func compareRanges(a, b Range) int {
	return cmp.Or(comparePositions(a.Start, b.Start), comparePositions(a.End, b.End))
}

func comparePositions(a, b Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Character, b.Character))
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
