package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/export/junit"
	"molly/internal/memlimit"
	"molly/internal/process"
)

// What molly writes for CI systems is XML that says how many cases there are, whatever the
// names of files hold.
func TestJUnit(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"a <&\">\x01.ded": "// expect: eot=1 eff=0 → certified\n// expect: eot=1 → certified\np(\"a\")@1;\np(N)@next :- p(N);\n",
		"b.ded":           "// expect: eot=1 eff=0 → vacuous\np(\"a\")@1\nq",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	report := filepath.Join(dir, "report.xml")
	var stdout, stderr bytes.Buffer
	if code := run([]string{"test", "--junit", report}, nil, &stdout, &stderr); code != exitUsage {
		t.Fatalf("exit code %d: %s%s", code, stdout.String(), stderr.String())
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var all junit.Suites
	if err := xml.Unmarshal(text, &all); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	cases := 0
	for _, s := range all.Suites {
		cases += len(s.Cases)
		if s.Tests != len(s.Cases) {
			t.Errorf("%s has %d cases and says %d", s.Name, len(s.Cases), s.Tests)
		}
	}
	if all.Tests != cases || all.Failures != 0 || all.Errors < 2 || len(all.Suites) != 2 {
		t.Errorf("%+v", all)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v (%v)", left, err)
	}
	if code := run([]string{"test", "--junit", filepath.Join(dir, "nowhere", "report.xml")}, nil, &stdout, &stderr); code != exitUsage {
		t.Errorf("a folder that is not there: exit code %d", code)
	}
}

// An interrupt ends molly test with what is known, and leaves no report behind.
func TestTestIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report := filepath.Join(t.TempDir(), "report.xml")
	tool := &tool{Process: process.New("molly", nil, io.Discard, io.Discard)}
	got := classify(tool.test(ctx, &testFlags{jobs: 2, junit: report}, []string{"delivery"}))
	if got.code != exitInterrupted || !strings.HasPrefix(got.text, "interrupted after 0 of ") {
		t.Errorf("it ends with %d: %s", got.code, got.text)
	}
	if _, err := os.Stat(report); err == nil {
		t.Error("there is a report")
	}
	full, end := context.WithCancelCause(t.Context())
	end(&memlimit.Exceeded{})
	got = classify(tool.test(full, &testFlags{jobs: 2}, []string{"delivery"}))
	if got.code != exitInconclusive || !strings.Contains(got.text, " after 0 of ") {
		t.Errorf("without memory it ends with %d: %s", got.code, got.text)
	}
}
