package editors

import (
	"os"
	"os/exec"
	"path/filepath"
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
	vims(t, func(t *testing.T, start []string) {
		list := programs(t)
		for i, runs := range vim[[]run](t, start, "groups", list) {
			compare(t, list[i], classes(t, list[i].text, runs, groups))
		}
	})
}

// Vim and Neovim indent as molly fmt does.
func TestVimIndents(t *testing.T) {
	vims(t, func(t *testing.T, start []string) {
		list, want := flattened(t)
		for i, got := range vim[string](t, start, "indented", list) {
			if got != want[i] {
				t.Errorf("%s: indented as\n%s\nand not as\n%s", list[i].name, got, want[i])
			}
		}
	})
}

// vims runs a test in each of the two that is installed.
func vims(t *testing.T, test func(t *testing.T, start []string)) {
	for _, start := range [][]string{{"nvim", "--headless", "-u", "NONE", "-i", "NONE"}, {"vim", "-es", "-u", "NONE", "-i", "NONE", "-N"}} {
		t.Run(start[0], func(t *testing.T) {
			if _, err := exec.LookPath(start[0]); err != nil {
				t.Skip("NO EDITOR: Debian has both: apt-get install neovim vim-nox")
			}
			test(t, start)
		})
	}
}

// vim asks an editor about texts: a function of testdata/ask.vim.
func vim[T any](t *testing.T, start []string, function string, list []program) []T {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "texts"), filepath.Join(t.TempDir(), "answers")
	if err := os.WriteFile(in, lines(t, list), 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), start[0], append(start[1:], "-S", "testdata/ask.vim")...)
	c.Env = append(os.Environ(), "TEXTS="+in, "ANSWERS="+out, "ASKED="+function)
	said, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return answers[T](t, data, list)
}
