package expect_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/verify/expect"
)

// Ordinary comments are never taken for expectations or directives that are not well written: neither
// those of the library and of the programs in the documentation, nor the sentences of other
// comments.
func TestProse(t *testing.T) {
	comments, expectations := 0, 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			if path != "../.." {
				return filepath.SkipDir
			}
		}
		ext := filepath.Ext(path)
		if d.IsDir() || ext != ".ded" && ext != ".md" && ext != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			_, comment, ok := strings.Cut(line, "//")
			if !ok {
				continue
			}
			comment = "//" + strings.TrimRight(comment, "\n")
			comments++
			list := dedalus.Comments(t.Context(), path, comment)
			if len(list) != 1 {
				t.Fatalf("%s: %q is %d comments", path, comment, len(list))
			}
			said := strings.TrimSpace(list[0].Text)
			if strings.HasPrefix(said, "expect:") {
				expectations++
				continue
			}
			// As far as it goes: what is one, in any spelling, is not to be passed over.
			if list[0].Misspelled() || expect.Has(list) {
				t.Errorf("%s: this is taken for an expectation or a directive: %s", path, comment)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if comments < 5000 || expectations < 100 {
		t.Errorf("only %d comments with %d expectations: is this the right folder?", comments, expectations)
	}
	t.Logf("%d comments", comments)
}

// A keyword with one edit is an error with the keyword, whatever the edit; without its colon, too.
func TestTypos(t *testing.T) {
	for keyword, rest := range map[string]string{"expect": " eot=4 eff=2 → certified", "molly": " eot=4 eff=2"} {
		typos := map[string]bool{strings.ToUpper(keyword): true, keyword + "s": true}
		for i := range len(keyword) + 1 {
			typos[keyword[:i]+"x"+keyword[i:]] = true
			if i < len(keyword) {
				typos[keyword[:i]+keyword[i+1:]] = true
				typos[keyword[:i]+"z"+keyword[i+1:]] = true
			}
			if i+1 < len(keyword) {
				typos[keyword[:i]+keyword[i+1:i+2]+keyword[i:i+1]+keyword[i+2:]] = true
			}
		}
		delete(typos, keyword)
		for typo := range typos {
			for _, colon := range []string{":", " :", ""} {
				line := "//" + typo + colon + rest
				_, runs, found := parseProgram(line)
				if runs || len(found) != 1 || !strings.Contains(found[0].Hint, "did you mean `"+keyword+":`?") {
					t.Errorf("%s: %v", line, found)
					continue
				}
				e := found[0].Fixes[0].Edits[0] // all of these are of one byte each
				mended := line[:e.Pos.Column-1] + e.Text + line[e.Pos.Column-1+e.Width:]
				if _, runs, found := parseProgram("// molly: eot=4 eff=2\n" + mended); !runs {
					t.Errorf("%s is mended to %s: %v", line, mended, found)
				}
			}
		}
	}
}

// parseProgram reads a text before a program, and reports whether that can be run with what it
// expects.
func parseProgram(lines string) (list []expect.Expectation, runs bool, found dedalus.Diagnostics) {
	text := lines + program
	p, found := dedalus.ParseString("t.ded", text)
	if p == nil {
		return nil, false, found.Errors()
	}
	list, found = expect.Parse(dedalus.Comments(context.Background(), "t.ded", text), p)
	return list, len(found) == 0, found
}
