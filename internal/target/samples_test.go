package target

import (
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
