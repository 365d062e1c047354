package verify_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A page that says something else is caught: every row of every case, changed in
// ways that make it wrong.
func TestFailureSheetBites(t *testing.T) {
	changed := 0
	for _, section := range sheetSections(t) {
		_, body, _ := strings.Cut(section, "\n")
		for _, header := range []string{verdictHeader, runHeader} {
			for _, row := range tableRows(t, body, header) {
				line := "| " + strings.Join(row, " | ") + " |"
				if strings.Count(body, line) != 1 {
					t.Fatalf("the row %q is not there once", line)
				}
				for _, wrong := range falsified(row) {
					changed++
					if !caught(strings.Replace(body, line, wrong, 1)) {
						t.Errorf("nobody minds\n%s\nin place of\n%s", wrong, line)
					}
				}
			}
		}
	}
	if changed < 700 {
		t.Errorf("only %d changes", changed)
	}
}

// falsified returns rows that say something else than row, and are wrong.
func falsified(row []string) []string {
	var list []string
	add := func(cells ...string) { list = append(list, "| "+strings.Join(cells, " | ")+" |") }
	last := row[len(row)-1]
	switch {
	case len(row) == 3:
		add(row[0], row[1]+"0", last)
		if classic, _, more := strings.Cut(row[0], "; "); more {
			add(classic+"⟩", row[1], last)
		}
		if last == "certified" {
			add(row[0], row[1], "counterexample `{}`")
			break
		}
		add(row[0], row[1], "certified")
		for _, m := range regexp.MustCompile(`\d`).FindAllStringIndex(last, -1) {
			digit := strconv.Itoa(int(last[m[0]]-'0') + 1)
			add(row[0], row[1], last[:m[0]]+digit+last[m[1]:])
		}
		for _, m := range quotedScenario.FindAllStringIndex(last, -1) {
			add(row[0], row[1], last[:m[0]]+last[m[1]:])
		}
	case strings.HasPrefix(last, "refused: "):
		add(row[0], "holds")
		add(row[0], last+"0")
	default:
		add(row[0], "refused: times start at 1")
		add(row[0], last+", `nothing(1)@1`")
		if verdict := strings.NewReplacer("holds", "violated by `(\"q\")`", "violated by `(\"", "violated by `(\"q").Replace(last); verdict != last {
			add(row[0], verdict)
		}
		for _, m := range quotedTuple.FindAllStringIndex(last, -1) {
			tuple := last[m[0]:m[1]]
			if positive, no := strings.CutPrefix(tuple, "no "); no {
				add(row[0], last[:m[0]]+positive+last[m[1]:])
			} else {
				add(row[0], last[:m[0]]+"no "+last[m[0]:])
			}
		}
	}
	return list
}

// caught reports whether the checks mind a section.
func caught(body string) (bad bool) {
	r := &recorder{}
	defer func() {
		if p := recover(); p != nil && p != any(r) {
			panic(p)
		}
		bad = r.findings > 0
	}()
	checkCase(r, body)
	return
}

// recorder counts what the checks find.
type recorder struct{ findings int }

func (r *recorder) Helper() {}

func (r *recorder) Errorf(string, ...any) { r.findings++ }

func (r *recorder) Fatalf(string, ...any) {
	r.findings++
	panic(r)
}
