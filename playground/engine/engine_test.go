package engine

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"molly/failure"
)

// call asks an engine, and reads the result.
func call[R any](t *testing.T, e *Engine, method string, params any) R {
	t.Helper()
	r, failed := try[R](t, e, method, params)
	if failed != nil {
		t.Fatalf("%s: %s", method, failed.Message)
	}
	return r
}

// noResult is what a page reads of a Failure.
type noResult struct {
	Message  string
	Findings []struct{ Place *Place }
}

// try asks an engine for a result, or the reason that there is none.
func try[R any](t *testing.T, e *Engine, method string, params any) (R, *noResult) {
	t.Helper()
	asked, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Result R
		Failed *noResult
	}
	if err := json.Unmarshal(e.Call(t.Context(), method, asked, func(Progress) {}), &r); err != nil {
		t.Fatal(err)
	}
	return r.Result, r.Failed
}

// checked is what a page reads of an answer to check.
type checked struct {
	Sound    bool
	Findings []struct {
		Severity, Code, Message string
		Place                   *Place
		Fixes                   []Fix
	}
	Files   []string
	Classes []string
	Spans   []int
	Setting *Setting
	Problem string
}

// verified is what a page reads of an answer to verify.
type verified struct {
	Kind, Text, Warnings string
	Vacuous              bool
	Found                []Found
	Document             map[string]any
}

var simple = Project{Main: "delivery/simple.ded"}

// with is a project of one file.
func project(text string) Project {
	return Project{Main: "my.ded", Files: map[string]string{"my.ded": text}}
}

// Places count as JavaScript does, and so do the stretches that are coloured; edits mend the text.
func TestCheckPlaces(t *testing.T) {
	var e Engine
	const text = "// 🙂 é\np(\"🙂\", X) :- q(X), X = \"🙂\"; r(Y) :- q(_);\nq(\"a\")@1;\n"
	c := call[checked](t, &e, "check", Asked{project(text), "my.ded"})
	if c.Sound || c.Setting != nil || !slices.Equal(c.Files, []string{"my.ded"}) {
		t.Errorf("%+v", c)
	}
	units := utf16(text)
	var marked []string
	for _, f := range c.Findings {
		if f.Severity == "error" {
			marked = append(marked, units(f.Place.From, f.Place.To))
		}
	}
	if got := strings.Join(marked, " "); got != "= Y" {
		t.Errorf("marked are %q: %+v", got, c.Findings)
	}
	fix := c.Findings[0].Fixes[0].Edits[0]
	if mended := units(0, fix.Place.From) + fix.Text + units(fix.Place.To, -1); !strings.Contains(mended, `X == "🙂";`) {
		t.Errorf("mended it is %q", mended)
	}
	colours := map[string]string{}
	for i := 0; i < len(c.Spans); i += 3 {
		colours[units(c.Spans[i], c.Spans[i]+c.Spans[i+1])] = c.Classes[c.Spans[i+2]]
	}
	for piece, class := range map[string]string{"// 🙂 é": "comment", "p": "relation", `"🙂"`: "string", "X": "variable", "1": "number"} {
		if colours[piece] != class {
			t.Errorf("%s is coloured as %q", piece, colours[piece])
		}
	}
}

// utf16 returns what cuts a text by units of UTF-16; -1 is its end.
func utf16(text string) func(from, to int) string {
	var characters []string // by unit; the second half of a pair is empty
	for _, c := range text {
		characters = append(characters, string(c))
		if c > 0xFFFF {
			characters = append(characters, "")
		}
	}
	return func(from, to int) string {
		if to < 0 {
			to = len(characters)
		}
		return strings.Join(characters[from:to], "")
	}
}

// The setting is that of the page, of the directive, and of the example where nothing says it.
func TestCheckSetting(t *testing.T) {
	var e Engine
	eot, nodes, bad := 9, "a,b", "a,,b"
	p := simple
	for _, c := range []struct {
		project  Project
		settings Settings
		want     string // or the problem
	}{
		{p, Settings{}, "⟨4,2,0⟩ a,b,c 64 admissible scenarios"},
		{p, Settings{EOT: &eot, Nodes: &nodes}, "⟨9,2,0⟩ a,b 4 admissible scenarios"},
		{p, Settings{Nodes: &bad}, "nodes: the name of a node is empty"},
		{p, Settings{EFF: &eot, Crashes: &eot}, "EFF is 9, after the end of the run: EOT is 4\n(EOT: from the directive at delivery/simple.ded:3)"},
		{project(`p("a", "b")@1;`), Settings{}, "⟨6,3,0⟩ a 1 admissible scenario"},
		{project(`p(1)@1;`), Settings{}, "there are no nodes: no fact begins with a string, and neither the settings nor a directive name any"},
	} {
		c.project.Settings = c.settings
		r := call[checked](t, &e, "check", Asked{c.project, c.project.Main})
		got := r.Problem
		if got == "" {
			got = r.Setting.Spec().String() + " " + r.Setting.Nodes + " " + r.Setting.Size
		}
		if got != c.want || r.Setting == nil {
			t.Errorf("%+v: %q, want %q", c.settings, got, c.want)
		}
	}
}

