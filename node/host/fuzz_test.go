package host

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program of one's own makes random executions, saves what they violate, and replays that.
func TestFuzz(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "traces")
	code, out, wrong := run(t, "", "fuzz", "--any-unlock", "--save", folder, "--runs", "100")
	if code != unexpected || wrong != "" || !strings.Contains(out, "lock --any-unlock=true: seed 1, ") || !strings.Contains(out, "two hold the lock") {
		t.Fatalf("%d: %s%s", code, out, wrong)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	file := filepath.Join(folder, files[0].Name())
	if code, out, wrong := run(t, "", "trace", "--check", file); code != ok || !strings.Contains(out, "all as recorded") {
		t.Errorf("%d: %s%s", code, out, wrong)
	}
	if code, out, _ := run(t, "", "fuzz", "--runs", "3"); code != ok || !strings.Contains(out, "3 runs") || !strings.Contains(out, "no violation") {
		t.Errorf("%d: %s", code, out)
	}
	if code, out, _ := run(t, "", "fuzz", "--show-plan", "--drop", "0.25"); code != ok || !strings.Contains(out, `"drop": 0.25`) {
		t.Errorf("%d: %s", code, out)
	}
	if code, _, wrong := run(t, "", "fuzz", "--drop", "-1"); code != usage || !strings.Contains(wrong, "drop: -1 is no weight") {
		t.Errorf("%d: %s", code, wrong)
	}
}

// An interrupt shows what there is by then, and has its own code.
func TestFuzzInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := Run(ctx, locks(), []string{"fuzz"}, nil, &stdout, &stderr); code != interrupted || !strings.Contains(stdout.String(), "interrupted: ") {
		t.Errorf("%d: %s%s", code, stdout.String(), stderr.String())
	}
}

func TestSlug(t *testing.T) {
	for text, want := range map[string]string{
		"election safety":             "election-safety",
		`no post("termination", "a")`: "no-post-termination-a",
		"panic: #/# ":                 "panic",
		"///":                         "",
		strings.Repeat("ab ", 40):     strings.TrimRight(strings.Repeat("ab-", 17)[:slugSize], "-"),
		"Ünïcode":                     "n-code",
	} {
		if got := slug(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
