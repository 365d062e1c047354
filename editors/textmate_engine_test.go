package editors

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The engine of VS Code finds the same scopes as the interpreter of these tests.
func TestGrammarInVSCode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NO NODE: the grammar is not tried in VS Code's engine")
	}
	if _, err := os.Stat("vscode/node_modules/vscode-textmate"); err != nil {
		t.Skip("NO ENGINE: npm ci in editors/vscode installs VS Code's")
	}
	g, err := readGrammar("vscode/syntaxes/dedalus.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	list := programs(t)
	for i, runs := range asked[[]run](t, exec.CommandContext(t.Context(), node, "vscode/test/scopes.mjs"), list) {
		text := list[i].text
		var starts []int
		for at := range text {
			starts = append(starts, at)
		}
		starts = append(starts, len(text))
		ours := g.scopes(text)
		for _, r := range runs {
			for at := starts[r.start]; at < starts[r.end]; at++ {
				if got := strings.Join(ours[at], " "); got != r.name {
					t.Fatalf("%s: %q is %q, and in VS Code %q", list[i].name, text[at:starts[r.end]], got, r.name)
				}
			}
		}
	}
}
