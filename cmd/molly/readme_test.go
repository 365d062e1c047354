package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"molly/verify"
)

// What README.md, docs/tutorial.md and docs/how-it-works.md show is what molly does:
// their sessions are run, and their tables are held against the code.

func readPage(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

var (
	console    = regexp.MustCompile("(?s)```console\n(.*?)```")
	namedBlock = regexp.MustCompile("(?s)```(?:dedalus\n//|step\n#) (\\S+\\.(?:ded|step))\n.*?```")
)

// A block of a page is the text between its fences; a block of a program or a script whose
// first line names a file is that file.
func TestSessions(t *testing.T) {
	for name, least := range map[string]int{"README.md": 4, "docs/tutorial.md": 12, "docs/how-it-works.md": 3, "docs/second-opinions.md": 2, "docs/certificates.md": 1, "docs/testing.md": 2, "docs/ci.md": 1, "docs/nodes.md": 2, "docs/debug.md": 2, "docs/explore.md": 1, "docs/traces.md": 1} {
		t.Run(name, func(t *testing.T) {
			page := readPage(t, name)
			path, err := filepath.Abs(filepath.Join("../..", name))
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			if err := os.CopyFS(filepath.Join(folder, "protocols"), os.DirFS("../../protocols")); err != nil {
				t.Fatal(err)
			}
			writePrograms(t, page, folder)
			t.Chdir(folder)
			sessions := 0
			got := console.ReplaceAllStringFunc(page, func(block string) string {
				sessions++
				shown := console.FindStringSubmatch(block)[1]
				printed := screened(t, shown)
				if settle(printed) == settle(shown) {
					return block // with the times that it shows
				}
				t.Logf("shown:\n%s\nprinted:\n%s", shown, printed)
				return "```console\n" + printed + "```"
			})
			if sessions < least {
				t.Errorf("%d sessions, at least %d are expected", sessions, least)
			}
			switch {
			case got == page:
			case *update:
				if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("%s does not show what molly prints; go test ./cmd/molly -update rewrites it", name)
			}
		})
	}
}

var included = regexp.MustCompile("(?s)<!-- (\\S+\\.md) -->\n.*?<!-- end -->\n")

// A table between two comments is the file that the first one names.
func TestIncludedTables(t *testing.T) {
	page := readPage(t, "README.md")
	tables := 0
	got := included.ReplaceAllStringFunc(page, func(block string) string {
		tables++
		file := included.FindStringSubmatch(block)[1]
		return "<!-- " + file + " -->\n\n" + readPage(t, file) + "\n<!-- end -->\n"
	})
	if tables == 0 {
		t.Error("README.md includes no table")
	}
	if got != page && *update {
		if err := os.WriteFile("../../README.md", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != page {
		t.Error("README.md does not have the tables of its files; go test ./cmd/molly -update rewrites it")
	}
}

// writePrograms writes the files that a page shows into a folder.
func writePrograms(t *testing.T, page, folder string) {
	t.Helper()
	for _, m := range namedBlock.FindAllStringSubmatch(page, -1) {
		_, text, _ := strings.Cut(strings.TrimSuffix(m[0], "```"), "\n")
		if err := os.WriteFile(filepath.Join(folder, m[1]), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// screened runs the commands of a session and returns what a terminal would show.
func screened(t *testing.T, session string) string {
	t.Helper()
	var screen bytes.Buffer
	last := 0
	for line := range strings.Lines(session) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		if !isCommand {
			if screen.Len() == 0 {
				t.Fatalf("a session begins with %q", line)
			}
			continue
		}
		screen.WriteString(line)
		last = pipeline(t, strings.TrimSpace(command), last, &screen)
	}
	return screen.String()
}

// pipeline runs a command, or several with pipes between them, and returns the exit code
// of the last. In the place of clingo, which need not be installed, stands what it printed
// once (testdata/clingo; package asp asks the real one).
func pipeline(t *testing.T, command string, last int, screen *bytes.Buffer) int {
	t.Helper()
	if command == "echo $?" {
		fmt.Fprintln(screen, last)
		return 0
	}
	var stdin io.Reader
	stages := strings.Split(command, " | ")
	for i, stage := range stages {
		stdout := screen
		if i < len(stages)-1 {
			stdout = &bytes.Buffer{}
		}
		args := words(stage)
		switch {
		case args[0] == "molly":
			last = run(args[1:], stdin, stdout, screen)
		case stage == "clingo":
			stdout.WriteString(recordedClingo)
		case strings.HasPrefix(stage, "go run ./cmd/molly "):
			// go run says so when a program fails, and fails with 1 itself.
			if last = run(args[3:], stdin, stdout, screen); last != 0 {
				fmt.Fprintf(screen, "exit status %d\n", last)
				last = 1
			}
		case strings.HasPrefix(stage, "go run . "): // a program in this folder
			cmd := exec.Command("go", args[1:]...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, screen
			_ = cmd.Run() // its output and its code say how it ended
			last = cmd.ProcessState.ExitCode()
		default:
			t.Fatalf("a session has the command %q", stage)
		}
		stdin = stdout
	}
	return last
}

// recordedClingo is what clingo answers to molly compile --to asp delivery/simple.
//
//go:embed testdata/clingo/simple.out
var recordedClingo string

// The tutorial's score and its sweep are what molly says.
func TestTutorialVerdicts(t *testing.T) {
	page := readPage(t, "docs/tutorial.md")
	score := rows(t, page, "| program | ⟨EOT,EFF,Crashes⟩ | verdict | executions |")
	for _, row := range rows(t, page, "| specification | verdict | so |") {
		score = append(score, []string{"acks.ded promise.ded", row[0], row[1], ""})
	}
	if len(score) < 15 {
		t.Fatalf("only %d rows", len(score))
	}
	folder := t.TempDir()
	writePrograms(t, page, folder)
	t.Chdir(folder)
	for _, row := range score {
		var eot, eff, crashes int
		if _, err := fmt.Sscanf(row[1], "⟨%d,%d,%d⟩", &eot, &eff, &crashes); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		run(append([]string{
			"verify", "--strategy", "ldfi", "--json",
			"--eot", strconv.Itoa(eot), "--eff", strconv.Itoa(eff), "--crashes", strconv.Itoa(crashes),
		}, strings.Fields(row[0])...), nil, &stdout, &stderr)
		var got struct {
			Verdict    string
			Vacuous    bool
			Executions int
		}
		if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
			t.Fatalf("%v: %v %s", row, err, stderr.String())
		}
		if got.Verdict != row[2] || got.Vacuous || row[3] != "" && row[3] != strconv.Itoa(got.Executions) {
			t.Errorf("%v: molly says %+v", row, got)
		}
	}
}

// rows returns the cells of a page's table that has the given header, without the
// back quotes.
func rows(t *testing.T, page, header string) [][]string {
	t.Helper()
	_, rest, found := strings.Cut(page, "\n"+header+"\n")
	if !found {
		t.Fatalf("no table %q", header)
	}
	var list [][]string
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if strings.HasPrefix(line, "|---") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cells[i]), "`", "")
		}
		list = append(list, cells)
	}
	return list
}

// The README's exit codes are the constants of exit.go, with their comments.
func TestReadmeExitCodes(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "exit.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok || !strings.HasPrefix(v.Names[0].Name, "exit") {
				continue
			}
			want = append(want, v.Values[0].(*ast.BasicLit).Value+" "+strings.TrimSpace(v.Comment.Text()))
		}
	}
	var got []string
	for _, row := range rows(t, readPage(t, "README.md"), "| code | meaning |") {
		got = append(got, row[0]+" "+row[1])
	}
	if len(want) < 6 || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the README says\n%s\nexit.go says\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The README's commands are those that there are, but for what is hidden.
