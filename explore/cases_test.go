package explore_test

import (
	"context"
	"testing"

	"molly"
	"molly/explore"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/sample/lock"
	"molly/node/sample/primarybackup"
	"molly/node/sample/raft"
)

// program is a program of the library with so many ticks a node.
func program(t testing.TB, name string, ticks int, nodes ...string) *node.System {
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

// election is Raft in which the first server stands for election once.
func election(s *node.System) *explore.Space {
	return &explore.Space{System: s, Fires: timers(explore.Fires{Node: 0, Type: "election", Most: 1})}
}

// Classes and States end as many executions as there are classes, on protocols that are small enough to be executed in all orders;
// they find what is violated.
func TestCases(t *testing.T) {
	once := []explore.Fires{{Node: -1, Most: 1}}
	for _, c := range []struct {
		name  string
		space *explore.Space
		want  int
	}{
		{"raft, 3 nodes, 1 election", election(raft.System(raft.Options{Nodes: 3})), 24},
		{"raft, 3 nodes, 1 election, fifo", election(fifo(raft.System(raft.Options{Nodes: 3}))), 6},
		{"raft, 2 nodes, 1+1 elections", &explore.Space{System: raft.System(raft.Options{Nodes: 2}), Fires: timers(explore.Fires{Node: -1, Type: "election", Most: 1})}, 19},
		{"raft, 3 nodes, 1 election, crash", crashing(election(raft.System(raft.Options{Nodes: 3})), 1), 33},
		{"lock", &explore.Space{System: lock.System(lock.Options{}), Fires: once}, 4},
		{"lock, crash of a client", crashing(&explore.Space{System: lock.System(lock.Options{}), Fires: once}, 1), 11},
		{"2pc, 2 ticks", &explore.Space{System: program(t, "commit/2pc", 2, "C", "a", "b")}, 25},
		{"2pc, 3 ticks", &explore.Space{System: program(t, "commit/2pc", 3, "C", "a", "b")}, 100},
		{"retry, 2 ticks", &explore.Space{System: program(t, "delivery/retry", 2)}, 81},
		{"ack, 2 ticks", &explore.Space{System: program(t, "delivery/ack", 2, "a", "b")}, 23},
		{"2pc, 3 ticks, lockstep", &explore.Space{System: program(t, "commit/2pc", 3, "C", "a", "b"), Lockstep: true}, 16},
		{"ack, 3 ticks, lockstep", &explore.Space{System: program(t, "delivery/ack", 3, "a", "b"), Lockstep: true}, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := explore.Enumerate(t, c.space, 5_000, 0)
			if n.Complete && n.Classes != c.want {
				t.Errorf("%d classes, want %d", n.Classes, c.want)
			}
			for _, explored := range []func(context.Context, *explore.Space, explore.Options) (*explore.Result, error){explore.Classes, explore.States} {
				r, err := explored(t.Context(), c.space, explore.Options{All: true})
				if err != nil {
					t.Fatal(err)
				}
				if r.Executions != c.want || !r.Complete || n.Complete && len(r.Violations) != n.Found {
					t.Errorf("by %s: %+v, there are %d classes", r.Method, r, c.want)
				}
				t.Logf("by %s: %+v; %d in all orders (%v)", r.Method, r.Count, n.Orders, n.Complete)
			}
		})
	}
}

// Executions that do not end by themselves are done up to so many events.
func TestBounded(t *testing.T) {
	space := &explore.Space{System: primarybackup.System(primarybackup.Bugs{}), Fires: timers(explore.Fires{Node: 1, Type: "ping", Most: 1})}
	const events = 5
	n := explore.Enumerate(t, space, 100_000, events)
	r, err := explore.States(t.Context(), space, explore.Options{Events: events, All: true})
	if err != nil {
		t.Fatal(err)
	}
	if !n.Complete || r.Executions != n.Classes || !r.Cut || len(r.Violations) != n.Found {
		t.Errorf("%+v; all orders: %+v", r, n)
	}
	t.Logf("%+v, %d in all orders", r.Count, n.Orders)
}

// crashing is a space in which a node may crash.
func crashing(s *explore.Space, n int) *explore.Space {
	s.Externals = append(s.Externals, node.Action{Kind: node.Crash, Node: n})
	return s
}