// Included files are those of the project, or else of the library.
func TestFiles(t *testing.T) {
	var e Engine
	text := call[Text](t, &e, "open", Name{"delivery/network"})
	if text.Name != "delivery/network.ded" {
		t.Errorf("it is called %s", text.Name)
	}
	p := simple
	p.Files = map[string]string{text.Name: strings.ReplaceAll(text.Text, `"b"`, `"x"`)}
	c := call[checked](t, &e, "check", Asked{p, p.Main})
	if !c.Sound || !slices.Equal(c.Files, []string{"delivery/simple.ded", "delivery/network.ded", "delivery/invariant.ded"}) {
		t.Errorf("%+v", c)
	}
	if x := call[Executed](t, &e, "run", Execution{Project: simple}); !strings.Contains(rows(x, "peer"), `"b", "a"`) {
		t.Errorf("peer has %s", rows(x, "peer"))
	}
	x := call[Executed](t, &e, "run", Execution{Project: p})
	if got := rows(x, "peer"); strings.Contains(got, `"b"`) || !strings.Contains(got, `"x", "a"`) {
		t.Errorf("peer has %s", got)
	}
	if !strings.HasPrefix(x.Command, "molly run simple.ded ") { // which is not that of the library
		t.Error(x.Command)
	}
	if _, failed := try[Text](t, &e, "open", Name{"delivery/netwrk"}); failed == nil || !strings.HasSuffix(failed.Message, "netwrk: did you mean delivery/network?") && !strings.Contains(failed.Message, "delivery/netwrk") {
		t.Errorf("%+v", failed)
	}
	if list := call[[]Protocol](t, &e, "library", Nothing{}); len(list) < 30 || list[0].File != list[0].Name+".ded" || list[0].Title == "" {
		t.Errorf("%+v", list)
	}
}

func rows(x Executed, relation string) string {
	var list []string
	for _, r := range x.Relations {
		for _, row := range r.Rows {
			if r.Name == relation {
				list = append(list, row.Tuple)
			}
		}
	}
	return strings.Join(list, "; ")
}

// A verdict has its words, its counterexamples, and the JSON of the command line.
func TestVerify(t *testing.T) {
	var e Engine
	v := call[verified](t, &e, "verify", Wanted{simple, false})
	if v.Kind != "counterexample" || len(v.Found) != 1 || v.Found[0].Name != "{O(a,b,1)}" || v.Found[0].Words[0] != "what a sends to b at time 1 is lost" || v.Document["verdict"] != "counterexample" {
		t.Errorf("%+v", v)
	}
	all := call[verified](t, &e, "verify", Wanted{simple, true})
	if len(all.Found) != 1 || all.Found[0].Alike != 2 || !strings.Contains(all.Text, "These are all minimal ones") {
		t.Errorf("%+v", all)
	}
	zero := 0
	p := simple
	p.Settings.EFF = &zero
	if v := call[verified](t, &e, "verify", Wanted{p, false}); v.Kind != "certified" || len(v.Found) != 0 || !strings.Contains(v.Text, "under ⟨4,0,0⟩") {
		t.Errorf("%+v", v)
	}
	if v := call[verified](t, &e, "verify", Wanted{project("// molly: eot=2 eff=0\np(\"a\")@1; pre(X) :- q(X); post(X) :- p(X); q(X) :- p(X), X != X;"), false}); !v.Vacuous || !strings.Contains(v.Warnings, "the nodes are taken from the facts: a") {
		t.Errorf("%+v", v)
	}
}

// What is wrong is said, with its place where an execution finds it.
func TestFailures(t *testing.T) {
	var e Engine
	overflow := project("// molly: eot=70 eff=0 nodes=a\np(\"a\", 1)@1; p(N, X*9)@next :- p(N, X); pre(X) :- p(X, _); post(X) :- p(X, _);")
	for _, c := range []struct {
		method string
		params any
		want   string
	}{
		{"verifi", simple, `there is no method "verifi"`},
		{"verify", Asked{simple, ""}, `the parameters cannot be read: json: unknown field "show"`},
		{"verify", Wanted{project("p(X) :- q(X;"), false}, "1 error in the program"},
		{"verify", Wanted{overflow, false}, "the program has no result under ⟨70,0,0⟩: "},
		{"run", Execution{simple, failure.NewScenario(failure.Omit("a", "b", 3)).Faults()}, "this scenario is not admissible under ⟨4,2,0⟩"},
		{"why", Why{Execution{Project: simple}, `lag("b", _)`, false}, "lag"},
	} {
		_, failed := try[any](t, &e, c.method, c.params)
		if failed == nil || !strings.HasPrefix(failed.Message, c.want) && c.method != "why" || !strings.Contains(failed.Message, c.want) {
			t.Errorf("%s: %+v, want %q", c.method, failed, c.want)
		}
		if c.method == "verify" && strings.HasPrefix(c.want, "the program has") && (len(failed.Findings) != 1 || failed.Findings[0].Place == nil || failed.Findings[0].Place.Line != 2) {
			t.Errorf("%+v", failed.Findings)
		}
	}
}

