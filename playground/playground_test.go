package playground

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/internal/atomicfile"
)

// nothing is a module that nothing can run.
var nothing = Module{Packed: []byte("packed"), Glue: "// glue", Version: "go1.2.3", Size: 10}

// A page has all of its parts, asks for nothing, and no part of it ends it.
func TestPageParts(t *testing.T) {
	page := string(With(Page(nothing), Program{Main: "</script>.ded", Files: map[string]string{"</script>.ded": "<!-- \"{{go}}\" \u2028"}}))
	for _, want := range []string{"<!-- molly playground -->", "// glue", "cGFja2Vk", "class Engine", "self.onmessage", ".code-comment", `{"main":"\u003c/script\u003e.ded"`, "go1.2.3"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if !strings.Contains(page, `{{go}}\"`) {
		t.Error("what is in the program is a part of the page")
	}
	if n := strings.Count(page, "</script>"); n != strings.Count(page, "<script") {
		t.Errorf("%d scripts end", n)
	}
	for _, not := range []string{noFirst, "http://", "https://", "{{style}}", "{{first}}", "{{packed}}"} {
		if strings.Contains(strings.ReplaceAll(page, "http://www.w3.org", ""), not) {
			t.Errorf("the page has %s", not)
		}
	}
	if first, again := Page(nothing), Page(nothing); string(first) != string(again) {
		t.Error("the same page is another one")
	}
	if !isPage([]byte(page)) || isPage([]byte("<!DOCTYPE html>\n"+mark)) {
		t.Error("a page is not known")
	}
}

// A page is there whole, replaces an earlier one, and nothing else.
func TestWrite(t *testing.T) {
	top := t.TempDir()
	folder := filepath.Join(top, "site")
	for range 2 {
		path, err := Write(folder, Page(nothing))
		if err != nil || path != filepath.Join(folder, "index.html") {
			t.Fatal(path, err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var refused *atomicfile.Refused
	for _, folder := range []string{folder, filepath.Join(folder, "index.html"), filepath.Join(top, "no", "folder")} {
		if _, err := Write(folder, Page(nothing)); !errors.As(err, &refused) {
			t.Errorf("%s: %v", folder, err)
		}
		if err := Check(folder); !errors.As(err, &refused) {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

// The sources are where somebody says, where this is called, or where this was compiled.
func TestFindSources(t *testing.T) {
	here, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := FindSources(""); err != nil || string(s) != here {
		t.Errorf("%s, %v", s, err)
	}
	t.Chdir(t.TempDir())
	if s, err := FindSources(""); err != nil || string(s) != here {
		t.Errorf("elsewhere: %s, %v", s, err)
	}
	var none *SourceError
	if _, err := FindSources("."); !errors.As(err, &none) || none.Folder != "." || !strings.Contains(err.Error(), "is not a folder with the sources") {
		t.Errorf("%v", err)
	}
	if (&SourceError{}).Error() == "" {
		t.Error("nothing is said")
	}
}

// A program that a page opens with keeps the folders of its files.
func TestOpens(t *testing.T) {
	root := string(filepath.Separator)
	disk := func(name string, path ...string) dedalus.Source {
		return dedalus.Source{Name: name, Path: root + filepath.Join(path...), Text: name}
	}
	for _, c := range []struct {
		sources []dedalus.Source
		want    string
	}{
		{[]dedalus.Source{disk("a.ded", "x", "a.ded")}, "a.ded: a.ded"},
		{[]dedalus.Source{disk("a.ded", "x", "y", "a.ded"), disk("../b.ded", "x", "b.ded"), disk("c.ded", "x", "yz", "c.ded")}, "y/a.ded: b.ded y/a.ded yz/c.ded"},
		{[]dedalus.Source{disk("a.ded", "x", "a.ded"), disk("c.ded", "y", "c.ded")}, "x/a.ded: x/a.ded y/c.ded"},
		{[]dedalus.Source{{Name: "<stdin>", Text: "p"}}, "program.ded: program.ded"},
		{[]dedalus.Source{{Name: "delivery/ack.ded", Library: true, Text: "p"}}, "delivery/ack.ded:"},
	} {
		p := Opens(c.sources)
		got := p.Main + ":"
		for _, name := range []string{"a.ded", "b.ded", "c.ded", "program.ded", "x/a.ded", "y/a.ded", "y/c.ded", "yz/c.ded", "delivery/ack.ded"} {
			if _, has := p.Files[name]; has {
				got += " " + name
			}
		}
		if got != c.want || len(p.Files) != strings.Count(got, " ") {
			t.Errorf("%s, want %s: %v", got, c.want, p.Files)
		}
	}
}

// small are sources whose engine does nothing.
func small(t *testing.T, program string) Sources {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module molly\n\ngo 1.26.0\n", "playground/wasm/main.go": program} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := FindSources(folder)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An engine is compiled once for the same sources, also where what was kept is broken.
func TestCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing is compiled to WebAssembly with -short")
	}
	s, cache := small(t, "package main\n\nfunc main() {}\n"), filepath.Join(t.TempDir(), "kept")
	compiled := 0
	compile := func() Module {
		t.Helper()
		m, err := s.Compile(t.Context(), cache, func() { compiled++ })
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := compile()
	if again := compile(); compiled != 1 || string(again.Packed) != string(first.Packed) || again.Size != first.Size || again.Glue == "" {
		t.Errorf("compiled %d times, %v and %v", compiled, first, again)
	}
	files, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Truncate(files[0], int64(len(first.Packed)/2)); err != nil {
		t.Fatal(err)
	}
	if again := compile(); compiled != 2 || string(again.Packed) != string(first.Packed) {
		t.Errorf("compiled %d times", compiled)
	}
	if err := os.WriteFile(filepath.Join(string(s), "other.go"), []byte("package molly\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if compile(); compiled != 3 {
		t.Errorf("compiled %d times", compiled)
	}
	if files, err := filepath.Glob(filepath.Join(cache, "*")); err != nil || len(files) != 1 {
		t.Errorf("kept are %q, %v", files, err)
	}
}

// What keeps the engine from being compiled is told apart.
func TestNotCompiled(t *testing.T) {
	s := small(t, "package main\n\nfunc main() { nothing() }\n")
	var wrong *CompileError
	if _, err := s.Compile(t.Context(), "", func() {}); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "undefined: nothing") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Compile(ctx, "", func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	t.Setenv("PATH", t.TempDir())
	var none *NoGoError
	if _, err := s.Compile(t.Context(), "", func() {}); !errors.As(err, &none) || !strings.Contains(err.Error(), "compiled by Go, which does not run here") {
		t.Errorf("%v", err)
	}
}

// A page beside the program is taken, where no sources are named.
func TestMake(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(filepath.Dir(program), "playground")
	t.Cleanup(func() { os.RemoveAll(folder) })
	for _, page := range []string{"no page", string(Page(nothing))} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "index.html"), []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, found := shipped(); found != (page != "no page") || found && string(got) != page {
			t.Errorf("%v: %.100s", found, got)
		}
	}
	if page, err := Make(t.Context(), "", "", func() { t.Error("it compiles") }); err != nil || string(page) != string(Page(nothing)) {
		t.Errorf("%.100s, %v", page, err)
	}
	var none *SourceError
	if _, err := Make(t.Context(), "nowhere", "", func() {}); !errors.As(err, &none) {
		t.Error(err)
	}
	t.Setenv("PATH", "")
	var noGo *NoGoError
	if _, err := Make(t.Context(), "..", "", func() {}); !errors.As(err, &noGo) {
		t.Error(err)
	}
}

// The system's way to open a file is asked, and its failure told.
func TestOpen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("another system opens files in another way")
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	if err := Open(t.Context(), "a page.html"); err == nil {
		t.Error("a page opens without a program")
	}
	asked := filepath.Join(bin, "asked")
	script := func(end string) {
		if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" >"+asked+"\n"+end+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	script("exit 3")
	if err := Open(t.Context(), "a page.html"); err == nil || !strings.Contains(err.Error(), "xdg-open: exit status 3") {
		t.Errorf("%v", err)
	}
	script("exit 0")
	if err := Open(t.Context(), "a page.html"); err != nil {
		t.Error(err)
	}
	here, _ := os.Getwd()
	if text, err := os.ReadFile(asked); err != nil || string(text) != "file://"+strings.ReplaceAll(here, " ", "%20")+"/a%20page.html\n" {
		t.Errorf("%s, %v", text, err)
	}
}
