package explore

import (
	"context"
	"testing"

	"molly"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/sample/lock"
	"molly/node/sample/raft"
)

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
func timers(list ...Fires) []Fires {
	return append([]Fires{{Node: -1}}, list...)
}

// election is Raft in which the first server stands for election once.
func election(s *node.System) *Space {
	return &Space{System: s, Fires: timers(Fires{Node: 0, Type: "election", Most: 1})}
}

// Classes and States end as many executions as there are classes, on protocols that are small enough to be executed in all orders;
// they find what is violated.
func TestCases(t *testing.T) {
	once := []Fires{{Node: -1, Most: 1}}
	for _, c := range []struct {
		name  string
		space *Space
		want  int
	}{
		{"raft, 3 nodes, 1 election", election(raft.System(raft.Options{Nodes: 3})), 24},
		{"raft, 3 nodes, 1 election, fifo", election(fifo(raft.System(raft.Options{Nodes: 3}))), 6},
		{"raft, 2 nodes, 1+1 elections", &Space{System: raft.System(raft.Options{Nodes: 2}), Fires: timers(Fires{Node: -1, Type: "election", Most: 1})}, 19},
		{"raft, 3 nodes, 1 election, crash", crashing(election(raft.System(raft.Options{Nodes: 3})), 1), 33},
		{"lock", &Space{System: lock.System(lock.Options{}), Fires: once}, 4},
		{"lock, crash of a client", crashing(&Space{System: lock.System(lock.Options{}), Fires: once}, 1), 11},
		{"2pc, 2 ticks", &Space{System: program(t, "commit/2pc", 2, "C", "a", "b")}, 25},
		{"2pc, 3 ticks", &Space{System: program(t, "commit/2pc", 3, "C", "a", "b")}, 100},
		{"retry, 2 ticks", &Space{System: program(t, "delivery/retry", 2)}, 81},
		{"ack, 2 ticks", &Space{System: program(t, "delivery/ack", 2, "a", "b")}, 23},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNaive(t, c.space, 5_000, 0)
			all := n.run(t)
			if all && len(n.classes) != c.want {
				t.Errorf("%d classes, want %d", len(n.classes), c.want)
			}
			for _, explore := range []func(context.Context, *Space, Options) (*Result, error){Classes, States} {
				r, err := explore(t.Context(), c.space, Options{All: true})
				if err != nil {
					t.Fatal(err)
				}
				if r.Executions != c.want || !r.Complete || all && len(r.Violations) != len(n.found) {
					t.Errorf("by %s: %+v, there are %d classes", r.Method, r, c.want)
				}
				t.Logf("by %s: %+v; %d in all orders (%v)", r.Method, r.Count, n.all, all)
			}
		})
	}
}

// crashing is a space in which a node may crash.
func crashing(s *Space, n int) *Space {
	s.Externals = append(s.Externals, node.Action{Kind: node.Crash, Node: n})
	return s
}
