package lint_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/dedalus/lint"
)

// sections are those of docs/lint.md: by code, the texts between its programs' fences.
func sections(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/lint.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, section := range strings.Split(string(page), "\n### ")[1:] {
		code, text, _ := strings.Cut(section, "\n")
		text, _, _ = strings.Cut(text, "\n# ")
		if _, twice := found[code]; twice {
			t.Errorf("docs/lint.md has two sections on %s", code)
		}
		found[code] = []string{}
		for _, block := range strings.Split(text, "\n```dedalus")[1:] {
			mark, program, _ := strings.Cut(block, "\n")
			program, _, closed := strings.Cut(program, "\n```")
			bad := len(found[code]) == 0
			if !closed || bad != (mark == " wrong") {
				t.Errorf("%s: the first program is the wrong one, then come others", code)
			}
			found[code] = append(found[code], program+"\n")
		}
	}
	return found
}

// codesOf are the codes of what lint finds in a program, each once, sorted.
func codesOf(t *testing.T, text string) ([]string, dedalus.Diagnostics) {
	t.Helper()
	p, found := dedalus.ParseString("t.ded", text)
	if p != nil {
		var err error
		if found, err = lint.Program(context.Background(), p); err != nil {
			t.Fatal(err)
		}
	}
	var list []string
	for _, d := range found {
		list = append(list, d.Code)
	}
	slices.Sort(list)
	return slices.Compact(list), found
}

// Every code has a section, and every section is about a code. Its wrong program has exactly this finding, and
// the right one none.
func TestPage(t *testing.T) {
	// What no program by itself can show.
	outside := []string{"32-bits", "encoding", "file", "given-up", "inferred-nodes", "second-opinion"}
	page := sections(t)
	for _, c := range dedalus.Codes() {
		programs, there := page[c.Name]
		if !there {
			t.Errorf("docs/lint.md has no section on %s", c.Name)
			continue
		}
		delete(page, c.Name)
		if slices.Contains(outside, c.Name) {
			continue
		}
		if len(programs) < 2 && c.Name != "include" || len(programs) == 0 {
			t.Errorf("%s has %d programs", c.Name, len(programs))
			continue
		}
		if got, found := codesOf(t, programs[0]); !slices.Equal(got, []string{c.Name}) {
			t.Errorf("the wrong program of %s has %v\n%v", c.Name, got, found)
		}
		for _, good := range programs[1:] {
			if got, found := codesOf(t, good); len(got) > 0 {
				t.Errorf("the right program of %s has %v\n%v", c.Name, got, found)
			}
		}
	}
	for code := range page {
		t.Errorf("docs/lint.md has a section on %s, which is no code", code)
	}
}