// A run has its tuples with their times, what it violates, and pictures.
func TestRun(t *testing.T) {
	var e Engine
	x := call[Executed](t, &e, "run", Execution{simple, failure.NewScenario(failure.Omit("a", "b", 1)).Faults()})
	if x.Holds || len(x.Violated) != 1 || x.Violated[0].Goal != `post("b", "hello")@4` || x.EOT != 4 || x.Nodes["b"] != `"b"` {
		t.Errorf("%+v", x)
	}
	for _, r := range x.Relations {
		if r.Name == "log" && (len(r.Rows) != 2 || r.Rows[1].Goal != `log("c", "hello")` || !slices.Equal(r.Rows[1].Times, []int{2, 4})) {
			t.Errorf("%+v", r)
		}
	}
	for _, picture := range []string{x.Diagram, x.Lineage} {
		if !strings.HasPrefix(picture, "<svg ") {
			t.Errorf("%.100s", picture)
		}
	}
	free := call[Executed](t, &e, "run", Execution{Project: simple})
	if !free.Holds || len(free.Words) != 0 || !strings.Contains(free.Lineage, "post(") {
		t.Errorf("%+v", free)
	}
	if none := call[Executed](t, &e, "run", Execution{Project: project("// molly: eot=2 eff=0\np(\"a\")@1; never(X) :- q(X); q(X) :- p(X), X != X;")}); !none.Holds || none.Lineage != "" {
		t.Errorf("%+v", none)
	}
}

// A tuple is explained whether it holds or not, also a pattern.
func TestWhy(t *testing.T) {
	var e Engine
	lost := Execution{simple, failure.NewScenario(failure.Omit("a", "b", 1)).Faults()}
	for goal, want := range map[string]string{
		`log("b", _)@2`:  `log("b", _)@2 false nothing matches`,
		`log("c", _)@2`:  `log("c", _)@2 true log("c", "hello")@2`,
		`post("a", _)`:   `post("a", _)@4 true post("a", "hello")@4`,
		`bcast("a", X)@`: ``,
	} {
		b, failed := try[Because](t, &e, "why", Why{lost, goal, false})
		holds := " false "
		if b.Holds {
			holds = " true "
		}
		if (failed != nil) != (want == "") || failed == nil && !strings.HasPrefix(b.Goal+holds+b.Text, want) {
			t.Errorf("%s: %+v, %+v", goal, b, failed)
		}
		if failed == nil && (!strings.HasPrefix(b.Lineage, "<svg ") || !strings.HasPrefix(b.Command, "molly explain delivery/simple ")) {
			t.Errorf("%s: %.100s, %s", goal, b.Lineage, b.Command)
		}
	}
}

// What executions show is found, and the search for it ends in time.
func TestLint(t *testing.T) {
	var e Engine
	type linted struct {
		Findings []struct{ Code string }
		Complete bool
	}
	const never = "// molly: eot=4 eff=0 crashes=0 nodes=a\np(\"a\")@1; q(X) :- p(X), notin p(X); pre(X) :- q(X); post(X) :- p(X);"
	codes := func(l linted) (list []string) {
		for _, f := range l.Findings {
			list = append(list, f.Code)
		}
		return list
	}
	if l := call[linted](t, &e, "lint", project(never)); !l.Complete || !slices.Contains(codes(l), "unreachable") {
		t.Errorf("%+v", l)
	}
	if _, failed := try[linted](t, &e, "lint", project("p(")); failed == nil {
		t.Error("a broken program is linted")
	}
	late := hurried{t.Context(), time.Now().Add(-time.Second)}
	if late.Err() != context.DeadlineExceeded || context.Cause(late) != context.DeadlineExceeded || (hurried{t.Context(), time.Now().Add(time.Hour)}).Err() != nil {
		t.Errorf("%v, %v", late.Err(), context.Cause(late))
	}
	program, err := Project{Main: "agreement/bully.ded"}.load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := program.Lint(late); err == nil {
		t.Error("a context that has ended does not end it")
	}
}
