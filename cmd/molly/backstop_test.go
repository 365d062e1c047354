package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly"
	"molly/internal/process"
	"molly/internal/sarifschema"
	"molly/verify"
	pages "molly/viz/report"
)

// A command that is ended while it runs leaves no folder that it has begun, and prints the result
// that no bound takes away.
func TestAbandonedFolder(t *testing.T) {
	dir := t.TempDir()
	w, err := pages.NewWriter(filepath.Join(dir, "page"))
	if err != nil {
		t.Fatal(err)
	}
	if there, _ := os.ReadDir(dir); len(there) != 1 {
		t.Fatalf("a page that is begun has %d folders", len(there))
	}
	var stdout, stderr bytes.Buffer
	tool := &tool{Process: process.New("molly", nil, &stdout, &stderr)}
	tool.Printf("counterexample: …\n")
	tool.Settle(exitCounterexample)
	tool.Backstop.Unfinished(w.Abandon)
	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	tool.Backstop.Watch(ctx)
	<-tool.Backstop.Overdue()
	if code := tool.abandon(context.DeadlineExceeded); code != exitCounterexample {
		t.Errorf("the code is %d", code)
	}
	if there, _ := os.ReadDir(dir); len(there) != 0 {
		t.Errorf("%s is left behind", there[0].Name())
	}
	if stdout.String() != "counterexample: …\n" || !strings.Contains(stderr.String(), "the work in progress did not stop") {
		t.Errorf("printed %q and %q", stdout.String(), stderr.String())
	}
}

// A verdict that is settled is complete in every form, and with the code that warnings give it.
func TestSettledForms(t *testing.T) {
	schema, err := sarifschema.Load()
	if err != nil {
		t.Fatal(err)
	}
	for f, check := range map[form]func(text []byte) bool{
		asText:   func(text []byte) bool { return bytes.HasPrefix(text, []byte("counterexample: ")) },
		asJSON:   json.Valid,
		asSARIF:  func(text []byte) bool { n, err := schema.Check(text); return err == nil && n == 2 },
		asGitHub: func(text []byte) bool { return bytes.Count(text, []byte("title=molly%3A ")) == 2 },
	} {
		for _, werror := range []bool{false, true} {
			var stdout bytes.Buffer
			tool := &tool{Process: process.New("molly", nil, &stdout, io.Discard)}
			tool.output = output{form: f, werror: werror}
			e, err := tool.begin(sources{}, molly.Options{}, []string{"delivery/simple"})
			if err != nil {
				t.Fatal(err)
			}
			e.note("unused-flag", "--width has no effect here")
			r := &report{session: e, options: verify.Options{Spec: e.Spec, Nodes: e.Nodes}}
			if r.verdict, err = e.Verify(t.Context(), r.options); err != nil {
				t.Fatal(err)
			}
			if err := r.settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := exitCounterexample
			if werror {
				want = exitUsage
			}
			code, settled := tool.Backstop.Abandon(&stdout)
			if !settled || code != want || !check(stdout.Bytes()) {
				t.Errorf("form %d, warnings as errors %v: code %d, %v:\n%s", f, werror, code, settled, stdout.String())
			}
		}
	}
}
