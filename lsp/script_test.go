package lsp

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata")

// Each archive in testdata has files, and a script of what an editor does with them. A line that begins with > is
// done, and what follows is what the server answers:
//
//	> open FILE                       opens it, and shows the diagnostics of all files
//	> new FILE "TEXT"                 opens a document that is not on disk
//	> edit FILE L:C L:C "TEXT"        replaces a range (from 1, in UTF-16)
//	> close FILE
//	> write FILE "TEXT"               changes a file on disk, and tells the server
//	> METHOD FILE [L:C [L:C]] [JSON]  asks, with more parameters
//	> lenses FILE                     waits for all verdicts, and shows them
//	> settle                          waits for what takes an evaluation, and shows the diagnostics of all files
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			var script *txtar.File
			for i, f := range archive.Files {
				if f.Name == "script" {
					script = &archive.Files[i]
					continue
				}
				path := filepath.Join(dir, f.Name)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			s := &scripted{client: connect(t, dir, ""), files: archive}
			var out bytes.Buffer
			for line := range strings.Lines(string(script.Data)) {
				if strings.HasPrefix(line, "#") || line == "\n" && out.Len() == 0 {
					out.WriteString(line)
				}
				if command, ok := strings.CutPrefix(line, "> "); ok {
					out.WriteString(line)
					s.do(&out, strings.TrimSpace(command))
				}
			}
			s.bye()
			if bytes.Equal(out.Bytes(), script.Data) {
				return
			}
			if *update {
				script.Data = out.Bytes()
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s: the server answers\n%s\nnot\n%s", file, out.String(), script.Data)
		})
	}
}

type scripted struct {
	*client
	files *txtar.Archive
}

var place = regexp.MustCompile(`^(\d+):(\d+)$`)

// do does a line of a script and writes what the server says.
func (s *scripted) do(out *bytes.Buffer, command string) {
	s.t.Helper()
	words := strings.SplitN(command, " ", 3)
	verb, file, rest := words[0], "", ""
	if len(words) > 1 {
		file = words[1]
	}
	if len(words) > 2 {
		rest = words[2]
	}
	var at []Position
	for {
		word, more, _ := strings.Cut(rest, " ")
		m := place.FindStringSubmatch(word)
		if m == nil {
			break
		}
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		at, rest = append(at, Position{line - 1, column - 1}), more
	}
	text := func() string {
		said, err := strconv.Unquote(rest)
		if err != nil {
			s.t.Fatalf("%s: %v", command, err)
		}
		return said
	}
	switch verb {
	case "open":
		content, err := os.ReadFile(filepath.Join(s.dir, file))
		if err != nil {
			s.t.Fatal(err)
		}
		s.open(file, string(content))
		s.show(out)
	case "new":
		s.open(file, text())
		s.show(out)
	case "edit":
		s.change(file, contentChange{&Range{at[0], at[1]}, text()})
		s.show(out)
	case "close":
		s.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": s.uri(file)}})
	case "write":
		if err := os.WriteFile(filepath.Join(s.dir, file), []byte(text()), 0o666); err != nil {
			s.t.Fatal(err)
		}
		s.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": s.uri(file), "type": 2}}})
	case "lenses":
		s.lenses(out, file)
	case "settle":
		s.settle()
		s.show(out)
	default:
		s.ask(out, verb, file, at, rest)
	}
}

// show writes all diagnostics, those of files without any in one word.
func (s *scripted) show(out *bytes.Buffer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, uri := range sortedKeys(s.published) {
		list := s.published[uri].Diagnostics
		if len(list) == 0 {
			fmt.Fprintf(out, "%s: ok\n", s.short(uri))
		}
		for _, d := range list {
			severity := map[int]string{1: "error", 2: "warning", 3: "information", 4: "hint"}[d.Severity]
			fmt.Fprintf(out, "%s:%s: %s: %s [%s]\n", s.short(uri), s.span(d.Range), severity, strings.ReplaceAll(s.short(d.Message), "\n", "\n    "), d.Code)
			for _, r := range d.RelatedInformation {
				fmt.Fprintf(out, "    %s:%s: %s\n", s.short(r.Location.URI), s.span(r.Location.Range), r.Message)
			}
		}
	}
}

func (s *scripted) span(r Range) string {
	text := fmt.Sprintf("%d:%d", r.Start.Line+1, r.Start.Character+1)
	if r.End != r.Start {
		text += fmt.Sprintf("-%d:%d", r.End.Line+1, r.End.Character+1)
	}
	return text
}

var seconds = regexp.MustCompile(`\d+\.\d{3} s`)

