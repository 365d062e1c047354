package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script and docs/json.md")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"molly": recorded})
}

// recorded is main, but the JSON that it prints is also written to the folder that
// MOLLY_RECORD names.
func recorded() {
	folder, args := os.Getenv("MOLLY_RECORD"), os.Args[1:]
	if folder == "" || !slices.Contains(args, "--json") {
		main()
		return
	}
	file, err := os.CreateTemp(folder, args[0]+" *")
	if err != nil {
		panic(err)
	}
	os.Exit(run(args, os.Stdin, io.MultiWriter(os.Stdout, file), os.Stderr))
}

// TestScripts runs the command line. A script says in its first line why it exists. The inputs
// that a trial found stand in its folder cases.
// What the scripts make it print as JSON is as the schema says.
func TestScripts(t *testing.T) {
	record := t.TempDir()
	t.Cleanup(func() { judgeRecord(t, record) }) // the scripts run in parallel, and end after this function
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
			e.Setenv("MOLLY_RECORD", record)
			for _, name := range []string{"GOCOVERDIR", "GOMAXPROCS"} {
				if v, ok := os.LookupEnv(name); ok {
					e.Setenv(name, v)
				}
			}
			return os.CopyFS(filepath.Join(e.WorkDir, "cases"), os.DirFS("testdata/cases"))
		},
	})
}

// judgeRecord holds what was recorded against the schema.
func judgeRecord(t *testing.T, folder string) {
	j := newJudge(t)
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		j.judge(t, f.Name(), string(text))
	}
	if all := flag.Lookup("test.run").Value.String() == ""; all && j.printed < 30 {
		t.Errorf("only %d documents were recorded", j.printed)
	}
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
