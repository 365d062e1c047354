package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sample finds the mutants of the sample.
func sample(t *testing.T) []*mutant {
	t.Helper()
	dir := t.TempDir()
	text, err := os.ReadFile("testdata/sample.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sample.go"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	f, err := readSource(set, dir, "sample.go")
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	pkg, err := config.Check("sample", set, []*ast.File{f.tree}, info)
	if err != nil {
		t.Fatal(err)
	}
	return choose(mutants(f, info, pkg), 1000, 1)
}

// changes lists what becomes of a line.
func changes(list []*mutant, line string) []string {
	var out []string
	for _, m := range list {
		if m.was == line {
			out = append(out, m.change())
		}
	}
	slices.Sort(out)
	return out
}

// Each kind of line has the mutants that it should have.
func TestOperators(t *testing.T) {
	list := sample(t)
	for line, want := range map[string][]string{
		"if a < b {":                  {"if a <= b {", "if a >= b {"},
		"if a+1 <= b {":               {"if a+0 <= b {", "if a+1 < b {", "if a+1 > b {", "if a+2 <= b {", "if a-1 <= b {"},
		"if a > b-limit {":            {"if a <= b-limit {", "if a > b+limit {", "if a >= b-limit {"},
		"n++":                         {"(removed)", "n--"},
		"n += 10":                     {"(removed)", "n += 11", "n -= 10"},
		"n = n * 2":                   {"(removed)", "n = n * 3"},
		"return x && !y || z != true": {"return !y || z != true", "return x && !y", "return x && !y && z != true", "return x && !y || z != false", "return x && !y || z == true", "return x && y || z != true", "return x || !y || z != true", "return x || z != true", "return z != true"},
		"return s[:1]":                {"(removed)", "return s[1:1]", "return s[:0]", "return s[:2]"},
		"continue":                    {"(removed)"},
		"break":                       {"(removed)"},
		"if found := strings.Contains(s, \"1\"); found {": {"if found := strings.Contains(s, \"1\"); !(found) {"},
		"return s": nil,
		"return max(size(i), min(s, 2), size(start)-3)": {"return max(size(i), max(s, 2), size(start)-3)", "return max(size(i), min(s, 2), size(start)+3)", "return max(size(i), min(s, 2), size(start)-4)", "return max(size(i), min(s, 3), size(start)-3)", "return min(size(i), min(s, 2), size(start)-3)"},
		"const limit = 3":     nil,
		"var start = 2":       {"var start = 3"},
		"n += uint64(i) << 2": {"(removed)", "n -= uint64(i) << 2"},
	} {
		got := changes(list, line)
		slices.Sort(want)
		if slices.Contains(got, "return x") { // x && (…): the same text by two ways
			got = slices.DeleteFunc(got, func(s string) bool { return s == "return x" })
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", line, got, want)
		}
	}
}

// A mutant that is selected in the program that has all of them does what its text does,
// and none does what the sample does.
func TestSelectedIsWritten(t *testing.T) {
	list := sample(t)
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source := list[0].file
	lines := strings.Split(string(source.src), "\n")
	var edits []edit
	main, cases := "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\tall \"x/sample\"\n", ""
	written := map[int]bool{}
	for _, m := range list {
		edits = append(edits, m.edits(strconv.Itoa(m.id))...)
		if m.file.set == nil || strings.TrimSpace(lines[m.line-1]) != m.was {
			continue
		}
		changed := slices.Clone(lines)
		changed[m.line-1] = m.is
		if !compiles(strings.Join(changed, "\n")) { // without it, a variable may be unused
			continue
		}
		written[m.id] = true
		write(fmt.Sprintf("v%d/v.go", m.id), strings.Join(changed, "\n"))
		main += fmt.Sprintf("\tv%d \"x/v%d\"\n", m.id, m.id)
		cases += fmt.Sprintf("\tcase \"%d\":\n\t\tfmt.Print(v%d.All())\n", m.id, m.id)
	}
	write("v0/v.go", string(source.src))
	main += "\tv0 \"x/v0\"\n)\n\nfunc main() {\n\tswitch os.Args[1] {\n\tcase \"all\":\n\t\tfmt.Print(all.All())\n\tcase \"0\":\n\t\tfmt.Print(v0.All())\n" + cases + "\t}\n}\n"
	write("main.go", main)
	write("go.mod", "module x\n\ngo 1.26\n")
	write("sample/sample.go", string(apply(source.src, edits)))
	selection, reached := filepath.Join(dir, "selection"), filepath.Join(dir, "reached")
	write("sample/selector.go", strings.NewReplacer("PACKAGE", "sample", "COUNT", strconv.Itoa(len(list)),
		"SELECTION", strconv.Quote(selection), "REACHED", strconv.Quote(reached)).Replace(selectorSource))
	build := exec.Command("go", "build", "-o", "x", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute) // none of them goes on forever
	defer cancel()
	run := func(which string, id int) string {
		write("selection", strconv.Itoa(id))
		out, err := exec.CommandContext(ctx, filepath.Join(dir, "x"), which).CombinedOutput()
		if err != nil {
			return "crash: " + string(out[:min(len(out), 60)])
		}
		return string(out)
	}
	plain := run("0", 0)
	if got := run("all", 0); got != plain {
		t.Errorf("with none selected: %s\nwant %s", got, plain)
	}
	differ := 0
	for _, m := range list {
		if !written[m.id] {
			continue
		}
		got, want := run("all", m.id), run(strconv.Itoa(m.id), 0)
		if got != want {
			t.Errorf("%v\nselected: %s\nwritten:  %s", m, got, want)
		}
		if want != plain {
			differ++
		}
	}
	if len(written) < 60 || differ < 50 {
		t.Errorf("%d of %d written, %d of them differ", len(written), len(list), differ)
	}
	if got := run("all", -1); got != plain {
		t.Errorf("while noting what is reached: %s", got)
	}
	seen, err := os.ReadFile(reached)
	if err != nil || strings.Count(string(seen), "\n") < len(list)*9/10 {
		t.Errorf("reached: %d of %d, %v", strings.Count(string(seen), "\n"), len(list), err)
	}
}

func compiles(text string) bool {
	set := token.NewFileSet()
	dir, err := os.MkdirTemp("", "compiles-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	if os.WriteFile(filepath.Join(dir, "x.go"), []byte(text), 0o600) != nil {
		return false
	}
	f, err := readSource(set, dir, "x.go")
	if err != nil {
		return false
	}
	config := types.Config{Importer: sharedImporter}
	_, err = config.Check("x", set, []*ast.File{f.tree}, nil)
	return err == nil
}

var sharedImporter = importer.ForCompiler(token.NewFileSet(), "source", nil)

// The choice of mutants does not depend on where they stand, and keys are their own.
func TestChoice(t *testing.T) {
	all := sample(t)
	keys := map[string]bool{}
	for _, m := range all {
		if keys[m.key()] {
			t.Errorf("two mutants are called %s", m.key())
		}
		keys[m.key()] = true
		m.line += 100
	}
	some, again := choose(slices.Clone(all), 10, 1), choose(slices.Clone(all), 10, 1)
	if len(some) != 10 || fmt.Sprint(some) != fmt.Sprint(again) {
		t.Errorf("%v\n%v", some, again)
	}
	if fmt.Sprint(choose(slices.Clone(all), 10, 2)) == fmt.Sprint(some) {
		t.Error("another seed chooses the same")
	}
}

func TestEquivalentList(t *testing.T) {
	q, err := readEquivalent(equivalentList)
	if err != nil {
		t.Fatal(err)
	}
	for key := range q.reasons {
		parts := strings.Split(key, " | ")
		text, err := os.ReadFile(filepath.Join("../../..", parts[0]))
		if err != nil {
			t.Error(err)
			continue
		}
		flat := strings.Join(strings.Fields(string(text)), " ")
		if !strings.Contains(flat, parts[2]) {
			t.Errorf("not in %s: %s", parts[0], parts[2])
		}
	}
	for text, want := range map[string]string{
		"a | b | c\n\twhy":                  "want \"file | function",
		"a | b | c | d\n":                   "no reason",
		"a | b | c | d\n\tx\na | b | c | d": "twice",
		"\tx":                               "want",
	} {
		if _, err := readEquivalent(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTable(t *testing.T) {
	list := sample(t)
	q := &equivalent{reasons: map[string]string{list[2].key(): "why", list[3].key(): "why"}, used: map[string]bool{}}
	var notes []string
	r := row{name: "sample"}
	for i, result := range []string{caught, lives, lives, caught, stillborn, caught} {
		r.count(list[i], entry{Result: result, By: "x.TestY"}, q, &notes)
	}
	if r != (row{"sample", 5, 3, 1}) || r.share() != "75.0 %" || len(notes) != 3 {
		t.Errorf("%+v %s %q", r, r.share(), notes)
	}
	text := table{r, {"other", 3, 3, 0}, {"none", 1, 0, 1}}.String()
	for _, want := range []string{"| sample | 5 | 3 | 1 | 75.0 % |\n", "| other | 3 | 3 | 0 | 100.0 % |\n", "| none | 1 | 0 | 1 | – |\n", "| **all** | 9 | 6 | 2 | 85.7 % |\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
	root := t.TempDir()
	path := filepath.Join(root, "CONTRIBUTING.md")
	if err := os.WriteFile(path, []byte("before\n"+begin+"old\n"+end+"after\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (table{r}).update(root); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "before\n"+begin+(table{r}).String()+end+"after\n" {
		t.Errorf("%s", got)
	}
}

// A journal is read as it was written: the last entry of a key counts.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	for i, want := range []string{lives, caught} {
		j, err := openJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(j.known) != min(i, 1) {
			t.Errorf("%d entries", len(j.known))
		}
		if err := j.add(entry{Key: "k", Hash: "h", Result: want}); err != nil {
			t.Fatal(err)
		}
		j.close()
	}
	j, err := openJournal(path)
	if err != nil || j.known["k"].Result != caught {
		t.Errorf("%+v, %v", j, err)
	}
	j.close()
}
