package editors

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/dedalus/format"
	"molly/dedalus/highlight"
	"molly/dedalus/syntax"
)

// program is a text that editors have to colour.
type program struct{ name, text string }

// programs are all .ded files of the project, also those with errors, and all programs in its
// documents.
func programs(t *testing.T) []program {
	t.Helper()
	var list []program
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != ".."):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		ext := filepath.Ext(path)
		if ext != ".ded" && ext != ".md" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := strings.TrimPrefix(string(data), "\ufeff") // no editor shows it
		text = strings.ToValidUTF8(text, "\ufffd")
		if ext == ".ded" {
			list = append(list, program{path, text})
			return nil
		}
		for _, b := range blocks(text) {
			if b.dedalus() {
				list = append(list, program{fmt.Sprintf("%s:%d", path, b.line+1), b.text})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 200 {
		t.Fatalf("only %d programs: is this the right folder?", len(list))
	}
	return list
}

// flattened are the programs in the layout of molly fmt that have lines which go on with a clause, without the
// indentation of these lines; and what they are with it.
func flattened(t *testing.T) (flat []program, want []string) {
	t.Helper()
	for _, p := range programs(t) {
		if text, err := format.Source(p.name, p.text); err != nil || text != p.text {
			continue
		}
		changed := false
		rows := strings.Split(p.text, "\n")
		for i, row := range rows {
			code := strings.TrimLeft(row, " ")
			if code != row && !strings.HasPrefix(code, "//") {
				rows[i], changed = code, true
			}
		}
		if changed && !strings.Contains(p.text, "/*") {
			flat, want = append(flat, program{p.name, strings.Join(rows, "\n")}), append(want, p.text)
		}
	}
	if len(flat) < 3 {
		t.Fatalf("only %d programs have such lines", len(flat))
	}
	return flat, want
}

// compare reports tokens that have another class than the tool's, or more than one.
func compare(t *testing.T, p program, got []highlight.Class) {
	t.Helper()
	f := syntax.Parse(p.name, p.text)
	spans := highlight.Spans(f)
	wrong := 0
	for i, s := range spans {
		c := f.ClauseAt(s.Start)
		guess := c != nil && c.Problem() != nil || apart(p.text, spans, i)
		for at := s.Start; at < s.End && wrong < 5; at++ {
			if p.text[at] == '\n' || p.text[at] == '\r' {
				continue // an editor shows no character there
			}
			if !same(s.Class, got[at]) && !(guess && (name(s.Class) && name(got[at]) || p.text[at] == '=')) {
				pos := f.Position(at)
				t.Errorf("%s:%d:%d: %q is %s, and coloured as %q", p.name, pos.Line, pos.Column, p.text[s.Start:min(s.End, s.Start+40)], s.Class, got[at])
				wrong++
				break
			}
		}
	}
}

// apart reports whether what tells a name's class stands on another line, or behind a comment: a
// grammar reads line by line.
func apart(text string, spans []highlight.Span, i int) bool {
	token := func(i int) string {
		if i < 0 || i >= len(spans) {
			return ""
		}
		return text[spans[i].Start:spans[i].End]
	}
	next := i + 1
	for strings.HasPrefix(token(next), "/") {
		next++
	}
	last := i - 1
	for strings.HasPrefix(token(last), "/") {
		last--
	}
	between := func(i, j int) bool {
		return j > i+1 || strings.ContainsAny(text[spans[i].End:spans[j].Start], "\n\f\v")
	}
	switch {
	case token(next) == "(" || token(next) == "<":
		return between(i, next)
	case token(last) == "@" || token(last) == "stable" || token(last) == "const" || token(last) == "may":
		return between(last, i)
	}
	return false
}

// same reports whether a class is what the tool has, or what a grammar can know of it. A grammar sees
// that a name is a constant's only where it is declared, and not that a program has a relation of its
// own in the place of a builtin.
func same(want, got highlight.Class) bool {
	return want == got ||
		want == highlight.Constant && got == highlight.Variable ||
		want == highlight.Relation && got == highlight.Builtin
}

// name reports whether a token of the class may be a name. What a name stands for in a clause that cannot
// be parsed is a guess, and a grammar may make another one.
func name(c highlight.Class) bool {
	switch c {
	case highlight.Relation, highlight.Builtin, highlight.Invariant, highlight.Variable, highlight.Wildcard,
		highlight.Constant, highlight.Aggregate, highlight.Timing, highlight.Keyword:
		return true
	}
	return false
}
