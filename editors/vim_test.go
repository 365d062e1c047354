package editors

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"molly/dedalus/highlight"
)

var groups = map[string]highlight.Class{
	"dedalusComment":       highlight.Comment,
	"dedalusBlockComment":  highlight.Comment,
	"dedalusTodo":          highlight.Comment,
	"dedalusSetting":       highlight.Setting,
	"dedalusSettingWord":   highlight.Setting,
	"dedalusSettingKey":    highlight.Setting,
	"dedalusVerdict":       highlight.Setting,
	"dedalusArrow":         highlight.Setting,
	"dedalusLint":          highlight.Setting,
	"dedalusString":        highlight.String,
	"dedalusEscape":        highlight.String,
	"dedalusBadEscape":     highlight.String,
	"dedalusOpenString":    highlight.Broken,
	"dedalusIllegal":       highlight.Broken,
	"dedalusNotin":         highlight.Keyword,
	"dedalusInclude":       highlight.Keyword,
	"dedalusMay":           highlight.Keyword,
	"dedalusDeclaration":   highlight.Keyword,
	"dedalusTiming":        highlight.Timing,
	"dedalusTimingSign":    highlight.Operator,
	"dedalusHead":          highlight.Relation,
	"dedalusRelation":      highlight.Relation,
	"dedalusBuiltin":       highlight.Builtin,
	"dedalusStableBuiltin": highlight.Builtin,
	"dedalusInvariant":     highlight.Invariant,
	"dedalusVariable":      highlight.Variable,
	"dedalusWildcard":      highlight.Wildcard,
	"dedalusConstant":      highlight.Constant,
	"dedalusAggregate":     highlight.Aggregate,
	"dedalusNumber":        highlight.Number,
	"dedalusOperator":      highlight.Operator,
	"dedalusComparison":    highlight.Operator,
	"dedalusAssign":        highlight.Operator,
	"dedalusImplies":       highlight.Operator,
	"dedalusComma":         highlight.Punctuation,
	"dedalusEnd":           highlight.Punctuation,
	"dedalusParen":         highlight.Punctuation,
	"dedalusParenAlone":    highlight.Punctuation,
	"dedalusArguments":     "", // what is in a region and has no group of its own
	"dedalusGroup":         "",
	"dedalusBody":          "",
	"dedalusConst":         "",
	"dedalusStable":        "",
	"dedalusOtherTime":     "",
}

// The syntax groups of Vim and Neovim agree with the tool's own tokens.
func TestVim(t *testing.T) {
	for _, editor := range []struct {
		name string
		args []string
	}{
		{"nvim", []string{"--headless", "-u", "NONE", "-i", "NONE"}},
		{"vim", []string{"-es", "-u", "NONE", "-i", "NONE", "-N"}},
	} {
		t.Run(editor.name, func(t *testing.T) {
			path, err := exec.LookPath(editor.name)
			if err != nil {
				t.Skip("NO EDITOR: Debian has them: apt-get install neovim vim-nox")
			}
			list := programs(t)
			for i, runs := range vim(t, exec.CommandContext(t.Context(), path, append(editor.args, "-S", "testdata/groups.vim")...), list) {
				compare(t, list[i], classes(t, list[i].text, runs, groups))
			}
		})
	}
}

// vim asks an editor for the groups of texts.
func vim(t *testing.T, c *exec.Cmd, list []program) [][]run {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "texts"), filepath.Join(t.TempDir(), "groups")
	var texts strings.Builder
	for _, p := range list {
		line, err := json.Marshal(p.text)
		if err != nil {
			t.Fatal(err)
		}
		texts.Write(append(line, '\n'))
	}
	if err := os.WriteFile(in, []byte(texts.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	c.Env = append(os.Environ(), "TEXTS="+in, "GROUPS="+out)
	said, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	runs := make([][]run, len(list))
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if err := json.Unmarshal([]byte(line), &runs[i]); err != nil {
			t.Fatalf("%s: %v", list[i].name, err)
		}
	}
	return runs
}
