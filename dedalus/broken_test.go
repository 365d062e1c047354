package dedalus

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Each broken program has a golden file with all that is said about it. The
// program's first line says why it is here.
func TestBrokenPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/broken/*.ded")
	if err != nil || len(files) < 35 {
		t.Fatalf("%d broken programs, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ded")
		t.Run(name, func(t *testing.T) {
			p, ds := Loader{}.Load(file)
			if p != nil || !ds.HasErrors() {
				t.Error("the program is accepted")
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			reason, _, _ := strings.Cut(string(src), "\n")
			if !strings.HasPrefix(reason, "// ") {
				t.Fatal("the program does not begin with the reason that it exists")
			}
			var b strings.Builder
			b.WriteString(reason + "\n----\n")
			if err := ds.Render(&b); err != nil {
				t.Fatal(err)
			}
			compareGolden(t, strings.TrimSuffix(file, ".ded")+".golden", filepath.ToSlash(b.String()))
		})
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", file, got)
	}
}
