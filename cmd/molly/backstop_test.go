package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/internal/process"
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
