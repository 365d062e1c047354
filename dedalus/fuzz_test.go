package dedalus

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever the text: no panic, no hang, every diagnostic can be shown, and a
// program that is accepted prints as a text that parses to the same program.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/odd/*.ded", "testdata/broken/*.ded"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && len(text) < 4000 {
				f.Add(string(text))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		p, ds := ParseString("fuzz", src)
		for _, d := range ds {
			if d.Width < 1 || d.Message == "" || d.Code == "" || d.String() == "" {
				t.Errorf("%+v", d)
			}
		}
		if (p == nil) != ds.HasErrors() {
			t.Fatalf("program %v with %v", p, ds)
		}
		if p == nil {
			return
		}
		if err := p.Datalog().Check(); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		p.Datalog().Rewritten()
		if again := reparse(t, p); again.String() != p.String() {
			t.Errorf("it prints as\n%s\nand then as\n%s", p, again)
		}
	})
}
