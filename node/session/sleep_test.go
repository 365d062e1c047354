package session

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"molly"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/sample/pingpong"
)

// What a search that leaves out equivalent executions sees is every state that can be reached.
func TestSleepSetsSeeEveryState(t *testing.T) {
	p, err := molly.Load(t.Context(), "delivery/retry")
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Question(molly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	retry, err := dedalus.System("retry", q.Datalog(), q.Nodes, dedalus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fifo := pingpong.System()
	fifo.Order = node.FIFO
	for _, c := range []struct {
		system *node.System
		steps  int
		drop   bool
	}{{pingpong.System(), 6, false}, {pingpong.System(), 5, true}, {fifo, 6, true}, {retry, 4, false}, {retry, 3, true}} {
		all := func(sleep bool) (map[string]bool, int) {
			x, err := New(c.system)
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			seen := map[string]bool{}
			u := &until{ctx: t.Context(), found: &Found{}, search: Search{Drop: c.drop}, world: x.World, named: make([]bool, len(c.system.Nodes)), limit: c.steps, awake: !sleep}
			u.holds = func(w *node.World) bool { seen[look(w)] = true; return false }
			for _, s := range x.Current.Path() {
				u.prefix = append(u.prefix, s.Action)
			}
			if err := u.explore(nil); err != nil {
				t.Fatal(err)
			}
			return seen, u.found.Executions
		}
		want, naive := all(false)
		got, tried := all(true)
		if !maps.Equal(want, got) {
			t.Errorf("%s, %d steps: %d states of %d", c.system.Name, c.steps, len(got), len(want))
		}
		if tried >= naive {
			t.Errorf("%s, %d steps: %d executions, %d without sleep sets", c.system.Name, c.steps, tried, naive)
		}
		t.Logf("%s, %d steps: %d states; %d executions, %d without sleep sets", c.system.Name, c.steps, len(want), tried, naive)
	}
}

func look(w *node.World) string {
	text := ""
	for i := range w.System.Nodes {
		text += fmt.Sprintf("%v %x ", w.Status(i), w.DigestOf(i))
	}
	var ids []string
	for _, it := range w.Pending() {
		ids = append(ids, it.ID.String())
	}
	slices.Sort(ids)
	return text + fmt.Sprint(ids)
}
