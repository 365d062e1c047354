package repro

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"molly/failure"
	"molly/protocols"
	"molly/verify"
)

func options() Options { return Options{Library: protocols.Library(), For: time.Minute, Seeds: 3} }

// The programs break where the paper's do, with the paper's number of combinations, and
// ldfi takes the executions that the last published table has.
func TestFigure12(t *testing.T) {
	f, err := Figure12(context.Background(), Options{Library: protocols.Library(), For: 3 * time.Second, Seeds: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Table.Rows) != len(figure12) {
		t.Fatalf("%d rows", len(f.Table.Rows))
	}
	for i, p := range figure12 {
		row := f.Table.Rows[i]
		if row[1] != p.spec.String() {
			t.Errorf("%s breaks at %s, not at %v", p.name, row[1], p.spec)
		}
		if ours, _, _ := strings.Cut(row[3], " "); ours != p.combinations && row[3] != "4096 (4.10e3)" {
			t.Errorf("%s: combinations %s", p.name, row[3])
		}
		if strings.Contains(row[7], "certified") || strings.Contains(row[9], "certified") {
			t.Errorf("%s: ldfi %s, symbolic %s", p.name, row[7], row[9])
		}
	}
}

// With negation ignored, ldfi ends without a certificate, and misses what only absence breaks.
func TestNegationIgnored(t *testing.T) {
	for _, c := range []struct {
		name, spec, want string
	}{
		{"delivery/redun", "⟨11,10,1⟩", "11, none found"},
		{"delivery/ack", "⟨8,7,1⟩", "25, none found"},
		{"agreement/bully", "⟨10,9,1⟩", "1, none found"},
		{"commit/3pc", "⟨9,7,1⟩", "11, none found"},
		{"commit/2pc", "⟨5,0,1⟩", "2"},
	} {
		b, err := options().load(c.name)
		if err != nil {
			t.Fatal(err)
		}
		var spec failure.Spec
		if _, err := fmt.Sscanf(c.spec, "⟨%d,%d,%d⟩", &spec.EOT, &spec.EFF, &spec.Crashes); err != nil {
			t.Fatal(err)
		}
		s, err := b.search(context.Background(), spec, verify.Options{Strategy: verify.LDFI, IgnoreNegation: true})
		if err != nil || s.text() != c.want {
			t.Errorf("%s %v: %s, %v, not %s", c.name, spec, s.text(), err, c.want)
		}
	}
}

// A measurement that is interrupted has what was measured before.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options()
	o.Progress = func(text string) {
		if strings.Contains(text, "EFF 4") {
			cancel()
		}
	}
	f, err := Figure11(ctx, o)
	if !errors.Is(err, context.Canceled) || len(f.Table.Rows) != 3 || len(f.Plots) != 1 {
		t.Errorf("%v, rows %v", err, f.Table.Rows)
	}
}

// The pages in docs have the explanations that repro would write today.
func TestPagesAreExplained(t *testing.T) {
	pages := map[string]string{}
	for _, name := range []string{LDFI, DEMi} {
		text, err := os.ReadFile("../../docs/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	files, err := prose.ReadDir("prose")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		text, err := prose.ReadFile("prose/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		page, command := LDFI, "molly repro all -o docs"
		if strings.Contains(f.Name(), "demi") {
			page, command = DEMi, "molly repro demi -o docs"
		}
		if !strings.Contains(pages[page], strings.TrimSpace(string(text))) {
			t.Errorf("docs/%s.md has another text than prose/%s: %s writes it again", page, f.Name(), command)
		}
	}
}

func TestTable(t *testing.T) {
	table := Table{Head: []string{"a", "b"}, Rows: [][]string{{"1,5", `"x"`}}}
	if got, want := table.CSV(), "a,b\n\"1,5\",\"\"\"x\"\"\"\n"; got != want {
		t.Errorf("CSV %q", got)
	}
	if got, want := table.Markdown(), "| a | b |\n|---|---|\n| 1,5 | \"x\" |\n"; got != want {
		t.Errorf("Markdown %q", got)
	}
}

// A folder has the page, and beside it the tables and plots that the page shows.
func TestWrite(t *testing.T) {
	figure := &Figure{Name: "figure12", Title: "Figure 12", Table: Table{Head: []string{"a"}, Rows: [][]string{{"1"}}}, Notes: []string{"a note"}}
	dir := filepath.Join(t.TempDir(), "new")
	about := About(time.Date(2026, 1, 2, 23, 0, 0, 0, time.UTC), "--for 1m", "")
	if !strings.HasPrefix(about, "Measured on 2026-01-02 with `--for 1m`, commit unknown, ") {
		t.Error(about)
	}
	page, folder, err := Write(dir, LDFI, about, []*Figure{figure})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{page: about, filepath.Join(folder, "figure12.md"): figure.Table.Markdown(), filepath.Join(folder, "figure12.csv"): figure.Table.CSV()} {
		if got, err := os.ReadFile(file); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s has %q, want %q: %v", file, got, want, err)
		}
	}
	if _, _, err := Write(page, LDFI, about, nil); err == nil {
		t.Error("a file is taken for a folder")
	}
}
