package lock

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"molly/explore/fuzz"
	"molly/node/nodetest"
)

var block = regexp.MustCompile("(?s)```go\n(.*?)```")

// The Go code of docs/nodes.md, block after block, is lock.go and lock_test.go.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/nodes.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, m := range block.FindAllStringSubmatch(string(page), -1) {
		shown = append(shown, m[1])
	}
	var files []string
	for _, name := range []string{"lock.go", "lock_test.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(text))
	}
	got, want := strings.Split(strings.Join(shown, "\n"), "\n"), strings.Split(strings.Join(files, "\n"), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("docs/nodes.md shows other code from line %d of it on, %q", i+1, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""))
		}
	}
}

// The script of docs/nodes.md is testdata/twice.step.
func TestScriptOfPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/nodes.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/twice.step")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```step\n"+string(script)+"```\n") {
		t.Error("docs/nodes.md shows another script")
	}
}

// What docs/nodes.md says that the test finds is what it finds.
func TestFoundOnPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/nodes.md")
	if err != nil {
		t.Fatal(err)
	}
	printed, err := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run", "^TestAnyUnlock$").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`execution \d+, after (\d+) events: .*`).FindSubmatch(printed)
	if found == nil {
		t.Fatalf("the test prints %s", printed)
	}
	for _, want := range []string{"\n    " + string(found[0]) + "\n", "\n" + string(found[1]) + " events are too many to read."} {
		if !strings.Contains(string(page), want) {
			t.Errorf("docs/nodes.md does not say %q", want)
		}
	}
}

// The main of docs/nodes.md is the example of package host.
func TestMainOfPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/nodes.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../host/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(example), "func ExampleMain() {\n")
	body = strings.ReplaceAll(body, "\t", "    ")
	var shown strings.Builder
	for line := range strings.Lines("func main() {\n" + body) {
		shown.WriteString("    " + line)
	}
	if !strings.Contains(string(page), shown.String()) {
		t.Errorf("docs/nodes.md does not show\n%s", shown.String())
	}
}

func TestReplays(t *testing.T) {
	nodetest.Replays(t, System(Options{}), fuzz.Faults(200), 40)
}
