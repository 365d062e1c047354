package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"molly/export/wire"
	"molly/internal/numeral"
)

var example = regexp.MustCompile("(?s)```\n\\$ molly ([^\n]*)\n(.*?)```")

// The examples in docs/json.md are what the commands print.
func TestJSONExamples(t *testing.T) {
	file, err := filepath.Abs("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir() // the examples name files from the top, and write some
	if err := os.CopyFS(filepath.Join(folder, "docs"), os.DirFS("../../docs")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	commands, judge := map[string]bool{}, newJudge(t)
	got := example.ReplaceAllStringFunc(string(page), func(block string) string {
		line := example.FindStringSubmatch(block)[1]
		args := words(line)
		commands[args[0]] = true
		var stdout, stderr, out bytes.Buffer
		if code := run(args, nil, &stdout, &stderr); code >= exitInternal {
			t.Errorf("molly %s ends with %d: %s", line, code, stderr.String())
		}
		judge.judge(t, line, stdout.String())
		list := slices.Collect(strings.Lines(settle(stdout.String())))
		if len(list) != 1 && !slices.Contains(args, "--all") {
			t.Errorf("molly %s prints not one line:\n%s", line, stdout.String())
		}
		for _, object := range list {
			if err := json.Indent(&out, []byte(object), "", "  "); err != nil {
				t.Errorf("molly %s prints no JSON: %v\n%s", line, err, stdout.String())
			}
		}
		if got := strings.Count(out.String(), fmt.Sprintf("\"schema\": %d", wire.Schema)); got != len(list) {
			t.Errorf("molly %s names the schema %d times in %d lines", line, got, len(list))
		}
		return "```\n$ molly " + line + "\n" + fold(out.String()) + "```"
	})
	for _, c := range wire.Commands() {
		if c == "version" {
			continue // it hangs on the machine
		}
		if !commands[c] {
			t.Errorf("%s has no example of %s", file, c)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != string(page) {
		t.Errorf("%s does not show what molly prints; go test ./cmd/molly -update rewrites it", file)
	}
}

// words splits a command line at spaces outside single quotes.
func words(line string) []string {
	quoted := false
	list := strings.FieldsFunc(line, func(c rune) bool {
		if c == '\'' {
			quoted = !quoted
		}
		return !quoted && unicode.IsSpace(c)
	})
	for i, w := range list {
		list[i] = strings.ReplaceAll(w, "'", "")
	}
	return list
}

// innermost is a list or object without others in it.
var innermost = regexp.MustCompile(`[\[{][^\[\]{}]*[\]}]`)

// fold puts short lists and objects back on one line.
func fold(indented string) string {
	return innermost.ReplaceAllStringFunc(indented, func(s string) string {
		one := strings.Join(strings.Fields(s), " ")
		one = strings.NewReplacer("[ ", "[", " ]", "]", "{ ", "{", " }", "}").Replace(one)
		if len(one) > 100 || strings.Contains(s, `\n`) {
			return s
		}
		return one
	})
}

// The certificate in docs/certificates.md is the one of the program beside it.
func TestCertificatePage(t *testing.T) {
	const file = "docs/certificates.md"
	page := readPage(t, file)
	path, err := filepath.Abs(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	writePrograms(t, page, folder)
	t.Chdir(folder)
	var stdout, stderr bytes.Buffer
	if code := run([]string{"verify", "ping.ded", "--certificate", "ping.cert"}, nil, &stdout, &stderr); code != exitOK {
		t.Fatalf("%d: %s", code, stderr.String())
	}
	made, err := os.ReadFile("ping.cert")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```\n(molly certificate .*?)```")
	got := shown.ReplaceAllLiteralString(page, "```\n"+string(made)+"```")
	switch {
	case len(shown.FindAllString(page, -1)) != 1:
		t.Errorf("%s shows not one certificate", file)
	case *update:
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	case got != page:
		t.Errorf("%s does not show the certificate; go test ./cmd/molly -update rewrites it", file)
	}
}

// The README tells how many lines have to be trusted: of certify exactly, of what it
// stands on by the hundred.
func TestTrustedLines(t *testing.T) {
	page := readPage(t, "README.md")
	trusted := regexp.MustCompile(`\*\*([\d,]+) lines\*\* \(package verify/certify\)`)
	relied := regexp.MustCompile("([\\d,]+) of the [^,(]*\\(`([\\w/]+)`\\)")
	lines := func(room string) int {
		files, err := filepath.Glob(filepath.Join("../..", room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
					n++
				}
			}
		}
		if room == "verify/certify" && n >= 2100 {
			t.Errorf("package certify has %d lines: that is too much to trust", n)
		}
		return n
	}
	written := func(n int) string { return numeral.Grouped(big.NewInt(int64(n))) }
	got := trusted.ReplaceAllStringFunc(page, func(string) string {
		return "**" + written(lines("verify/certify")) + " lines** (package verify/certify)"
	})
	rooms := 0
	got = relied.ReplaceAllStringFunc(got, func(s string) string {
		m := relied.FindStringSubmatch(s)
		rooms++
		return strings.Replace(s, m[1], written((lines(m[2])+50)/100*100), 1)
	})
	if !trusted.MatchString(page) || rooms != 4 {
		t.Fatalf("README.md does not say how much is trusted, beside %d other rooms", rooms)
	}
	if got == page {
		return
	}
	if !*update {
		t.Fatal("README.md counts other lines; go test ./cmd/molly -update counts again")
	}
	if err := os.WriteFile(filepath.Join("../..", "README.md"), []byte(got), 0o666); err != nil {
		t.Fatal(err)
	}
}
