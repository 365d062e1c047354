package editors

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"molly/dedalus/highlight"
)

var faces = map[string]highlight.Class{
	"font-lock-comment-face":           highlight.Comment,
	"font-lock-comment-delimiter-face": highlight.Comment,
	"molly-setting-face":               highlight.Setting,
	"font-lock-string-face":            highlight.String,
	"font-lock-warning-face":           highlight.Broken,
	"font-lock-keyword-face":           highlight.Keyword,
	"molly-timing-face":                highlight.Timing,
	"font-lock-function-name-face":     highlight.Relation,
	"font-lock-builtin-face":           highlight.Builtin,
	"font-lock-type-face":              highlight.Invariant,
	"font-lock-variable-name-face":     highlight.Variable,
	"molly-wildcard-face":              highlight.Wildcard,
	"font-lock-constant-face":          highlight.Constant,
	"molly-aggregate-face":             highlight.Aggregate,
	"molly-number-face":                highlight.Number,
	"molly-operator-face":              highlight.Operator,
}

// emacs starts Emacs without a window to answer by a function of testdata/ask.el, or skips the test where there is none.
func emacs(t *testing.T, function string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("emacs")
	if err != nil {
		t.Skip("NO EMACS: Debian has one: apt-get install emacs-nox")
	}
	return exec.CommandContext(t.Context(), path, "-Q", "--batch", "-L", "emacs", "-l", "testdata/ask.el", "-f", "ask-"+function)
}

// The faces of Emacs agree with the tool's own tokens.
func TestEmacs(t *testing.T) {
	list := programs(t)
	for i, runs := range asked[[]run](t, emacs(t, "faces"), list) {
		compare(t, list[i], classes(t, list[i].text, runs, faces))
	}
}

// Emacs indents as molly fmt does.
func TestEmacsIndents(t *testing.T) {
	list, want := flattened(t)
	for i, got := range asked[string](t, emacs(t, "indented"), list) {
		if got != want[i] {
			t.Errorf("%s: indented as\n%s\nand not as\n%s", list[i].name, got, want[i])
		}
	}
}

// The mode compiles without warnings.
func TestEmacsCompiles(t *testing.T) {
	path, err := exec.LookPath("emacs")
	if err != nil {
		t.Skip("NO EMACS: Debian has one: apt-get install emacs-nox")
	}
	out := filepath.Join(t.TempDir(), "molly-mode.elc")
	compile := fmt.Sprintf("(setq byte-compile-error-on-warn t byte-compile-dest-file-function (lambda (_) %q))", out)
	said, err := exec.CommandContext(t.Context(), path, "-Q", "--batch", "--eval", compile, "-f", "batch-byte-compile", "emacs/molly-mode.el").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