// short leaves out of a text what is not the same in each run: the folder, and times.
func (s *scripted) short(text string) string {
	text = strings.ReplaceAll(text, uriOf(s.dir)+"/", "")
	return seconds.ReplaceAllString(strings.ReplaceAll(text, s.dir+string(filepath.Separator), ""), "0.000 s")
}

// settle waits until everything is evaluated and published.
func (s *scripted) settle() {
	for end := time.Now().Add(20 * time.Second); !s.settled(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatal("it is not known what evaluation finds")
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(s.published, s.later)
}

// settled reports whether the client has all that evaluation finds in what is open.
func (s *scripted) settled() bool {
	s.server.mu.Lock()
	n := s.server.current
	s.server.mu.Unlock()
	for path, d := range n.docs {
		if o := n.outline(path); o != nil && o.program {
			if p := n.program(s.server.ctx, path); p.Program != nil && p.linted.Load() == nil {
				return false
			}
		}
		s.mu.Lock()
		shown := len(s.later[d.uri].Diagnostics)
		s.mu.Unlock()
		if len(n.findingsIn(s.server, path)) != shown {
			return false
		}
	}
	return true
}

// lenses waits until no lens is in the making.
func (s *scripted) lenses(out *bytes.Buffer, file string) {
	for {
		s.mu.Lock()
		seen := s.refreshed
		s.mu.Unlock()
		var list []codeLens
		s.call("textDocument/codeLens", documentParams{textDocumentIdentifier{s.uri(file)}}, &list)
		var shown strings.Builder
		for _, l := range list {
			fmt.Fprintf(&shown, "%d: %s\n", l.Range.Start.Line+1, l.Command.Title)
		}
		if !strings.Contains(shown.String(), "verifying") {
			out.WriteString(shown.String())
			return
		}
		s.until("a verdict", func() bool { return s.refreshed > seen })
	}
}

// ask asks and writes the answer: a text as it is, else JSON.
func (s *scripted) ask(out *bytes.Buffer, method, file string, at []Position, more string) {
	if !strings.HasPrefix(method, "workspace/") {
		method = "textDocument/" + method
	}
	params := map[string]any{"textDocument": map[string]any{"uri": s.uri(file)}}
	if more != "" {
		if err := json.Unmarshal([]byte(strings.ReplaceAll(more, "$URI", s.uri(file))), &params); err != nil {
			s.t.Fatalf("%s: %v", more, err)
		}
	}
	switch len(at) {
	case 1:
		params["position"] = at[0]
	case 2:
		params["range"] = Range{at[0], at[1]}
	}
	var answer any
	if err := s.try(method, params, &answer); err != nil {
		fmt.Fprintf(out, "error: %s\n", s.short(err.Error()))
		return
	}
	s.write(out, "", answer)
}

// write writes an answer for people: what an object has in its order, a range in short.
func (s *scripted) write(out *bytes.Buffer, indent string, v any) {
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			out.WriteString(indent + "none\n")
		}
		if row := numbers(v); row != "" {
			out.WriteString(indent + row + "\n")
			return
		}
		for _, x := range v {
			s.write(out, indent, x)
		}
	case map[string]any:
		var fields []string
		for _, key := range sortedKeys(v) {
			if text, ok := s.inline(v[key]); ok {
				fields = append(fields, key+"="+text)
			}
		}
		out.WriteString(indent + strings.Join(fields, " ") + "\n")
		for _, key := range sortedKeys(v) {
			if _, ok := s.inline(v[key]); !ok {
				out.WriteString(indent + "  " + s.short(key) + ":\n")
				s.write(out, indent+"    ", v[key])
			}
		}
	case string:
		for line := range strings.Lines(s.short(v)) {
			out.WriteString(indent + "| " + strings.TrimRight(line, "\n") + "\n")
		}
	default:
		text, _ := s.inline(v)
		out.WriteString(indent + text + "\n")
	}
}

// numbers writes a list of numbers, in groups of five as semantic tokens are.
func numbers(list []any) string {
	var b strings.Builder
	for i, x := range list {
		n, ok := x.(float64)
		if !ok {
			return ""
		}
		if i > 0 && i%5 == 0 {
			b.WriteString(" ;")
		}
		fmt.Fprintf(&b, " %v", n)
	}
	return strings.TrimSpace(b.String())
}

// inline writes what fits into a line: ranges, positions, numbers, short texts.
func (s *scripted) inline(v any) (string, bool) {
	raw, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	switch x := v.(type) {
	case map[string]any:
		var r Range
		if _, ok := x["start"]; ok && json.Unmarshal(raw, &r) == nil {
			return s.span(r), true
		}
		return "", false
	case []any:
		return "[]", len(x) == 0
	case string:
		return strconv.Quote(s.short(x)), !strings.Contains(x, "\n")
	}
	return string(raw), true
}
