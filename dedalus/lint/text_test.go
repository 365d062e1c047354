package lint_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/dedalus/lint"
	"molly/eval"
	"molly/internal/randprog"
)

// Nothing that is written into a program makes lint panic, and each finding has a known code and a place in the text.
func TestAnyText(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	pieces := []string{
		"// lint:ignore unread it is so\n", "// lint:ignore", "// lint:file-ignore case why\n", "/* lint:ignore */", "//lint:ignore dropped x\n",
		"notin ", "@next", "@async", "@1", "@1..", ";", ",", ")", "(", "\"", "X", "x", "crash(X, _, _)", "_", " == ", "\n", "\u00e9", "// molly: eot=2 eff=1\n", "may ", "stable ",
	}
	loads := 0
	for range 150 {
		text := "// molly: eot=3 eff=2 crashes=1 nodes=a,b\n" + randprog.Program(r, randprog.Options{MaxRules: 6, Nodes: 2})
		for range r.IntN(4) {
			at := r.IntN(len(text) + 1)
			text = strings.ToValidUTF8(text[:at]+pieces[r.IntN(len(pieces))]+text[min(len(text), at+r.IntN(3)):], "")
		}
		p, found := dedalus.ParseString("t.ded", text)
		if p != nil {
			loads++
			var err error
			var limit *eval.LimitError
			if found, err = lint.Program(context.Background(), p); err != nil && !errors.As(err, &limit) {
				t.Errorf("seed %d: %v\n%s", seed, err, text)
			}
		}
		lines := strings.Split(text, "\n")
		for _, d := range found {
			if _, known := dedalus.CodeNamed(d.Code); !known {
				t.Errorf("seed %d: %v has an unknown code", seed, d)
			}
			if d.Pos.IsValid() && (d.Pos.Line > len(lines) || d.Pos.Column > len([]rune(lines[d.Pos.Line-1]))+1) {
				t.Errorf("seed %d: %v is about no place\n%s", seed, d, text)
			}
			for _, f := range d.Fixes {
				for _, e := range f.Edits {
					if e.Pos.Line > len(lines) || e.Pos.Column-1+e.Width > len([]rune(lines[e.Pos.Line-1])) {
						t.Errorf("seed %d: %v: the edit %+v is about no place\n%s", seed, d, e, text)
					}
				}
			}
		}
	}
	if loads < 20 {
		t.Errorf("only %d of 150 texts are programs", loads)
	}
}
