package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/export/text"
	"molly/protocols"
	"molly/verify/expect"
)

// The tables of docs/protocols.md say what the protocols' comments say, which the library's
// own tests check; and no protocol is left out.
func TestProtocolsPage(t *testing.T) {
	expected := map[string][]expect.Expectation{}
	for _, p := range protocols.All() {
		f, err := expect.ReadShipped(dedalus.Loader{Library: protocols.Library()}, p.File())
		if err != nil || f == nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		expected[p.Name] = f.Expectations
	}
	says := func(name, spec string, verdict expect.Verdict, faults string) {
		t.Helper()
		if !slices.ContainsFunc(expected[name], func(e expect.Expectation) bool {
			return e.Spec.String() == spec && e.Verdict == verdict && (faults == "" || expect.Written(e.Faults) == faults)
		}) {
			t.Errorf("the page says of %s under %s: %s %s; its comments do not", name, spec, verdict, faults)
		}
	}
	page := readPage(t, "docs/protocols.md")
	listed := map[string]bool{}
	for _, row := range rows(t, page, "| protocol | tolerates | is broken under | by |") {
		listed[row[0]] = true
		says(row[0], row[1], expect.Certified, "")
		if row[2] != "–" {
			says(row[0], row[2], expect.Counterexample, strings.TrimSpace(row[3]))
		}
	}
	for name := range expected {
		if !listed[name] {
			t.Errorf("the page has no row for %s", name)
		}
	}
	for _, row := range rows(t, page, "| protocol | specification | verdict | by |") {
		says(row[0], row[1], expect.Verdict(row[2]), strings.TrimSpace(row[3]))
		expected[row[0]] = slices.DeleteFunc(expected[row[0]], func(e expect.Expectation) bool { return e.Spec.String() == row[1] && !e.Spec.Classic() })
	}
	for name, list := range expected {
		for _, e := range list {
			s := e.Spec
			s.Inputs = nil
			if !s.Classic() {
				t.Errorf("the page does not say %s of %s", e, name)
			}
		}
	}
	for _, row := range rows(t, page, "| paper | protocol | specification | verdict |") {
		says(row[1], row[2], expect.Verdict(row[3]), "")
	}
}

// Every counterexample that a comment names is one for molly run, too.
func TestExpectedFaultsReplay(t *testing.T) {
	replayed := 0
	for _, p := range protocols.All() {
		f, err := expect.ReadShipped(dedalus.Loader{Library: protocols.Library()}, p.File())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range f.Expectations {
			if len(e.Faults) == 0 {
				continue
			}
			replayed++
			var stdout, stderr bytes.Buffer
			s := text.Subject{Files: []string{p.Name}, Spec: e.Spec, Nodes: e.Nodes, Own: f.Program.Settings()}
			args := words(s.Command("run", e.Faults))[1:]
			if code := run(args, nil, &stdout, &stderr); code != exitCounterexample {
				t.Errorf("molly %s ends with %d: %s", strings.Join(args, " "), code, stderr.String())
			}
		}
	}
	if replayed < 20 {
		t.Errorf("only %d are named", replayed)
	}
}

// What the comments expect to be certified has a certificate on the command line, too. The long
// runs are left out: TestLibrary of verify/certify checks the others.
func TestExpectedCertificates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	file := filepath.Join(t.TempDir(), "certificate")
	checked := 0
	for _, p := range protocols.All() {
		f, err := expect.ReadShipped(dedalus.Loader{Library: protocols.Library()}, p.File())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range f.Expectations {
			if e.Verdict != expect.Certified || e.Spec.EOT > 8 {
				continue
			}
			checked++
			s := text.Subject{Files: []string{p.Name}, Spec: e.Spec, Nodes: e.Nodes, Own: f.Program.Settings()}
			var stdout, stderr bytes.Buffer
			if code := run(append(words(s.Command("verify", nil))[1:], "--certificate", file), nil, &stdout, &stderr); code != exitOK {
				t.Errorf("%s %v: verify ends with %d: %s", p.Name, e, code, stderr.String())
				continue
			}
			if code := run([]string{"check-certificate", file, p.Name}, nil, &stdout, &stderr); code != exitOK {
				t.Errorf("%s %v: its certificate is refused: %s%s", p.Name, e, stdout.String(), stderr.String())
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d are checked", checked)
	}
}
