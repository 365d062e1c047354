package expect

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"molly/dedalus"
)

// late is a context that ends after the first look at it.
type late struct {
	context.Context
	looks int
}

func (c *late) Err() error {
	if c.looks++; c.looks > 1 {
		return context.Canceled
	}
	return nil
}

// What was not reached is what the context ended, before it or under way; an error of the
// program is a result.
func TestNotReached(t *testing.T) {
	read := func(text string) *File {
		path := filepath.Join(t.TempDir(), "x.ded")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Read(dedalus.Loader{}, path)
		if err != nil || f.Program == nil || len(f.Expectations) != 1 {
			t.Fatalf("%+v, %v", f, err)
		}
		return f
	}
	const facts = "// molly: eot=3 eff=1 nodes=a,b\n// expect: → certified\np(\"a\", 4611686018427387904)@1; p(N, X)@next :- p(N, X); pre(N) :- p(N, _);\n"
	good, wrong := read(facts+"post(N) :- p(N, _);"), read(facts+"post(N) :- p(N, _), notin big(N, 0); big(N, X * 4) :- p(N, X);")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx             context.Context
		file            *File
		err, notReached bool
	}{
		{t.Context(), good, false, false}, {t.Context(), wrong, true, false}, {ended, good, true, true}, {&late{Context: context.Background()}, good, true, true},
	} {
		r := one(c.ctx, c.file, 0)
		if (r.Err != nil) != c.err || r.NotReached != c.notReached {
			t.Errorf("%+v, want an error: %v, not reached: %v", r, c.err, c.notReached)
		}
	}
}

// What is nowhere is an error, with a library or without; so is what cannot be looked at,
// whatever the library has.
func TestFindNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if list, err := Find(nil, "missing"); list != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, %v", list, err)
	}
	below := filepath.Join(file, "x")
	for _, library := range []fs.FS{nil, fstest.MapFS{filepath.ToSlash(below)[1:] + ".ded": {}}} {
		if list, err := Find(library, below); list != nil || err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v, %v", list, err)
		}
	}
	if list, err := Find(fstest.MapFS{"lib/x.ded": {}}, "lib/y"); list != nil || err == nil {
		t.Errorf("%v, %v", list, err)
	}
}

// No two expectations have the same certificate, and those of the usual ones have short names.
func TestCertificateNames(t *testing.T) {
	for _, c := range [][3]string{
		{"specs/ping.ded", "⟨4,2,0⟩", "specs/ping/4-2-0.cert"}, {"../a.ded", "⟨4,2,0⟩", "_up/a/4-2-0.cert"}, {"/tmp/a.ded", "⟨14,12,10⟩", "_root/tmp/a/14-12-10.cert"},
		{"C:/a.ded", "⟨4,2,0⟩", "C_/a/4-2-0.cert"},
	} {
		if got := certificateName(c[0], c[1]); got != c[2] {
			t.Errorf("%s %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
	seen := map[string]string{}
	for _, name := range []string{
		"⟨4,2,0⟩", "⟨4,2,0⟩ #2", "⟨4,2,0⟩ #3", "⟨4,20⟩ nodes=0", "⟨4,2,0⟩ nodes=a,b", "⟨4,2,0⟩ nodes=a-b", "⟨4,2,0; delay 2⟩", "⟨4,2,0; no loss, delay 2⟩", "⟨42,0,0⟩",
	} {
		got := certificateName("a.ded", name)
		if other, twice := seen[got]; twice {
			t.Errorf("%s and %s are both %s", name, other, got)
		}
		seen[got] = name
	}
}
