// Package clingo runs clingo for tests that want a second opinion.
package clingo

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// Run runs clingo, one process at a time, and returns what it prints. Where it is not
// installed, the test is skipped.
func Run(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	path, err := exec.LookPath("clingo")
	if err != nil {
		t.Skip("clingo is not installed (Debian has it in the package gringo): no second opinion")
	}
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Stdin = strings.NewReader(program)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err = c.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		t.Fatalf("clingo takes more than two minutes on\n%s", program)
	case err != nil && !errors.As(err, &exit):
		t.Fatal(err)
	case exit != nil && exit.ExitCode() != 10 && exit.ExitCode() != 20 && exit.ExitCode() != 30:
		t.Fatalf("clingo ends with %d on\n%s\n%s", exit.ExitCode(), program, stderr.String())
	}
	for line := range strings.Lines(stderr.String()) {
		if !quiet(program, line) {
			t.Fatalf("clingo says %q on\n%s\n%s", line, program, stderr.String())
		}
	}
	return stdout.Bytes()
}

var oneAtATime sync.Mutex

// quiet reports whether a line on clingo's stderr is expected: where a program divides, it
// tells of each division by zero, with the term on a separate line.
func quiet(program, line string) bool {
	divides := strings.Contains(program, "/|") || strings.Contains(program, `\|`)
	return strings.TrimSpace(line) == "" || divides && (strings.Contains(line, "info: operation undefined") || strings.HasPrefix(line, "  "))
}
