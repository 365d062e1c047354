package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"molly/internal/atomicfile"
	"molly/viz"
	"molly/viz/scene"
)

// odd are names that some format might misread.
var odd = []string{`"`, `'`, `</script><b>`, `&amp;`, `\`, `\u003c`, "`${1}`", "é→日本🙂", "", strings.Repeat("long", 125), "{{.}}", "<!--", "a\tb"}

func oddExecution() Execution {
	e := Execution{Name: odd[2], Kind: Bad, Tried: odd, Taught: odd, Command: odd[4]}
	e.Trace = viz.Trace{Title: odd[3], Nodes: odd, First: 1, Last: 3}
	for i, n := range odd {
		e.Trace.Messages = append(e.Trace.Messages, viz.Message{Label: n, Detail: n, From: n, To: odd[(i+1)%len(odd)], Sent: 1, Arrives: 2})
		e.Tables = append(e.Tables, Table{n, []Row{{n, []int{1, 2}}, {n + n, []int{1, 3}}}})
		e.Firings = append(e.Firings, Firing{Rule: i, Time: 1, Head: n, Premises: []string{n}})
		e.Lineage.Whole.Nodes = append(e.Lineage.Whole.Nodes, viz.GraphNode{Label: n, Title: n, Time: 1})
		e.Lineage.Whole.Roots = append(e.Lineage.Whole.Roots, i)
	}
	e.Lineage.Shown = e.Lineage.Whole
	return e
}

// Whatever a name is, the data of an execution has it, and nothing of it ends a script.
func TestOddNames(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "page")
	w, err := NewWriter(folder)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Add(oddExecution()); err != nil {
			t.Fatal(err)
		}
	}
	r := Report{Title: odd[2], Kind: Bad, Verdict: odd[2], Notes: odd, Invariant: odd, Without: odd}
	for _, n := range odd {
		r.Facts = append(r.Facts, Fact{n, n})
		r.Files = append(r.Files, File{Name: n, Text: n + "\n" + n, Rules: []Place{{0, 1, 1}, {1, 2, 1}}})
	}
	if err := w.Close(r); err != nil {
		t.Fatal(err)
	}
	page := read(t, folder, "index.html")
	if strings.Contains(page, "</script><b>") {
		t.Error("the page has a name as HTML")
	}
	data := read(t, folder, "data/1.js")
	if strings.Contains(data, "</script") {
		t.Error("the data ends a script")
	}
	var d executionData
	decode(t, data, "report.execution(1, ", &d)
	common := read(t, folder, "data/shared.js")
	if strings.Contains(common, "</script") {
		t.Error("the data ends a script")
	}
	var all sharedData
	decode(t, common, "report.shared(2, ", &all)
	for i, n := range odd {
		rows, firing := each(d.Tables[i].Rows, all.Rows), each(d.Rules[i].Firings, all.Firings)[0]
		if d.Tried[i] != n || d.Tables[i].Name != n || all.Strings[rows[0][0]] != n || all.Strings[firing[2]] != n || all.Strings[firing[3]] != n {
			t.Errorf("%q is not as it was", n)
		}
	}
	if got := each(d.Tables[0].Rows, all.Rows); len(got[0]) != 3 || len(got[1]) != 5 {
		t.Errorf("the rows are %v", got)
	}
	var other executionData
	decode(t, read(t, folder, "data/0.js"), "report.execution(0, ", &other)
	if fmt.Sprint(other.Tables, other.Rules) != fmt.Sprint(d.Tables, d.Rules) {
		t.Error("executions that are alike do not have the same numbers")
	}
	var picture drawnData
	decode(t, read(t, folder, "pictures/1-run.js"), `report.picture("1-run", `, &picture)
	if len(picture.Shapes) == 0 || len(picture.Parts) == 0 {
		t.Errorf("the picture is %+v", picture)
	}
}

// decode reads the data of a script with one call.
func decode(t *testing.T, script, call string, into any) {
	t.Helper()
	data, ok := strings.CutPrefix(script, call)
	if !ok {
		t.Fatalf("the data is %.40s, not %s", script, call)
	}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(data, ");\n")), into); err != nil {
		t.Fatal(err)
	}
}

// each lists what is in stretches of numbers, as the script does.
func each(stretches []int, list [][]int) (all [][]int) {
	for i := 0; i < len(stretches); i += 2 {
		all = append(all, list[stretches[i]:stretches[i]+stretches[i+1]]...)
	}
	return all
}

func TestRanges(t *testing.T) {
	for _, c := range []struct{ numbers, want []int }{
		{nil, []int{}}, {[]int{4}, []int{4, 1}}, {[]int{4, 5, 6, 2, 3, 9}, []int{4, 3, 2, 2, 9, 1}}, {[]int{5, 4}, []int{5, 1, 4, 1}},
	} {
		if got := ranges(c.numbers); !slices.Equal(got, c.want) {
			t.Errorf("the ranges of %v are %v", c.numbers, got)
		}
	}
}

// A path that is written as a course is the same path.
func TestCourse(t *testing.T) {
	p := scene.Joined(scene.Cross(scene.Point{X: 100, Y: 50}, 7), scene.Rectangle(scene.Box{X0: 10, Y0: 20, X1: 60, Y1: 50}, 5), scene.Polyline(scene.Point{X: 3, Y: 4}, scene.Point{X: -3, Y: 4}))
	want := "l14 14m-14 0l14 -14" + // the cross
		"m-92 -23l40 0c3 0 5 2 5 5l0 20c0 3 -2 5 -5 5l-40 0c-3 0 -5 -2 -5 -5l0 -20c0 -3 2 -5 5 -5z" +
		"m-12 -16l-6 0"
	if got := course(p, 93, 43); got != want {
		t.Errorf("the course is %s, want %s", got, want)
	}
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// A text is cut where rules begin and end, and stays whole.
func TestPieces(t *testing.T) {
	element := regexp.MustCompile(`<[^>]*>`)
	text := "// a; comment\né(\"x;\\\"y\") :- q(X) /* ; */, // ;\n  r(X); s(1)@1;\nt(X) :- u(X)"
	f := File{Text: text, Rules: []Place{{0, 2, 1}, {1, 2, 1}, {2, 4, 1}, {3, 9, 1}}}
	var whole strings.Builder
	var rules []string
	for _, p := range pieces(f) {
		shown := html.UnescapeString(element.ReplaceAllString(string(p.Code), ""))
		whole.WriteString(shown)
		if p.Rules != "" {
			rules = append(rules, p.Rules+"="+shown)
		}
	}
	if whole.String() != text {
		t.Errorf("the pieces are %q", whole.String())
	}
	want := "0 1=é(\"x;\\\"y\") :- q(X) /* ; */, // ;\n  r(X);|2=t(X) :- u(X)"
	if got := strings.Join(rules, "|"); got != want {
		t.Errorf("the rules are %q, want %q", got, want)
	}
}

// A crowded diagram keeps what matters, and beside another one what is different.
func TestThinned(t *testing.T) {
	message := func(sent int, faint, lost bool) viz.Message {
		return viz.Message{Label: "m", From: "a", To: "b", Sent: sent, Arrives: sent + 1, Faint: faint, Lost: lost}
	}
	var left, right viz.Trace
	for i := range crowded + 100 {
		left.Messages = append(left.Messages, message(i, i != 3, false))
		right.Messages = append(right.Messages, message(i, i != 5, i == 7))
	}
	sent := func(t viz.Trace) (list []int) {
		for _, m := range t.Messages {
			list = append(list, m.Sent)
		}
		return list
	}
	check := func(got []int, want ...int) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("kept %v, want %v", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("kept %v, want %v", got, want)
			}
		}
	}
	check(sent(thinned(left, nil)), 3)
	check(sent(thinned(left, &right)), 3, 5, 7)
	check(sent(thinned(right, &left)), 3, 5, 7)
	if got := thinned(left, nil).Title; !strings.Contains(got, "1 of 400 messages") {
		t.Errorf("the heading is %q", got)
	}
	few := viz.Trace{Messages: left.Messages[:crowded]}
	if got := thinned(few, nil); len(got.Messages) != crowded || got.Title != "" {
		t.Error("a diagram that is not crowded loses something")
	}
}

// A folder is whole or not there, and replaces only an earlier report.
func TestFolder(t *testing.T) {
	top := t.TempDir()
	path := filepath.Join(top, "page")
	writePage := func() error {
		w, err := NewWriter(path)
		if err != nil {
			return err
		}
		if err := w.Add(Execution{Trace: viz.Trace{Nodes: []string{"a"}, First: 1, Last: 1}}); err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(path, "data/5.js")); err == nil {
			t.Error("the old report is gone before the new one is there")
		}
		return w.Close(Report{Kind: Good})
	}
	for range 2 {
		if err := writePage(); err != nil {
			t.Fatal(err)
		}
	}
	w, err := NewWriter(path)
	if err != nil {
		t.Fatal(err)
	}
	w.Abandon()
	if entries, err := os.ReadDir(top); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
	var refused *atomicfile.Refused
	if err := os.WriteFile(filepath.Join(path, "mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := writePage(); !errors.As(err, &refused) {
		t.Errorf("a folder with other files is replaced: %v", err)
	}
}
