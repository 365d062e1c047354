package etcdraft

import (
	"testing"

	"molly/explore"
	"molly/node"
)

// One election among three nodes has as many executions as it has classes.
func TestExplore(t *testing.T) {
	for _, c := range []struct {
		nodes int
		order node.Order
		want  int
	}{{3, node.Any, 160}, {3, node.FIFO, 20}} {
		s := &explore.Space{System: cluster(t, Options{Nodes: c.nodes, Order: c.order}), Fires: []explore.Fires{
			{Node: -1}, {Node: 0, Type: "elect", Most: 1},
		}}
		r, err := explore.Explore(t.Context(), s, explore.Options{All: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Executions != c.want || r.Method != explore.ByClasses || !r.Complete || len(r.Violations) > 0 {
			t.Errorf("%d nodes, %v: %+v, want %d executions", c.nodes, c.order, r, c.want)
		}
		t.Logf("%d nodes, %v: %+v", c.nodes, c.order, r.Count)
	}
}
