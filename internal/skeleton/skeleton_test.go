package skeleton_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"molly"
	"molly/dedalus/format"
	"molly/internal/skeleton"
	"molly/verify/expect"
)

// What is written has no findings, and what it expects holds.
func TestWritten(t *testing.T) {
	folder := t.TempDir()
	path, err := skeleton.Write(filepath.Join(folder, "specs", "lock"))
	if err != nil || path != filepath.Join(folder, "specs", "lock.ded") {
		t.Fatalf("%s, %v", path, err)
	}
	p, err := molly.Load(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := p.Lint(t.Context()); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
	if formatted, err := format.Source(path, p.Sources()[0].Text); err != nil || formatted != p.Sources()[0].Text {
		t.Errorf("it is not formatted, %v:\n%s", err, formatted)
	}
	if text := p.Sources()[0].Text; !strings.HasPrefix(text, "// lock: ") || strings.Contains(text, "NAME") {
		t.Errorf("it does not say its name: %s", text)
	}
	files, err := molly.Sources{}.Tests(t.Context(), nil, path)
	if err != nil {
		t.Fatal(err)
	}
	tested, err := molly.Test(t.Context(), files, 1, func(expect.Tested) {})
	if sum := expect.Sum(tested); err != nil || !sum.OK() || sum.Held < 2 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// With and without the ending it is the same name; nothing is overwritten.
func TestNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, want := range map[string]string{"lock": "lock.ded", "two.ded": "two.ded", "./a.b": "a.b.ded"} {
		if path, err := skeleton.Write(name); err != nil || path != want {
			t.Errorf("%s: %s, %v", name, path, err)
		}
	}
	if err := os.WriteFile("mine.ded", []byte("p(\"a\")@1;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var exists *skeleton.ExistsError
	if _, err := skeleton.Write("mine"); !errors.As(err, &exists) || exists.Path != "mine.ded" {
		t.Errorf("mine: %v", err)
	}
	if text, err := os.ReadFile("mine.ded"); err != nil || len(text) != 10 {
		t.Errorf("it was overwritten: %s, %v", text, err)
	}
	if err := os.Mkdir("folder.ded", 0o777); err != nil {
		t.Fatal(err)
	}
	bad := []string{"", ".", "..", "specs/", ".ded", "folder", "mine.ded/inside", "two\nlines"}
	if runtime.GOOS != "windows" {
		if err := os.Symlink("nowhere", "dangling.ded"); err != nil {
			t.Fatal(err)
		}
		bad = append(bad, "dangling")
	}
	for _, name := range bad {
		if path, err := skeleton.Write(name); err == nil {
			t.Errorf("%q: written to %s", name, path)
		}
	}
}
