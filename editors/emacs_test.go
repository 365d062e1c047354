package editors

import (
	"os/exec"
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

// emacs starts Emacs without a window, or skips the test where there is none.
func emacs(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("emacs")
	if err != nil {
		t.Skip("NO EMACS: Debian has one: apt-get install emacs-nox")
	}
	return exec.CommandContext(t.Context(), path, append([]string{"-Q", "--batch", "-L", "emacs"}, args...)...)
}

// The faces of Emacs agree with the tool's own tokens.
func TestEmacs(t *testing.T) {
	list := programs(t)
	for i, runs := range shown(t, emacs(t, "-l", "testdata/faces.el"), list) {
		compare(t, list[i], classes(t, list[i].text, runs, faces))
	}
}
