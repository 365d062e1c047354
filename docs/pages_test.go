package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"molly"
	"molly/verify"
	"molly/verify/expect"
)

// What docs/cookbook.md and docs/coming-from.md show is what happens. In each section:
//
//   - a program that names its file has no findings, and what it expects holds;
//   - other blocks of rules are part of the program below them;
//   - each row of a table of changes says what is found when the program is changed so.
func TestPrograms(t *testing.T) {
	for page, least := range map[string]struct{ programs, changes int }{"cookbook.md": {9, 17}, "coming-from.md": {1, 2}} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			programs, changes := 0, 0
			for _, section := range strings.Split(string(text), "\n## ")[1:] {
				title, _, _ := strings.Cut(section, "\n")
				t.Run(title, func(t *testing.T) {
					p, c := checkSection(t, section)
					programs, changes = programs+p, changes+c
				})
			}
			if programs < least.programs || changes < least.changes {
				t.Errorf("%d programs and %d changes, at least %d and %d are expected", programs, changes, least.programs, least.changes)
			}
		})
	}
}

var (
	block   = regexp.MustCompile("(?s)```dedalus\n(.*?)```")
	named   = regexp.MustCompile(`^// (\S+\.ded)\n`)
	row     = regexp.MustCompile("(?m)^\\| ((?:without )?`.*?) \\| (certified|counterexample(?: `([^`]*)`)?) \\| .* \\|$")
	change  = regexp.MustCompile("without `([^`]+)`|`([^`]+)` becomes `([^`]+)`")
	spaces  = regexp.MustCompile(`\s+`)
	between = regexp.MustCompile(` +`)
)

// checkSection checks a section, and counts its programs and its changes.
func checkSection(t *testing.T, section string) (programs, changes int) {
	var program string
	var fragments []string
	for _, b := range block.FindAllStringSubmatch(section, -1) {
		name := named.FindStringSubmatch(b[1])
		if name == nil {
			fragments = append(fragments, b[1])
			continue
		}
		programs++
		program = b[1]
		checkProgram(t, name[1], program)
		for _, f := range fragments {
			for line := range strings.Lines(f) {
				if !strings.Contains(plain(program), plain(line)) {
					t.Errorf("%s does not have %q", name[1], line)
				}
			}
		}
		fragments = nil
	}
	if len(fragments) > 0 {
		t.Errorf("rules without a program below them: %q", fragments)
	}
	for _, r := range row.FindAllStringSubmatch(section, -1) {
		changes++
		if got := verdict(t, changed(t, program, r[1])); r[3] == "" && got.kind != r[2] || r[3] != "" && got.faults != r[3] {
			t.Errorf("%s: %s %s, the page says %s", r[1], got.kind, got.faults, r[2])
		}
	}
	if rows := strings.Count(section, "\n| without ") + strings.Count(section, "` becomes `"); rows < changes {
		t.Errorf("%d of %d changes are read", changes, rows)
	}
	return programs, changes
}

// plain is a text in which a space is as good as many.
func plain(text string) string { return strings.TrimSpace(spaces.ReplaceAllString(text, " ")) }

// checkProgram checks that a program has no findings, and is as it says that it is.
func checkProgram(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := molly.Load(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Lint(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("%s: %v, %v", name, found, err)
	}
	files, err := molly.Sources{}.Tests(t.Context(), nil, file)
	if err != nil {
		t.Fatal(err)
	}
	tested, err := molly.Test(t.Context(), files, 1, func(f expect.Tested) {
		for _, r := range f.Results {
			if !r.Holds() {
				t.Errorf("%s %s: %s", name, r.Expectation, r.Problem())
			}
		}
	})
	if sum := expect.Sum(tested); err != nil || !sum.OK() {
		t.Errorf("%s: %+v, %v", name, sum, err)
	}
}

// changed is a program after the changes of a row: without `a`, `a` becomes `b`, several joined by and.
func changed(t *testing.T, program, changes string) string {
	t.Helper()
	if rest := change.ReplaceAllString(changes, ""); strings.Trim(strings.ReplaceAll(rest, " and ", ""), " ") != "" {
		t.Errorf("%q is read as changes but for %q", changes, rest)
	}
	program = between.ReplaceAllString(program, " ")
	for _, c := range change.FindAllStringSubmatch(changes, -1) {
		from, to := c[1]+c[2], c[3]
		if n := strings.Count(program, from); n != 1 {
			t.Errorf("the program has %q %d times", from, n)
		}
		program = strings.Replace(program, from, to, 1)
	}
	return program
}

type found struct{ kind, faults string }

// verdict is what verify says of a program.
func verdict(t *testing.T, program string) found {
	t.Helper()
	p, err := molly.Parse("changed.ded", program)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Question(molly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := q.Verify(t.Context(), molly.Search{})
	if err != nil {
		t.Fatal(err)
	}
	f := found{kind: string(v.Kind)}
	if v.Kind == verify.Counterexample {
		f.faults = v.Findings[0].Scenario.String()
	}
	return f
}
