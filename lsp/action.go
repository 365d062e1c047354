package lsp

import (
	"slices"
	"strings"

	"molly/dedalus"
)

// The kinds of actions.
const (
	quickFix = "quickfix"
	whyKind  = "molly.why"
)

// automatic says that an editor asks for actions by itself.
const automatic = 2

// codeActions are the fixes of what is found in a range, and where somebody asks for actions, why the tuple there
// holds, and why not.
func (q *request) codeActions(p codeActionParams) ([]codeAction, error) {
	d, err := q.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	list := []codeAction{}
	wanted := func(kind string) bool {
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
			return kind == only || strings.HasPrefix(kind, only+".")
		})
	}
	if wanted(quickFix) {
		list = q.fixes(d, p.Range)
	}
	if !wanted(whyKind) || p.Context.TriggerKind == automatic {
		return list, nil
	}
	program := q.good(d.path)
	if program == nil {
		return list, nil
	}
	if tuple := q.tupleAt(d, d.text.offset(p.Range.Start), program.Program); tuple != "" {
		t := target{URI: d.uri, Tuple: tuple, Show: true}
		list = append(list,
			codeAction{Title: "why does " + tuple + " hold?", Kind: whyKind, Command: &Command{"why", whyCommand, []any{t}}},
			codeAction{Title: "why does " + tuple + " not hold?", Kind: whyKind, Command: &Command{"why not", whyNotCommand, []any{t}}})
	}
	return list, nil
}

// fixes are those of what is found in a range.
func (q *request) fixes(d *document, r Range) []codeAction {
	list := []codeAction{}
	for _, f := range q.findingsIn(q.Server, d.path) {
		for i, fix := range f.Fixes {
			edits := q.fixing(d, fix)
			here := func(e TextEdit) bool { return overlap(e.Range, r) }
			if !overlap(f.shown.Range, r) && !slices.ContainsFunc(edits[d.path], here) {
				continue
			}
			list = append(list, codeAction{
				Title: fix.Title, Kind: quickFix, Diagnostics: []Diagnostic{f.shown}, IsPreferred: i == 0,
				Edit: q.edit(edits),
			})
		}
	}
	return list
}

// fixing are the edits of a fix, by path.
func (q *request) fixing(d *document, fix dedalus.Fix) map[string][]TextEdit {
	edits := map[string][]TextEdit{}
	for _, e := range fix.Edits {
		path := q.fileOf(e.Pos, d.path)
		if t := q.text(path, q.enc); t != nil {
			from, to := t.place(e.Pos.Line, e.Pos.Column), t.place(e.Pos.Line, e.Pos.Column+e.Width)
			edits[path] = append(edits[path], TextEdit{t.between(from, to), e.Text})
		}
	}
	return edits
}

// edit is a change of files in the form that the client takes.
func (q *request) edit(edits map[string][]TextEdit) *WorkspaceEdit {
	w := &WorkspaceEdit{}
	for _, path := range sortedKeys(edits) {
		if !q.client.Workspace.WorkspaceEdit.DocumentChanges {
			if w.Changes == nil {
				w.Changes = map[string][]TextEdit{}
			}
			w.Changes[q.uri(path)] = edits[path]
			continue
		}
		change := textDocumentEdit{versionedTextDocumentIdentifier{URI: q.uri(path)}, edits[path]}
		if d := q.docs[path]; d != nil {
			change.TextDocument.Version = &d.version
		}
		w.DocumentChanges = append(w.DocumentChanges, change)
	}
	return w
}

// overlap reports whether two ranges have a place in common; their ends belong to them.
func overlap(a, b Range) bool {
	return comparePositions(a.Start, b.End) <= 0 && comparePositions(b.Start, a.End) <= 0
}
