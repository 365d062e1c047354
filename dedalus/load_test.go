package dedalus

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// write makes files below a new folder and returns its name.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// facts tells which relations a program has facts of, in order.
func facts(p *Program) string {
	var names []string
	for _, f := range p.Datalog().Facts {
		names = append(names, p.Datalog().Relations[f.Relation].Name)
	}
	return strings.Join(names, " ")
}

func mustLoad(t *testing.T, l Loader, files ...string) *Program {
	t.Helper()
	p, ds := l.Load(files...)
	if p == nil {
		t.Fatal(ds)
	}
	return p
}

// An included file is looked up beside the file that includes it, then beside the
// files of the command line, then in the include folders.
func TestIncludeOrder(t *testing.T) {
	dir := write(t, map[string]string{
		"main/main.ded":   `include "sub/a.ded"; main("x")@1;`,
		"main/sub/a.ded":  `a("x")@1; include "b.ded"; include "c.ded"; include "d.ded"; include "e.ded";`,
		"main/sub/b.ded":  `b_beside("x")@1;`,
		"main/b.ded":      `b_main("x")@1;`,
		"main/c.ded":      `c_main("x")@1;`,
		"other/c.ded":     `c_other("x")@1;`,
		"other/d.ded":     `d_other("x")@1;`,
		"inc/d.ded":       `d_inc("x")@1;`,
		"inc/e.ded":       `e_inc("x")@1;`,
		"inc2/e.ded":      `e_inc2("x")@1;`,
		"other/other.ded": `other("x")@1;`,
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	p := mustLoad(t, Loader{IncludeDirs: []string{at("inc"), at("inc2")}}, at("main/main.ded"), at("other/other.ded"))
	if got := facts(p); got != "a b_beside c_main d_other e_inc main other" {
		t.Errorf("facts %s", got)
	}
	if n := len(p.Sources()); n != 7 {
		t.Errorf("%d sources", n)
	}
	if s := p.Sources()[1]; s.Named || s.Name != at("main/sub/a.ded") || s.Text == "" {
		t.Errorf("source %+v", s)
	}
}

// A file is read once, whatever names lead to it.
func TestFilesAreReadOnce(t *testing.T) {
	dir := write(t, map[string]string{
		"a.ded":     `a("x")@1; include "sub/b.ded"; include "link.ded";`,
		"sub/b.ded": `b("x")@1; include "a.ded";`,
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Symlink(at("sub/b.ded"), at("link.ded")); err != nil {
		t.Skip(err)
	}
	p := mustLoad(t, Loader{}, at("a.ded"), at("sub/../a.ded"), at("link.ded"), at("sub/b.ded"))
	if got := facts(p); got != "a b" {
		t.Errorf("facts %s", got)
	}
}

func TestLibrary(t *testing.T) {
	library := fstest.MapFS{
		"delivery/ack.ded":    {Data: []byte(`include "spec.ded"; ack("x")@1;`)},
		"delivery/spec.ded":   {Data: []byte("// molly: eot=7\nspec(\"x\")@1;")},
		"delivery/broken.ded": {Data: []byte(`include "../nothing.ded";`)},
	}
	dir := write(t, map[string]string{"delivery/disk.ded": `disk("x")@1;`})
	t.Chdir(dir)
	l := Loader{Library: library}
	for _, name := range []string{"delivery/ack", "delivery/ack.ded", "./delivery/ack"} {
		p := mustLoad(t, l, name)
		if got := facts(p); got != "spec ack" {
			t.Errorf("%s: facts %s", name, got)
		}
		if s := p.Sources()[0]; !s.Library || s.Path != "" || !s.Named || s.Name != "delivery/ack.ded" {
			t.Errorf("source %+v", s)
		}
		if p.Settings().EOT != nil {
			t.Error("the directive of an included file counts")
		}
	}
	if p := mustLoad(t, l, "delivery/spec"); *p.Settings().EOT != 7 {
		t.Errorf("settings %+v", p.Settings())
	}
	if err := os.WriteFile("delivery/ack", []byte(`mine("x")@1;`), 0o644); err != nil {
		t.Fatal(err)
	}
	if p := mustLoad(t, l, "delivery/ack"); facts(p) != "mine" {
		t.Error("the library beats the disk")
	}
	for name, want := range map[string]string{
		"delivery/none":   "delivery/none: error: cannot be read: there is no such file [file]\n",
		"delivery":        "delivery: error: cannot be read: it is a folder [file]\n",
		"delivery/broken": "looked for nothing.ded (library), delivery/nothing.ded",
	} {
		if _, ds := l.Load(name); !strings.Contains(fmt.Sprint(ds), strings.Split(want, ", ")[0]) {
			t.Errorf("%s: %v", name, ds)
		}
	}
	for name, hint := range map[string]string{
		"delivery/akc":      "did you mean delivery/ack, which ships with the tool?",
		"ack":               "did you mean delivery/ack, which ships with the tool?",
		"ack.ded":           "did you mean delivery/ack, which ships with the tool?",
		"delivery/disk":     "did you mean delivery/disk.ded?",
		"delivery/dsik.ded": "did you mean delivery/disk.ded?",
		"disk.ded":          "",
	} {
		if _, ds := l.Load(name); len(ds) != 1 || ds[0].Hint != hint {
			t.Errorf("%s: %v", name, ds)
		}
	}
}

func TestStandardInput(t *testing.T) {
	dir := write(t, map[string]string{"a.ded": `a("x")@1;`})
	t.Chdir(dir)
	l := Loader{Stdin: strings.NewReader("// molly: eff=1\ninclude \"a.ded\"; stdin(\"x\")@1;")}
	p := mustLoad(t, l, "-", "a.ded", "-")
	if got := facts(p); got != "stdin a" {
		t.Errorf("facts %s", got)
	}
	if s := p.Settings(); s.EFF == nil || *s.EFF != 1 || s.Pos.String() != "<stdin>:1:1" {
		t.Errorf("settings %+v", s)
	}
	if _, ds := (Loader{}).Load("-"); !ds.HasErrors() {
		t.Error("there is no standard input and nobody says so")
	}
	if _, ds := (Loader{}).Load(); !ds.HasErrors() {
		t.Error("no file is no error")
	}
}

func TestUnreadableInclude(t *testing.T) {
	dir := write(t, map[string]string{"a.ded": "include \"secret.ded\";", "secret.ded": ""})
	if err := os.Chmod(filepath.Join(dir, "secret.ded"), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(filepath.Join(dir, "secret.ded")); err == nil {
		t.Skip("this user can read every file")
	}
	if _, ds := (Loader{}).Load(filepath.Join(dir, "a.ded")); !strings.Contains(fmt.Sprint(ds), "permission denied") {
		t.Error(ds)
	}
}

func TestDirectives(t *testing.T) {
	dir := write(t, map[string]string{
		"a.ded": "// molly: eot=4 nodes=a,b\ninclude \"c.ded\";",
		"b.ded": "// molly: eot=4 eff=2\n// molly: crashes=1",
		"c.ded": "// molly: eot=99\n",
		"d.ded": "\n// molly: eff=2 eot=5\n",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	s := mustLoad(t, Loader{}, at("a.ded"), at("b.ded")).Settings()
	if s.String() != "// molly: eot=4 eff=2 crashes=1 nodes=a,b\n" || s.Pos.Short() != at("a.ded")+":1" {
		t.Errorf("settings %+v", s)
	}
	_, ds := Loader{}.Load(at("b.ded"), at("d.ded"))
	if len(ds.Errors()) != 1 {
		t.Fatal(ds)
	}
	d := ds.Errors()[0]
	if d.Pos.String() != at("d.ded")+":2:17" || len(d.Notes) != 1 || d.Notes[0].Pos.String() != at("b.ded")+":1:11" {
		t.Error(d)
	}
	if _, ds := (Loader{}).Load(at("c.ded"), at("a.ded")); !ds.HasErrors() {
		t.Error("the directive of a file that is both named and included does not count")
	}
}

// largeProgram has comments of 200 kB and 10,000 facts.
func largeProgram() string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s */\n// %s\n", strings.Repeat("long ", 40000), strings.Repeat("long ", 40000))
	for i := range 10000 {
		fmt.Fprintf(&b, "edge(\"n%d\", %d)@1;\n", i, i)
	}
	b.WriteString("edge(X, Y)@next :- edge(X, Y); // no end of line")
	return b.String()
}

func TestLargeProgram(t *testing.T) {
	src := largeProgram()
	p, ds := ParseString("large", src)
	if p == nil || len(ds) != 0 || len(p.Datalog().Facts) != 10000 {
		t.Fatal(ds)
	}
	wrong := strings.Replace(src, "5000)", "5000", 1)
	if _, ds := ParseString("large", wrong); len(ds.Errors()) != 1 || ds[0].Pos.Line != 5003 {
		t.Error(ds)
	}
}

func BenchmarkLargeProgram(b *testing.B) {
	src := largeProgram()
	b.ReportAllocs()
	for b.Loop() {
		if p, ds := ParseString("large", src); p == nil {
			b.Fatal(ds)
		}
	}
}

// The reading of very much text ends with its context, whatever it is at: it asks often.
func TestLoadEndsWithItsContext(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "p%d(\"a\", %d)@1; p%d(N, X) :- p%d(N, X), q%d(N, X);\n", i, i, i+1, i, i)
	}
	whole, _ := Loader{Context: context.Background(), Stdin: strings.NewReader(text.String())}.Load("-")
	if whole == nil {
		t.Fatal("it is no program")
	}
	ended := 0
	for after := 0; ; after++ {
		ctx := &asked{Context: context.Background(), left: after}
		p, found := Loader{Context: ctx, Stdin: strings.NewReader(text.String())}.Load("-")
		if p != nil {
			break
		}
		if len(found) != 1 || found[0].Code != "given-up" {
			t.Fatalf("after %d looks: %v", after, found)
		}
		ended++
	}
	if ended < 80 {
		t.Errorf("it looks at its context only %d times", ended)
	}
}

// asked is a context that ends when it has been asked so often.
type asked struct {
	context.Context
	left int
}

func (a *asked) Err() error {
	if a.left--; a.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}
