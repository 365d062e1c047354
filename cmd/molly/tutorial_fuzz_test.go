package main

import (
	"bufio"
	"bytes"
	"go/format"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	played   = regexp.MustCompile("(?s)```(go|diff|console)\n(.*?)```|\n    go run \\. (debug) ([^\n]*)")
	hunk     = regexp.MustCompile(`(?m)((?:^-.*\n)+)((?:^\+.*\n)+)`)
	speed    = regexp.MustCompile(`[0-9]+\.[0-9] s\b|[0-9,]+ events/s`)
	atOnce   = regexp.MustCompile(`(?m)^    go mod edit -replace molly=\.\./molly$`)
	released = regexp.MustCompile(`(?m)^(module|ignore) .*$`)
)

// What docs/tutorial-fuzz.md shows is what happens, from the top to the end: its Go code is a program in a module of its own, its
// changes are made in it, and its commands are run by the Go that runs the tests.
func TestTutorialFuzz(t *testing.T) {
	const name = "docs/tutorial-fuzz.md"
	page := readPage(t, name)
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	module(t, page, top)
	program, sessions, changes, debugged := "", 0, 0, 0
	got := played.ReplaceAllStringFunc(page, func(block string) string {
		m := played.FindStringSubmatch(block)
		switch m[1] + m[3] {
		case "debug":
			debugged++
			opens(t, m[4])
		case "go":
			program = strings.TrimPrefix(program+"\n"+m[2], "\n")
			write(t, program)
		case "diff":
			changes++
			program = patched(t, program, m[2])
			write(t, program)
		case "console":
			sessions++
			printed := screened(t, m[2])
			if speed.ReplaceAllString(printed, "-") != speed.ReplaceAllString(m[2], "-") {
				t.Logf("shown:\n%s\nprinted:\n%s", m[2], printed)
				return "```console\n" + printed + "```"
			}
		}
		return block // with the times that it shows
	})
	if sessions < 7 || changes < 5 || debugged != 1 {
		t.Errorf("%d sessions, %d changes, and %d in the debugger", sessions, changes, debugged)
	}
	picture, err := os.ReadFile("short.svg")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(top, "docs/tutorial-fuzz.svg")
	if *update {
		for file, text := range map[string]string{filepath.Join(top, name): got, file: string(picture)} {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if got != page {
		t.Errorf("%s does not show what happens; go test ./cmd/molly -run TestTutorialFuzz -update rewrites it", name)
	}
	if shown, err := os.ReadFile(file); err != nil || !bytes.Equal(shown, picture) {
		t.Errorf("%s is another picture; go test ./cmd/molly -run TestTutorialFuzz -update draws it", file)
	}
}

// module makes the module of the page in this folder, with the libraries that Molly's has: it asks for nothing from outside.
func module(t *testing.T, page, top string) {
	t.Helper()
	if !atOnce.MatchString(page) {
		t.Error("the page does not say where the module finds molly")
	}
	own, err := os.ReadFile(filepath.Join(top, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(top, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod := "module payments\n" + released.ReplaceAllString(string(own), "") + "\nrequire molly v0.0.0\nreplace molly => " + top + "\n"
	for file, text := range map[string]string{"go.mod": mod, "go.sum": string(sums)} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// write writes the program, which must be formatted.
func write(t *testing.T, program string) {
	t.Helper()
	formatted, err := format.Source([]byte(program))
	if err != nil {
		t.Fatal(err)
	}
	if program != string(formatted) {
		t.Errorf("the program is not formatted:\n%s", formatted)
	}
	if err := os.WriteFile("main.go", formatted, 0o666); err != nil {
		t.Fatal(err)
	}
}

// patched is a program with the changes of a block: lines that go, each time followed by those that come.
func patched(t *testing.T, program, diff string) string {
	t.Helper()
	if rest := hunk.ReplaceAllString(diff, ""); rest != "" {
		t.Fatalf("this is no change: %q", rest)
	}
	for _, m := range hunk.FindAllStringSubmatch(diff, -1) {
		from := regexp.MustCompile(`(?m)^-`).ReplaceAllString(m[1], "")
		to := regexp.MustCompile(`(?m)^\+`).ReplaceAllString(m[2], "")
		if n := strings.Count(program, from); n != 1 {
			t.Fatalf("the program has %d times\n%s", n, from)
		}
		program = strings.Replace(program, from, to, 1)
	}
	return program
}

// opens opens the short execution in the debugger.
func opens(t *testing.T, flags string) {
	t.Helper()
	if out, err := exec.Command("go", "build", "-o", "program", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command("./program", append([]string{"debug", "--browser=false"}, words(flags)...)...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	_, url, found := strings.Cut(strings.TrimSpace(line), "The debugger is at ")
	if err != nil || !found {
		t.Fatalf("%q, %v", line, err)
	}
	answer, err := http.Get(url + "view")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if view, err := io.ReadAll(answer.Body); err != nil || !bytes.Contains(view, []byte("payment 1 of a is booked twice")) {
		t.Errorf("%v: %s", err, view)
	}
}
