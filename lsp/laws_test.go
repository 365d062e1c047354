package lsp

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"molly"
	"molly/dedalus/format"
	"molly/internal/randprog"
)

// identifiers are names in a text, keywords too.
var identifiers = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.?]*`)

// apply applies the edits of a document, which do not overlap.
func apply(text string, edits []TextEdit) string {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b TextEdit) int { return comparePositions(b.Range.Start, a.Range.Start) })
	for _, e := range edits {
		text = spliced(text, contentChange{&e.Range, e.NewText}, UTF16)
	}
	return text
}

// Another name changes nothing else: renamed back in its text, the program is what it was. And a name that means
// something already is refused, or means it in another place: no two relations become one, and no two variables.
func TestRenameIsRenaming(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	c := connect(t, t.TempDir(), "")
	renamed := 0
	for i := range 40 {
		text := randprog.Program(random, randprog.Options{Wide: i%2 == 0})
		before, err := molly.Parse("p.ded", text)
		if err != nil {
			continue
		}
		c.open("p.ded", text)
		words := identifiers.FindAllStringIndex(text, -1)
		for range 6 {
			at := words[random.IntN(len(words))]
			other := words[random.IntN(len(words))]
			name := "fresh_name"
			if random.IntN(2) == 0 {
				name = text[other[0]:other[1]]
			}
			var edit WorkspaceEdit
			err := c.try("textDocument/rename", renameParams{
				positionParams{documentParams{textDocumentIdentifier{c.uri("p.ded")}}, newLines(text, UTF16).position(at[0])}, name,
			}, &edit)
			if err != nil {
				if code(err) != jsonrpc2.CodeInvalidParams {
					t.Fatalf("seed %d: %v", seed, err)
				}
				continue
			}
			after := apply(text, edit.Changes[c.uri("p.ded")])
			program, err := molly.Parse("p.ded", after)
			if err != nil {
				t.Fatalf("seed %d: %s as %s is no program: %v\n%s", seed, text[at[0]:at[1]], name, err, text)
			}
			renamed++
			if name == "fresh_name" {
				back := strings.ReplaceAll(program.String(), name, text[at[0]:at[1]])
				if back != before.String() {
					t.Fatalf("seed %d: with another name for %s:\n%s\nnot\n%s", seed, text[at[0]:at[1]], program, before)
				}
			}
			if a, b := before.Datalog(), program.Datalog(); len(a.Relations) != len(b.Relations) {
				t.Fatalf("seed %d: %s as %s: two relations are one:\n%s", seed, text[at[0]:at[1]], name, text)
			} else {
				for i := range a.Rules {
					if len(a.Rules[i].Vars) != len(b.Rules[i].Vars) {
						t.Fatalf("seed %d: %s as %s: two variables are one:\n%s", seed, text[at[0]:at[1]], name, text)
					}
				}
			}
		}
	}
	if renamed < 30 {
		t.Errorf("only %d names", renamed)
	}
	c.bye()
}

// Of the programs of the library and of damaged ones: semantic tokens are in order and apart; the formatter's edit
// makes what molly fmt makes; and every request is answered at every place, with a result or a reason.
func TestRequestsOfAnyText(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../protocols/delivery")); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.ded"))
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, dir, "")
	for i, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, name := string(content), filepath.Base(file)
		if i%2 == 1 {
			for range 4 {
				at := random.IntN(len(text))
				text = text[:at] + randomPiece(random) + text[min(len(text), at+random.IntN(4)):]
			}
			text = strings.ToValidUTF8(text, "?")
		}
		c.open(name, text)
		doc := documentParams{textDocumentIdentifier{c.uri(name)}}
		var tokens semanticTokens
		c.call("textDocument/semanticTokens/full", doc, &tokens)
		end := 0
		for j := 0; j < len(tokens.Data); j += 5 {
			if tokens.Data[j] > 0 {
				end = 0
			}
			if tokens.Data[j+2] < 1 || tokens.Data[j] == 0 && tokens.Data[j+1] < end || tokens.Data[j+3] >= len(tokenTypes) {
				t.Fatalf("seed %d: token %v of %s after one of width %d", seed, tokens.Data[j:j+5], name, end)
			}
			end = tokens.Data[j+2]
		}
		var edits []TextEdit
		err = c.try("textDocument/formatting", doc, &edits)
		if want, wrong := format.Source(name, text); (wrong != nil) != (err != nil) || wrong == nil && apply(text, edits) != want {
			t.Fatalf("seed %d: formatting %s: %v, %v:\n%s", seed, name, err, edits, text)
		}
		lines := newLines(text, UTF16)
		for _, method := range sortedKeys(requests) {
			if strings.HasPrefix(method, "workspace/") {
				continue
			}
			for range 3 {
				at := lines.position(random.IntN(len(text) + 1))
				err := c.try(method, map[string]any{
					"textDocument": doc.TextDocument, "position": at, "range": Range{at, at}, "newName": "x", "context": map[string]any{},
				}, nil)
				if n := code(err); err != nil && n != codeRequestFailed && n != jsonrpc2.CodeInvalidParams {
					t.Fatalf("seed %d: %s at %v: %v\n%s", seed, method, at, err, text)
				}
			}
		}
	}
	c.bye()
}

// docs/lsp.md names every method that is answered, and every command, and no other.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/lsp.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []struct {
		pattern string
		known   []string
	}{
		{"`((?:textDocument|workspace)/[A-Za-z/]+)`", append(sortedKeys(requests), "textDocument/publishDiagnostics", "workspace/didChangeWatchedFiles", "workspace/codeLens/refresh")},
		{"`(molly\\.[A-Za-z]+)`", commandNames()},
	} {
		found := map[string]bool{}
		for _, m := range regexp.MustCompile(form.pattern).FindAllStringSubmatch(string(page), -1) {
			found[m[1]] = true
		}
		for _, name := range form.known {
			if !found[name] {
				t.Errorf("docs/lsp.md does not name %s", name)
			}
		}
		for name := range found {
			if !slices.Contains(form.known, name) {
				t.Errorf("docs/lsp.md names %s, which is not there", name)
			}
		}
	}
	var fields map[string]any
	full, err := json.Marshal(target{URI: "x", Line: new(int), Position: &Position{}, Tuple: "x", Faults: new(string), Show: true})
	if err != nil || json.Unmarshal(full, &fields) != nil {
		t.Fatal(err)
	}
	for name := range fields {
		if !strings.Contains(string(page), "| `"+name+"` |") {
			t.Errorf("docs/lsp.md does not say what %s is", name)
		}
	}
}