func TestReadmeCommands(t *testing.T) {
	want := map[string]bool{}
	for _, c := range (&tool{}).rootCommand().Commands() {
		if !c.Hidden {
			want[c.Name()] = true
		}
	}
	for _, row := range rows(t, readPage(t, "README.md"), "| command | what it does |") {
		name := strings.Fields(row[0])[1]
		if !want[name] {
			t.Errorf("there is no command %s", name)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("the command %s is not in the table", name)
	}
}

// The README's strategies are those that there are.
func TestReadmeStrategies(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range rows(t, readPage(t, "README.md"), "| strategy | what it does | when to use it |") {
		if _, err := verify.ParseStrategy(row[0]); err != nil {
			t.Error(err)
		}
		seen[row[0]] = true
	}
	for s := verify.Symbolic; s <= verify.Random; s++ {
		if !seen[s.String()] {
			t.Errorf("the strategy %v is not in the table", s)
		}
	}
}

// The README's test commands name packages, tests and flags that there are.
func TestReadmeTestCommands(t *testing.T) {
	commands := rows(t, readPage(t, "README.md"), "| what | command |")
	if len(commands) < 6 {
		t.Fatalf("only %d commands", len(commands))
	}
	for _, row := range commands {
		if strings.HasPrefix(row[1], "go test ") {
			testCommand(t, row[1])
		}
	}
}

// So do the hunts of .ci/nightly: a command, or a package with tests and flags.
func TestNightlyCommands(t *testing.T) {
	hunts := regexp.MustCompile(`(?m)^[a-z-]+ *\| *\d+ *\| *(once|random) *\| (.*)$`).FindAllStringSubmatch(readPage(t, ".ci/nightly"), -1)
	if len(hunts) < 10 {
		t.Fatalf("only %d hunts", len(hunts))
	}
	for _, h := range hunts {
		command := h[2]
		if h[1] == "random" {
			part := strings.SplitN(command, " ", 3)
			command = "go test " + part[0] + " -run " + part[1] + " -seed 1 " + part[2]
		}
		if strings.HasPrefix(command, "go test ") {
			testCommand(t, command)
		}
	}
}

// testCommand holds a go test against the packages, tests and flags that there are.
func testCommand(t *testing.T, command string) {
	t.Helper()
	pattern := regexp.MustCompile(`^-(run|fuzz)$`)
	own := regexp.MustCompile(`^-(seed|seeds|programs|hunt|library|tasks|executions|control|plant|bounds|update)$`)
	args := words(command)
	var source string
	for _, a := range args {
		if !strings.HasPrefix(a, "./") || a == "./..." {
			continue
		}
		files, err := filepath.Glob(filepath.Join("../..", a, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: no tests in %s", command, a)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			source += string(text)
		}
	}
	for i, a := range args {
		switch {
		case pattern.MatchString(a) && args[i+1] != "^$" && args[i+1] != "." && !strings.Contains(source, "func "+args[i+1]+"("):
			t.Errorf("%s: there is no %s", command, args[i+1])
		case own.MatchString(a) && !strings.Contains(source, `("`+a[1:]+`"`):
			t.Errorf("%s: there is no flag %s", command, a)
		}
	}
}

// The imports in docs/how-it-works.md are those that internal/house allows.
func TestHouseTable(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../internal/house/house_test.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || v.Names[0].Name != "allowed" {
			return true
		}
		for _, e := range v.Values[0].(*ast.CompositeLit).Elts {
			pair := e.(*ast.KeyValueExpr)
			var texts [2]string
			for i, x := range []ast.Expr{pair.Key, pair.Value} {
				if texts[i], err = strconv.Unquote(x.(*ast.BasicLit).Value); err != nil {
					t.Fatal(err)
				}
			}
			allowed[texts[0]] = texts[1]
		}
		return false
	})
	if len(allowed) < 10 {
		t.Fatalf("only %d rooms in the house", len(allowed))
	}
	for _, row := range rows(t, readPage(t, "docs/how-it-works.md"), "| package | may import |") {
		if may, known := allowed[row[0]]; !known || may != row[1] {
			t.Errorf("the page lets %s import %q, the house %q", row[0], row[1], may)
		}
		delete(allowed, row[0])
	}
	for room := range allowed {
		t.Errorf("the page has no room %s", room)
	}
}

