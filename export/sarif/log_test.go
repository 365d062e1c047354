package sarif_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/export/sarif"
	"molly/failure"
	"molly/internal/sarifschema"
	"molly/verify"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata")

// written is a log as a text, which is one of SARIF 2.1.0.
func written(t *testing.T, s *sarifschema.Schema, l sarif.Log) string {
	t.Helper()
	var text bytes.Buffer
	if err := sarif.Write(&text, l); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Check(text.Bytes()); err != nil || n != len(l.Runs[0].Results) {
		t.Fatalf("%d results, %v\n%s", n, err, text.String())
	}
	return text.String()
}

func schema(t *testing.T) *sarifschema.Schema {
	t.Helper()
	s, err := sarifschema.Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A log has everything that a finding says: its place, further places, edits, and the steps of a
// counterexample.
func TestLog(t *testing.T) {
	const text = `// molly: eot=4 eff=2 crashes=1 nodes=a,b
ask("a", "b")@1;
asked(N)@next :- ask(N, _);
asked(N)@next :- asked(N);
got(M, N)@async :- ask(N, M);
got(M, N)@next :- got(M, N);
pre("b", N) :- asked(N), notin crash(N, N, _);
post(M, N) :- got(M, N);
`
	p, found := dedalus.ParseString("spécs/my ask.ded", text)
	if p == nil {
		t.Fatal(found)
	}
	o := verify.Options{Spec: failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Nodes: []string{"a", "b"}}
	w, err := verify.NewWorld(p.Datalog(), o)
	if err != nil {
		t.Fatal(err)
	}
	x, err := w.Judge(t.Context(), failure.NewScenario(failure.Omit("a", "b", 1)))
	if err != nil {
		t.Fatal(err)
	}
	at := func(line, column int) datalog.Position {
		return datalog.Position{File: "spécs/my ask.ded", Line: line, Column: column}
	}
	list := []sarif.Finding{
		{Diagnostic: dedalus.Diagnostic{
			Severity: dedalus.Error, Code: "syntax", Message: "this is <no> clause & \"more\"", Pos: at(3, 7), Width: 4, Line: p.Line(at(3, 1)), Hint: "write `==`",
			Notes: []dedalus.Note{{Pos: at(2, 1), Text: "declared here", Line: p.Line(at(2, 1))}, {Text: "nowhere"}},
			Fixes: []dedalus.Fix{{Title: "write `==`", Edits: []dedalus.Edit{{Pos: at(3, 7), Width: 1, Text: "=="}, {Pos: at(4, 1), Text: "// "}, {Pos: datalog.Position{File: "b.ded", Line: 1, Column: 1}, Width: 3}}}},
		}},
		{Diagnostic: dedalus.Warned("unused-flag", "--width has no effect here")},
		{Diagnostic: dedalus.Diagnostic{Severity: dedalus.Warning, Code: "unread", Message: "nothing reads q", Width: 1, Pos: datalog.Position{File: "lib/q.ded", Line: 1, Column: 1}}},
		{
			Diagnostic: dedalus.Diagnostic{Severity: dedalus.Error, Code: "counterexample", Message: "it can be violated", Pos: at(8, 1), Width: 1, Line: p.Line(at(8, 1))},
			Flow:       "molly run", Steps: sarif.Steps(p, x),
		},
	}
	tool := sarif.Tool{Version: "1.2.0", Docs: "https://example.org/docs/", Shipped: func(file string) bool { return strings.HasPrefix(file, "lib/") }}
	got := written(t, schema(t), sarif.New(tool, list, sarif.Ending{Code: 1, Complete: true}))
	file := filepath.Join("testdata", "log.sarif")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the log differs from %s; -update rewrites it:\n%s", file, got)
	}
}

// What the tool says of its end is in the log, without any result, too.
func TestEnding(t *testing.T) {
	s := schema(t)
	for _, c := range []struct {
		end  sarif.Ending
		want string
	}{
		{sarif.Ending{Complete: true}, `"executionSuccessful": true`},
		{sarif.Ending{Code: 3, Text: "timed out"}, `"text": "timed out"`},
		{sarif.Ending{Code: 2, Text: "1 error", Complete: true}, `"level": "note"`},
	} {
		if got := written(t, s, sarif.New(sarif.Tool{}, nil, c.end)); !strings.Contains(got, c.want) || !strings.Contains(got, `"results": []`) {
			t.Errorf("%+v:\n%s", c.end, got)
		}
	}
}

// A name of a file is an address, whatever is in it.
func TestAddresses(t *testing.T) {
	s := schema(t)
	for name, want := range map[string]string{
		"a b.ded": "a%20b.ded", "ä#?.ded": "%C3%A4%23%3F.ded", "a:b.ded": "./a:b.ded", "100%.ded": "100%25.ded",
		"/tmp/x y.ded": "file:///tmp/x%20y.ded", "<stdin>": "%3Cstdin%3E", "../x.ded": "../x.ded",
	} {
		d := dedalus.Diagnostic{Code: "unread", Message: "m", Width: 1, Pos: datalog.Position{File: name, Line: 1, Column: 1}}
		l := sarif.New(sarif.Tool{}, sarif.Findings(dedalus.Diagnostics{d}), sarif.Ending{})
		written(t, s, l)
		if got := l.Runs[0].Results[0].Locations[0].Physical.Artifact.URI; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Whatever is found, the log is valid, and each result has a fingerprint of its own, which is the
// same when all lines have moved.
func TestFingerprints(t *testing.T) {
	s := schema(t)
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 12))
		var list, moved []sarif.Finding
		down := r.IntN(50) + 1
		for range r.IntN(20) {
			d := dedalus.Diagnostic{
				Severity: dedalus.Severity(r.IntN(2)), Code: []string{"syntax", "unread", "type"}[r.IntN(3)], Message: fmt.Sprint("m", r.IntN(2)),
				Width: r.IntN(4), Line: fmt.Sprint("p(", r.IntN(3), ")"),
				Pos: datalog.Position{File: fmt.Sprint(r.IntN(2), ".ded"), Line: r.IntN(5) + 1, Column: r.IntN(5) + 1},
			}
			if r.IntN(5) == 0 {
				d.Pos, d.Line = datalog.Position{}, ""
			}
			list = append(list, sarif.Finding{Diagnostic: d})
			if d.Pos.IsValid() {
				d.Pos.Line += down
				d.Line = "  " + d.Line
			}
			moved = append(moved, sarif.Finding{Diagnostic: d})
		}
		l, m := sarif.New(sarif.Tool{}, list, sarif.Ending{}), sarif.New(sarif.Tool{}, moved, sarif.Ending{})
		written(t, s, l)
		seen := map[string]bool{}
		for i, x := range l.Runs[0].Results {
			print := x.Fingerprints["molly/v1"]
			if seen[print] {
				t.Errorf("seed %d: two results have the fingerprint %s", seed, print)
			}
			seen[print] = true
			if other := m.Runs[0].Results[i].Fingerprints["molly/v1"]; other != print {
				t.Errorf("seed %d: the fingerprint of %v changes with its line: %s, %s", seed, list[i], print, other)
			}
			if rule := l.Runs[0].Tool.Driver.Rules[x.RuleIndex].ID; rule != x.RuleID {
				t.Errorf("seed %d: the index of %s is that of %s", seed, x.RuleID, rule)
			}
		}
	}
}
