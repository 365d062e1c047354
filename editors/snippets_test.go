package editors

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"molly/dedalus/syntax"
)

var placeholder = regexp.MustCompile(`\$\{\d+(?::([^}]*)|\|([^,|]*)[^}]*\|)\}|\$\d`)

// What a snippet inserts is a program, or a comment that the tool reads.
func TestSnippets(t *testing.T) {
	data, err := os.ReadFile("vscode/snippets/dedalus.json")
	if err != nil {
		t.Fatal(err)
	}
	var snippets map[string]struct {
		Body []string `json:"body"`
	}
	if err := json.Unmarshal(data, &snippets); err != nil || len(snippets) < 10 {
		t.Fatal(len(snippets), err)
	}
	for name, s := range snippets {
		text := placeholder.ReplaceAllString(strings.Join(s.Body, "\n"), "$1$2")
		if strings.Contains(text, "$") {
			t.Errorf("%s: %s", name, text)
		}
		f := syntax.Parse(name, text)
		for _, c := range f.Clauses {
			if p := c.Problem(); p != nil {
				t.Errorf("%s: %s\n%+v", name, text, *p)
			}
		}
		if len(f.Tokens) == 0 {
			t.Errorf("%s inserts nothing", name)
		}
	}
}
