package target

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"molly/node"
)

// Every sample opens, with and without each of its bugs, and refuses others.
func TestSamples(t *testing.T) {
	for _, s := range Samples() {
		for _, bugs := range append([]Bug{{}}, s.Bugs...) {
			o := Options{FIFO: true}
			if bugs.Name != "" {
				o.Bugs = []string{bugs.Name}
			}
			x, err := Open(t.Context(), []string{s.Name}, o)
			if err != nil {
				t.Fatal(err)
			}
			if x.System.Name != s.Name || x.System.Order != node.FIFO {
				t.Errorf("%s is %s, %v", s.Name, x.System.Name, x.System.Order)
			}
			w, err := node.Begin(x.System)
			if err != nil {
				t.Fatal(err)
			}
			w.Close()
			x.Close()
		}
		if _, err := Open(t.Context(), []string{s.Name}, Options{Bugs: []string{"none-such"}}); err == nil || !strings.Contains(err.Error(), "--bug none-such: there are") {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

func TestFlagsOfSamples(t *testing.T) {
	for _, c := range []struct {
		args []string
		o    Options
		want string
	}{
		{[]string{"lock"}, Options{Nodes: []string{"a"}}, "leave out --nodes"},
		{[]string{"raft"}, Options{Nodes: []string{"0"}}, "there are 1 to 100"},
		{[]string{"raft"}, Options{Members: 9}, "there are 3 nodes"},
		{[]string{"delivery/simple"}, Options{Bugs: []string{"race"}}, "are for samples"},
	} {
		if _, err := Open(t.Context(), c.args, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
}

var update = flag.Bool("update", false, "rewrite the table of docs/nodes.md")

// docs/nodes.md lists the samples, with their bugs.
func TestPage(t *testing.T) {
	var table strings.Builder
	table.WriteString("| sample | bug | |\n|---|---|---|\n")
	for _, s := range Samples() {
		fmt.Fprintf(&table, "| `%s` | | %s |\n", s.Name, s.About)
		for _, b := range s.Bugs {
			fmt.Fprintf(&table, "| | `%s` | %s |\n", b.Name, b.About)
		}
	}
	const file = "../../docs/nodes.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)<!-- samples -->\n.*?<!-- end -->")
	got := block.ReplaceAllLiteralString(string(page), "<!-- samples -->\n"+table.String()+"<!-- end -->")
	switch {
	case !block.Match(page):
		t.Error("docs/nodes.md has no table of the samples")
	case got == string(page):
	case *update:
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("docs/nodes.md does not list the samples; go test ./internal/target -update rewrites its table")
	}
}
