package format

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Each archive has pairs of a text and what becomes of it: NAME.in and NAME.out.
func TestLayout(t *testing.T) {
	const file = "testdata/layout.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		in, want := archive.Files[i], &archive.Files[i+1]
		got, err := Source(in.Name, string(in.Data))
		if err != nil {
			t.Errorf("%s: %v", in.Name, err)
			continue
		}
		if *update {
			want.Data = []byte(got)
		} else if got != string(want.Data) {
			t.Errorf("%s becomes\n%s", in.Name, got)
		}
		again, err := Source(want.Name, got)
		if err != nil || again != got {
			t.Errorf("%s: once\n%s\ntwice\n%s\n%v", in.Name, got, again, err)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The project's own programs, and those in its documents, are formatted.
func TestOwnPrograms(t *testing.T) {
	root := os.DirFS("../..")
	programs := 0
	walk := func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || len(d.Name()) > 1 && d.Name()[0] == '.') {
			return fs.SkipDir
		}
		ending := filepath.Ext(path)
		if ending != ".ded" && ending != ".md" {
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		programs++
		if got, err := Text(path, string(text)); err != nil {
			t.Error(err)
		} else if got != string(text) {
			t.Errorf("%s is not formatted: go run ./cmd/molly fmt -w %s", path, path)
		}
		return nil
	}
	if err := fs.WalkDir(root, ".", walk); err != nil {
		t.Fatal(err)
	}
	if programs < 60 {
		t.Errorf("only %d texts", programs)
	}
}

// A byte order mark and the line ends stay; what ends a line in two ways does so in one.
func TestBytesAround(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" \n\t\n", ""},
		{"\uFEFFp(\"a\")@1;", "\uFEFFp(\"a\")@1;\n"},
		{"// x \r\np( \"a\" )@1 ; // y\r\n/* a \r\n b */\r\n", "// x\r\np(\"a\")@1;  // y\r\n/* a\r\n b */\r\n"},
		{"// x\r\n\n\n\np(\"a\")@1;\n", "// x\r\n\r\np(\"a\")@1;\r\n"},
		{"// x\np(\"a\")@1;\r\n", "// x\np(\"a\")@1;\n"},
		{"p(\"a\rb\")@1;\n", "p(\"a\rb\")@1;\n"},
	} {
		if got, err := Source("x", c.in); err != nil || got != c.want {
			t.Errorf("%q becomes %q, %v", c.in, got, err)
		}
	}
}

// What is no program is refused, with all that is wrong with it, and its place.
func TestMalformed(t *testing.T) {
	_, err := Source("my.ded", "p(\"a\")@1;\nq(X) :- p(X;\nr(X) : - p(X);\n")
	var wrong *Error
	if !errors.As(err, &wrong) || len(wrong.Diagnostics) != 2 {
		t.Fatal(err)
	}
	if d := wrong.Diagnostics[0]; d.Pos.String() != "my.ded:2:12" || !strings.Contains(err.Error(), "q(X) :- p(X;\n") {
		t.Error(err)
	}
	if _, err := Source("my.ded", "p(\"\xff\")@1;"); err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Error(err)
	}
}

const page = "# Page\n\n```dedalus\np( \"a\" )@1;\n```\n\n```dedalus wrong\np( \"a\"\n```\n\n" +
	"- point\n\n  ````dedalus\n  q(X):-p(X);\n\n\n  r(X):-p(X);\n  ````\n\n```sh\np( \n```\n```dedalus\nnever( ends\n"

func TestMarkdown(t *testing.T) {
	want := strings.NewReplacer(`p( "a" )@1`, `p("a")@1`, "q(X):-p(X)", "q(X) :- p(X)", "\n\n\n  r(X):-p(X)", "\n\n  r(X) :- p(X)").Replace(page)
	if got, err := Markdown("x.md", page); err != nil || got != want {
		t.Errorf("%s\n%v", got, err)
	}
	windows := strings.NewReplacer("\n", "\r\n")
	if got, err := Markdown("x.md", windows.Replace(page)); err != nil || got != windows.Replace(want) {
		t.Errorf("%q\n%v", got, err)
	}
	_, err := Markdown("x.md", strings.Replace(page, "q(X):-", "q(X):", 1))
	var wrong *Error
	if !errors.As(err, &wrong) || wrong.Diagnostics[0].Pos.String() != "x.md:14:7" || wrong.Diagnostics[0].Line != "  q(X):p(X);" {
		t.Error(err)
	}
}

// What fits is exactly as wide as it may be.
func TestWidth(t *testing.T) {
	premise := func(n int) string { return strings.Repeat("p", n-len("(X)")) + "(X)" } // n columns
	for _, c := range []struct{ in, want string }{
		{"h(X) :- " + premise(91) + ";", "h(X) :- " + premise(91) + ";"},
		{"h(X) :- " + premise(92) + ";", "h(X) :-\n    " + premise(92) + ";"},
		{"h(X) :- q(X), " + premise(88) + ";", "h(X) :-\n    q(X), " + premise(88) + ";"},
		{"h(X) :- q(X), " + premise(89) + ", r(X);", "h(X) :-\n    q(X),\n    " + premise(89) + ",\n    r(X);"},
		{"h(X) :- q(X), " + premise(120) + ";", "h(X) :-\n    q(X),\n    " + premise(120) + ";"},
		{`a("x")@1;  b("` + strings.Repeat("é", 81) + `")@1;`, `a("x")@1;  b("` + strings.Repeat("é", 81) + `")@1;`},
		{`a("x")@1;  b("` + strings.Repeat("é", 82) + `")@1;`, `a("x")@1;` + "\n" + `b("` + strings.Repeat("é", 82) + `")@1;`},
		{"stable a, " + premise(89)[:89-3] + "xxx;", "stable a, " + premise(89)[:89-3] + "xxx;"},
		{"stable a, " + premise(89)[:89-3] + "xxxx;", "stable a,\n    " + premise(89)[:89-3] + "xxxx;"},
	} {
		if got, err := Source("x", c.in); err != nil || got != c.want+"\n" {
			t.Errorf("%s becomes\n%s%v", c.in, got, err)
		}
	}
}

func BenchmarkSource(b *testing.B) {
	var all strings.Builder
	for lines := 0; lines < 10_000; {
		for _, text := range texts(b)[:20] {
			all.WriteString(text)
			lines += strings.Count(text, "\n")
		}
	}
	b.SetBytes(int64(all.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Source("x", all.String()); err != nil {
			b.Fatal(err)
		}
	}
}
