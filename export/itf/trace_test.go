package itf_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/export/itf"
	"molly/failure"
)

// keywords are those of each language, by its reference.
var keywords = map[string]string{
	"Python 3.14": `False None True and as assert async await break class continue def del elif else except finally for from
		global if import in is lambda nonlocal not or pass raise return try while with yield`,
	"Rust 2024": `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod
		move mut pub ref return self Self static struct super trait true type unsafe use where while abstract become box do
		final gen macro override priv try typeof unsized virtual yield`,
	"ECMAScript 2025": `await break case catch class const continue debugger default delete do else enum export extends false
		finally for function if import in instanceof new null return super switch this throw true try typeof var void while
		with yield let static implements interface package private protected public async of get set`,
}

// No name of a trace in ITF is a keyword of a language whose libraries make fields of names,
// whatever the relations are called; and no two are the same.
func TestITFNames(t *testing.T) {
	contextual := []string{"of", "get", "set"} // which may be names everywhere
	var all []string
	for _, words := range keywords {
		for _, w := range strings.Fields(words) {
			if !slices.Contains(all, w) && w != "in" && w != "notin" {
				all = append(all, w)
			}
		}
	}
	slices.Sort(all)
	all = append(all, "time", "messages", "class_", "time_", "plain")
	var program strings.Builder
	for _, w := range all {
		fmt.Fprintf(&program, "%s(\"a\", \"b\")@1;\n", w)
	}
	program.WriteString("sent(Y, X)@async :- plain(X, Y);\n")
	p, found := dedalus.ParseString("names.ded", program.String())
	if found.HasErrors() {
		t.Fatal(found)
	}
	e, err := eval.New(p.Datalog(), []string{"a", "b"}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := e.Run(t.Context(), failure.Spec{EOT: 2, EFF: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var relations []datalog.RelID
	for i := range p.Datalog().Relations {
		relations = append(relations, datalog.RelID(i))
	}
	trace, err := itf.New(t.Context(), p.Datalog(), run, relations, "names.ded", false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(trace)
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	var walk func(any)
	walk = func(x any) {
		switch x := x.(type) {
		case map[string]any:
			for name, below := range x {
				fields[name] = true
				walk(below)
			}
		case []any:
			for _, below := range x {
				walk(below)
			}
		}
	}
	walk(document)
	for language, words := range keywords {
		for _, w := range strings.Fields(words) {
			if fields[w] && !slices.Contains(contextual, w) {
				t.Errorf("%s is a keyword of %s", w, language)
			}
		}
	}
	vars := map[string]bool{}
	for _, v := range document.(map[string]any)["vars"].([]any) {
		if vars[v.(string)] {
			t.Errorf("two variables are called %s", v)
		}
		vars[v.(string)] = true
	}
	if len(vars) < len(all)+3 {
		t.Errorf("there are %d variables, for %d relations", len(vars), len(all)+1)
	}
	for _, name := range []string{"sender", "receiver", "class__", "class_", "from_", "plain", "time__"} {
		if !fields[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// A message has the times at which it arrives, and a node that is down is so, where that may be.
func TestITFOfAsynchrony(t *testing.T) {
	p, found := dedalus.ParseString("late.ded", `down("a", "b")@1; got(M)@async :- down(N, M);`)
	if found.HasErrors() {
		t.Fatal(found)
	}
	nodes := []string{"a", "b"}
	e, err := eval.New(p.Datalog(), nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spec := failure.Spec{EOT: 5, EFF: 4, Crashes: 1, Delay: 1, Twice: true, Restarts: 1}
	run, err := e.Run(t.Context(), spec, failure.NewScenario(failure.LateBy("a", "b", 1, 1), failure.TwiceBy("a", "b", 1, 1), failure.OutageOf("a", 2, 4)))
	if err != nil {
		t.Fatal(err)
	}
	got, _ := p.Datalog().Lookup("got")
	trace, err := itf.New(t.Context(), p.Datalog(), run, []datalog.RelID{got}, "late.ded", false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(trace)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"vars":["time","got","messages","down_"]`, `"arrivals":{"#set":[3,4]},"arrives":true`, // the program has a relation down
		`{"#meta":{"index":2},"down_":{"#set":["a"]},"got":{"#set":[{"#tup":["b"]}]}`, `{"#meta":{"index":3},"down_":{"#set":[]}`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the trace has no %s:\n%s", want, text)
		}
	}
}
