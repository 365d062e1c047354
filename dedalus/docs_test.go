package dedalus

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var codeInSource = regexp.MustCompile(`(?:fail|warn)\([^"\n]*"([a-z-]+)"`)

// The examples of the language reference are programs without errors.
func TestDocumentationExamples(t *testing.T) {
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```dedalus\n")[1:]
	if len(blocks) < 5 {
		t.Errorf("%d examples", len(blocks))
	}
	for _, block := range blocks {
		src, _, closed := strings.Cut(block, "```")
		if !closed {
			t.Fatalf("an example that does not end: %s", block)
		}
		p, ds := ParseString("docs", src)
		if p == nil {
			t.Errorf("%s\n%v", src, ds.Errors())
		}
		for _, d := range ds.Warnings() {
			if d.Code != "undefined" && d.Code != "unread" && d.Code != "unjudged" {
				t.Errorf("%s\n%v", src, d)
			}
		}
	}
}

// Every code of a diagnostic is in the reference.
func TestDocumentationHasEveryCode(t *testing.T) {
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	codes := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		src, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range codeInSource.FindAllStringSubmatch(string(src), -1) {
			codes++
			if !strings.Contains(string(text), "`"+m[1]+"`") {
				t.Errorf("%s: the code %s is not in docs/language.md", f.Name(), m[1])
			}
		}
	}
	if codes < 20 {
		t.Errorf("only %d codes in the source", codes)
	}
}
