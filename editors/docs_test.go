package editors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/dedalus/syntax"
)

// Every program in the documents is in a fence that says so, which is how editors come to colour it.
func TestProgramsInDocumentsAreFenced(t *testing.T) {
	files, err := filepath.Glob("../docs/*.md")
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	files = append(files, "../README.md", "../CONTRIBUTING.md", "README.md", "vscode/README.md")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range blocks(string(data)) {
			if isProgram(b.text) && !b.dedalus() {
				t.Errorf("%s:%d: a program that is fenced as %q:\n%s", path, b.line, b.language, b.text)
			}
		}
	}
}

// block is a stretch of code in a document, between fences or indented by four spaces.
type block struct {
	line           int
	language, text string
}

// dedalus reports whether an editor takes the block for a program. A fence of "dedalus wrong" says that the program is
// one that shows what is wrong.
func (b block) dedalus() bool {
	language, _, _ := strings.Cut(b.language, " ")
	return language == "dedalus"
}

func blocks(document string) []block {
	var list []block
	var b *block
	fence := ""
	lines := append(strings.Split(document, "\n"), "")
	for i, line := range lines {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case fence != "" && strings.TrimSpace(line) == fence:
			list, b, fence = append(list, *b), nil, ""
		case fence != "":
			b.text += line + "\n"
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fence = "```"
			b = &block{line: i + 1, language: strings.TrimPrefix(strings.TrimSpace(line), "```")}
		case indented && b == nil && (i == 0 || strings.TrimSpace(lines[i-1]) == ""):
			b = &block{line: i + 1, language: "indented", text: code + "\n"}
		case indented && b != nil:
			b.text += code + "\n"
		case b != nil:
			list, b = append(list, *b), nil
		}
	}
	return list
}

// isProgram reports whether a text has clauses, and nothing else.
func isProgram(text string) bool {
	f := syntax.Parse("", text)
	for _, c := range f.Clauses {
		if c.Problem() != nil {
			return false
		}
	}
	return len(f.Clauses) > 0
}