// The tests that docs/how-it-works.md names are there.
func TestNamedTests(t *testing.T) {
	for _, row := range rows(t, readPage(t, "docs/how-it-works.md"), "| what | is compared with | test |") {
		for _, name := range regexp.MustCompile(`\bTest\w+`).FindAllString(row[2], -1) {
			found := false
			for _, room := range []string{"circuit/bdd", "eval", "hazard", "provenance", "verify/symmetry", "verify"} {
				files, err := filepath.Glob(filepath.Join("../..", room, "*_test.go"))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					text, err := os.ReadFile(f)
					if err != nil {
						t.Fatal(err)
					}
					found = found || strings.Contains(string(text), "func "+name+"(")
				}
			}
			if !found {
				t.Errorf("there is no test %s", name)
			}
		}
	}
}

// Every file that a page links to is there.
func TestLinks(t *testing.T) {
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/tutorial.md", "docs/how-it-works.md", "docs/failures.md", "docs/language.md", "docs/json.md", "docs/second-opinions.md", "docs/testing.md", "docs/protocols.md", "docs/mcp.md", "docs/cookbook.md", "docs/coming-from.md", "docs/debug.md", "docs/nodes.md", "docs/processes.md", "docs/traces.md", "docs/fuzz.md"} {
		page := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(readPage(t, name), "")
		for _, m := range regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`).FindAllStringSubmatch(page, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join("../..", filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			}
		}
	}
}

// The executions of ldfi in docs/how-it-works.md are those that ldfi needs, with
// either solver.
func TestExecutionCounts(t *testing.T) {
	table := rows(t, readPage(t, "docs/how-it-works.md"), "| protocol | ⟨EOT,EFF,Crashes⟩ | verdict | executions here | in the paper |")
	if len(table) < 6 {
		t.Fatalf("only %d rows", len(table))
	}
	for _, row := range table {
		var eot, eff, crashes int
		if _, err := fmt.Sscanf(row[1], "⟨%d,%d,%d⟩", &eot, &eff, &crashes); err != nil {
			t.Fatal(err)
		}
		for _, solver := range []string{"gini", "gophersat"} {
			var stdout, stderr bytes.Buffer
			run([]string{
				"verify", "delivery/" + row[0], "--strategy", "ldfi", "--solver", solver, "--json",
				"--eot", strconv.Itoa(eot), "--eff", strconv.Itoa(eff), "--crashes", strconv.Itoa(crashes),
			}, nil, &stdout, &stderr)
			var got struct {
				Verdict    string
				Executions int
			}
			if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
				t.Fatalf("%v: %v %s", row, err, stderr.String())
			}
			if got.Verdict != row[2] || strconv.Itoa(got.Executions) != row[3] {
				t.Errorf("%s %s with %s: %s after %d executions, the page says %s after %s",
					row[0], row[1], solver, got.Verdict, got.Executions, row[2], row[3])
			}
		}
	}
}
