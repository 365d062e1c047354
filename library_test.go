package molly_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// blocks are the Go code of docs/library.md, by the first line of each block, a comment with its name.
func blocks(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)```go\n// (\\S+)\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		list[m[1]] = m[2]
	}
	return list
}

// The programs of docs/library.md work outside this module: its main.go, which verifies, explains
// and draws in at most 15 lines of its own, and its simple_test.go, a test that certifies a protocol.
func TestOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	repository, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, requirements, _ := strings.Cut(string(mod), "\n") // all but the module's name
	folder := t.TempDir()
	code := blocks(t)
	for name, text := range map[string]string{
		"go.mod":         "module outside\n" + requirements + "\nrequire molly v0.0.0\nreplace molly => " + repository + "\n",
		"go.sum":         string(sums),
		"main.go":        code["main.go"],
		"simple_test.go": code["simple_test.go"],
	} {
		if text == "" {
			t.Fatalf("docs/library.md has no %s", name)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	_, body, _ := strings.Cut(code["main.go"], "func main() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	if n := strings.Count(body, "\n") + 1; n > 15 {
		t.Errorf("main has %d lines", n)
	}
	out := run("run", ".")
	if want := "counterexample {O(a,b,1)}\n"; !strings.HasPrefix(out, want) || !strings.Contains(out, "is lost by the omission O(a,b,1)") {
		t.Errorf("it prints\n%s", out)
	}
	if picture, err := os.ReadFile(filepath.Join(folder, "simple.svg")); err != nil || !strings.Contains(string(picture), "<svg") {
		t.Errorf("it draws %d bytes, %v", len(picture), err)
	}
	if out := run("test", "-v", "."); !strings.Contains(out, "--- PASS: TestAck") {
		t.Errorf("go test prints\n%s", out)
	}
}

var update = flag.Bool("update", false, "rewrite the examples in docs/library.md")

// A block of docs/library.md that begins with the name of an example is that example.
func TestLibraryPage(t *testing.T) {
	const source, page = "example_test.go", "docs/library.md"
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, source, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]string{} // the bodies of examples
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Example") {
			body := string(text[files.Position(f.Body.Lbrace).Offset+2 : files.Position(f.Body.Rbrace).Offset])
			left[f.Name.Name] = strings.ReplaceAll(strings.TrimPrefix(body, "\t"), "\n\t", "\n")
		}
	}
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	made := regexp.MustCompile("(?s)```go\n// (Example\\w+)\n.*?```").ReplaceAllStringFunc(string(old), func(block string) string {
		name := strings.TrimPrefix(strings.Split(block, "\n")[1], "// ")
		body, known := left[name]
		if !known {
			t.Errorf("%s: there is no %s, or it is given twice", page, name)
		}
		delete(left, name)
		return "```go\n// " + name + "\n" + body + "```"
	})
	for name := range left {
		t.Errorf("%s does not show %s", page, name)
	}
	if made == string(old) {
		return
	}
	if !*update {
		t.Fatalf("%s shows other examples; go test . -update rewrites them", page)
	}
	if err := os.WriteFile(page, []byte(made), 0o666); err != nil {
		t.Fatal(err)
	}
}
