package syntax

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

// After any edits, one after the other, a file that was reparsed is as one that was parsed: its tokens, and of each clause
// the tree or the problem, with their positions.
func TestReparseIsParse(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	texts := programs(t)
	for range 60 {
		text := texts[random.IntN(len(texts))]
		if len(text) > 3000 {
			text = text[:3000] // maybe in the middle of something
		}
		f := Parse("x", text)
		for range 15 {
			from := random.IntN(len(text) + 1)
			to := min(len(text), from+random.IntN(5)*random.IntN(2))
			text = text[:from] + randomText(random) + text[to:]
			f = f.Reparse(text)
			alike(t, f, Parse("x", text))
			if t.Failed() {
				t.Fatalf("seed %d: %q", seed, text)
			}
		}
	}
}

func alike(t *testing.T, f, want *File) {
	t.Helper()
	if f.Text != want.Text || !reflect.DeepEqual(f.Tokens, want.Tokens) || f.End != want.End || len(f.Clauses) != len(want.Clauses) {
		t.Error("other tokens or clauses")
		return
	}
	for i, c := range f.Clauses {
		if w := want.Clauses[i]; !reflect.DeepEqual(c.Tree(), w.Tree()) || !reflect.DeepEqual(c.Problem(), w.Problem()) ||
			!reflect.DeepEqual(c.Tokens, w.Tokens) || c.Ended != w.Ended || c.End != w.End {
			t.Errorf("clause %d: %+v %+v, want %+v %+v", i, c.Tree(), c.Problem(), w.Tree(), w.Problem())
		}
	}
}

// What is taken over costs no parsing.
func TestReparseTakesOver(t *testing.T) {
	f := Parse("x", "a(1)@1;\nb(1)@1;\nc(1)@1;\n")
	for _, c := range f.Clauses {
		c.Tree()
	}
	g := f.Reparse("a(1)@1;\nb(2)@1;\n\nc(1)@1;\n")
	if g.Clauses[0].Tree() != f.Clauses[0].Tree() {
		t.Error("the clause before the change is parsed anew")
	}
	if g.Clauses[1].tree != nil || g.Clauses[1].problem != nil {
		t.Error("the clause that changed is taken over")
	}
	if g.Clauses[2].tree == nil || g.Clauses[2].tree.Head.Name.Pos.Line != 4 {
		t.Error("the clause behind the change is not taken over")
	}
}
