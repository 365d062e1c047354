package explore_test

import (
	"flag"
	"testing"

	"molly"
	"molly/explore"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/sample/lock"
	"molly/node/sample/pingpong"
	"molly/node/sample/primarybackup"
	"molly/node/sample/raft"
)

var large = flag.Bool("large", false, "explore the large cases, too")

// program is a program of the library with so many ticks a node.
func program(t *testing.T, name string, ticks int, nodes ...string) *node.System {
	t.Helper()
	p, err := molly.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Question(molly.Options{EOT: &ticks, EFF: new(int), Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	s, err := dedalus.System(name, q.Datalog(), q.Nodes, dedalus.Options{Until: ticks})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fifo is a system whose links keep order.
func fifo(s *node.System) *node.System {
	s.Order = node.FIFO
	return s
}

// timers bounds how often timers fire, each by its node and type.
func timers(list ...explore.Fires) []explore.Fires {
	return append([]explore.Fires{{Node: -1}}, list...)
}

// cases are spaces with the number of their classes that are at their end.
func cases(t *testing.T) map[string]struct {
	space *explore.Space
	want  int
	large bool
} {
	return map[string]struct {
		space *explore.Space
		want  int
		large bool
	}{
		"raft, 3 nodes, 1 election":       {&explore.Space{System: raft.System(raft.Options{Nodes: 3}), Fires: timers(explore.Fires{Node: 0, Type: "election", Most: 1})}, 0, false},
		"raft, 3 nodes, 1 election, fifo": {&explore.Space{System: fifo(raft.System(raft.Options{Nodes: 3})), Fires: timers(explore.Fires{Node: 0, Type: "election", Most: 1})}, 0, false},
		"raft, 2 nodes, 1+1 elections":    {&explore.Space{System: raft.System(raft.Options{Nodes: 2}), Fires: timers(explore.Fires{Node: -1, Type: "election", Most: 1})}, 0, false},
		"lock, want twice":                {&explore.Space{System: lock.System(lock.Options{}), Fires: timers(explore.Fires{Node: -1, Type: "want", Most: 1})}, 0, false},
		"lock, all timers once":           {&explore.Space{System: lock.System(lock.Options{}), Fires: timers(explore.Fires{Node: -1, Most: 1})}, 0, false},
		"pingpong, again once":            {&explore.Space{System: pingpong.System(), Fires: timers(explore.Fires{Node: -1, Most: 1})}, 0, true},
		"primarybackup":                   {&explore.Space{System: primarybackup.System(primarybackup.Bugs{}), Fires: timers(explore.Fires{Node: -1, Most: 1})}, 0, true},
		"2pc, 2 ticks":                    {&explore.Space{System: program(t, "commit/2pc", 2, "C", "a", "b")}, 0, false},
		"2pc, 3 ticks":                    {&explore.Space{System: program(t, "commit/2pc", 3, "C", "a", "b")}, 0, false},
		"ack, 2 ticks":                    {&explore.Space{System: program(t, "delivery/ack", 2)}, 0, false},
		"retry, 3 ticks":                  {&explore.Space{System: program(t, "delivery/retry", 3)}, 0, false},
	}
}

func TestCases(t *testing.T) {
	for name, c := range cases(t) {
		t.Run(name, func(t *testing.T) {
			if c.large && !*large {
				t.Skip("-large")
			}
			o := explore.Options{All: true, Executions: 20000}
			r, err := explore.Classes(t.Context(), c.space, o)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("classes: %+v %v", r.Count, r.Complete)
			q, err := explore.States(t.Context(), c.space, o)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("states: %+v %v", q.Count, q.Complete)
		})
	}
}
