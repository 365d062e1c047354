package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script and docs/json.md")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"molly": main})
}

// TestScripts runs the command line. A script says in its first line why it exists. The inputs
// that a trial found stand in its folder cases.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"settled": settled,
			"cut":     cut,
		},
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"GOCOVERDIR", "GOMAXPROCS"} {
				if v, ok := os.LookupEnv(name); ok {
					e.Setenv(name, v)
				}
			}
			return os.CopyFS(filepath.Join(e.WorkDir, "cases"), os.DirFS("testdata/cases"))
		},
	})
}

// exits runs a command and holds its exit code against the first argument:
//
//	exits 2 molly verify nothing.ded
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if code != want {
		ts.Fatalf("the exit code is %d, want %d", code, want)
	}
}

// settled writes a stream to a file, without what differs from run to run:
//
//	settled stdout got
func settled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: settled stdout|stderr FILE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(settle(ts.ReadFile(args[0]))), 0o666))
}

var elapsed = regexp.MustCompile(`("elapsed_s":) *[0-9.e-]+|[0-9]+\.[0-9]{3} s\b`)

// settle takes the time that a search took out of a text.
func settle(text string) string {
	return elapsed.ReplaceAllStringFunc(text, func(s string) string {
		if s[0] == '"' {
			return `"elapsed_s":0`
		}
		return "T s"
	})
}

// cut takes the last 100 bytes of a file away.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: cut FILE")
	}
	text := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text[:len(text)-100]), 0o666))
}
