package house

import (
	"os/exec"
	"strings"
	"testing"
)

// What molly links has a permissive licence, needs no Graphviz, and costs no start-up time:
// svgo has another licence, go-graphviz and gonum's canvas do much before main begins.
func TestLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "molly/cmd/molly").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "molly/viz/svg\n") {
		t.Fatalf("this is no list of what molly links:\n%s", out)
	}
	for _, bad := range []string{"svgo", "go-graphviz", "gonum.org"} {
		if strings.Contains(string(out), bad) {
			t.Errorf("molly links %s", bad)
		}
	}
}
