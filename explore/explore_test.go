package explore

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/node"
)

var (
	toys   = flag.Int("toys", 200, "how many random systems to explore")
	orders = flag.Int("orders", 400, "how many executions in all orders such a system may have")
)

// loose draws what may happen to a toy: everything, of what the network does to messages only with network.
func loose(network bool) func(r *rand.Rand, y *toy) *Space {
	return func(r *rand.Rand, y *toy) *Space {
		s := &Space{System: y.system(node.Order(r.IntN(2))), Externals: y.outside(r), Ordered: r.IntN(2) == 0, Fires: []Fires{{Node: -1, Most: 1}}}
		if network {
			s.Drops, s.Duplicates = r.IntN(2), r.IntN(2)
		}
		return s
	}
}

// lockstep draws a toy in lockstep. Its nodes have inboxes, and most send a node two messages in one step.
func lockstep(r *rand.Rand, y *toy) *Space {
	y.double(r)
	s := &Space{System: y.system(node.Order(r.IntN(2))), Ordered: r.IntN(2) == 0, Fires: []Fires{{Node: -1, Most: 1 + r.IntN(2)}}, Lockstep: true}
	s.Externals = slices.DeleteFunc(y.outside(r), func(a node.Action) bool { return a.Kind != node.Command })
	s.System.Commute = func(a, b *node.Item) bool { return !a.Timer && !b.Timer }
	s.System.New = func(i int) node.Node { return &inbox{toyNode: toyNode{table: y.tables[i]}} }
	return s
}

// spaces calls a test for random spaces that are small enough to be explored in all orders.
func spaces(t *testing.T, joint bool, draw func(*rand.Rand, *toy) *Space, use func(t *testing.T, s *Space, n *naive)) {
	t.Helper()
	done, large, most := 0, 0, *toys
	if testing.Short() {
		most = min(most, 20)
	}
	for seed := uint64(0); done < most; seed++ {
		r := rand.New(rand.NewPCG(seed, 14))
		s := draw(r, newToy(r, joint))
		n := newNaive(t, s, *orders, 0)
		if !n.run(t) {
			large++
			continue
		}
		if n.all < 2 {
			continue
		}
		done++
		t.Run(fmt.Sprint(seed), func(t *testing.T) { use(t, s, n) })
		if t.Failed() {
			return
		}
	}
	t.Logf("%d spaces, and %d that were too large", done, large)
}

// A search by states does each class once, and sees each state and all that is violated; and Fewest finds
// as few events as all orders have.
func TestStates(t *testing.T) {
	for name, draw := range map[string]func(*rand.Rand, *toy) *Space{"loose": loose(true), "lockstep": lockstep} {
		t.Run(name, func(t *testing.T) {
			violated := 0
			spaces(t, true, draw, func(t *testing.T, s *Space, n *naive) {
				holdStates(t, s, n)
				if !s.Lockstep {
					holdFewest(t, s, n)
				}
				violated += len(n.found)
			})
			if violated == 0 && !testing.Short() {
				t.Error("no toy violates anything")
			}
		})
	}
}

func holdStates(t *testing.T, s *Space, n *naive) {
	seen, classes := map[string]bool{}, map[string]bool{}
	r, err := start(t.Context(), s, Options{All: true}, func(x *search) error {
		x.every = func(x *search) {
			seen[looks(x.walk)] = true
			if c := canonical(x.walk); classes[c] {
				t.Errorf("a class is done twice")
			} else {
				classes[c] = true
			}
		}
		return x.states(nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Executions != len(n.classes) {
		t.Errorf("%d executions, %d classes of %d executions", r.Executions, len(n.classes), n.all)
	}
	if !maps.Equal(seen, n.states) {
		t.Errorf("%d states, there are %d", len(seen), len(n.states))
	}
	if !slices.Equal(fingerprints(r), n.fingerprints()) {
		t.Errorf("violations %q, there are %q", fingerprints(r), n.fingerprints())
	}
}

// holdFewest asks for as few events as all orders have, for each fingerprint.
func holdFewest(t *testing.T, s *Space, n *naive) {
	for fingerprint, events := range n.found {
		a, err := Fewest(t.Context(), s, Goal{Fingerprint: fingerprint, Events: 100})
		if err != nil {
			t.Fatal(err)
		}
		if a.Found == nil || len(a.Found.Actions) != events {
			t.Fatalf("%s: %+v, there is one of %d events", fingerprint, a, events)
		}
		if a.Tried != events-1 {
			t.Errorf("%s: tried up to %d events, found %d", fingerprint, a.Tried, events)
		}
		g := Goal{Fingerprint: fingerprint, Events: events - 1}
		if a, err = Fewest(t.Context(), s, g); err != nil || !a.None(g) {
			t.Errorf("%s: %+v of %d events, there is none: %v", fingerprint, a, events-1, err)
		}
	}
	g := Goal{Fingerprint: "what never happens", Events: 1000}
	if a, err := Fewest(t.Context(), s, g); err != nil || !a.None(g) || !a.Exhausted {
		t.Errorf("%+v, %v", a, err)
	}
}

// Classes does each class of executions that are at their end once, and finds what is violated.
func TestClasses(t *testing.T) {
	for name, draw := range map[string]func(*rand.Rand, *toy) *Space{"loose": loose(false), "lockstep": lockstep} {
		t.Run(name, func(t *testing.T) {
			executions, blocked, all := 0, 0, 0
			spaces(t, false, draw, func(t *testing.T, s *Space, n *naive) {
				r := holdClasses(t, s, n)
				executions, blocked, all = executions+r.Executions, blocked+r.Blocked, all+n.all
			})
			t.Logf("%d executions, %d blocked, %d in all orders", executions, blocked, all)
		})
	}
}

func holdClasses(t *testing.T, s *Space, n *naive) *Result {
	done := map[string]bool{}
	r, err := start(t.Context(), s, Options{All: true}, func(x *search) error {
		x.every = func(x *search) {
			if c := canonical(x.walk); done[c] {
				t.Errorf("a class is done twice")
			} else {
				done[c] = true
			}
		}
		return (&classes{search: x}).visit(nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(done, n.classes) {
		t.Errorf("%d classes, %d of %d executions", r.Executions, len(n.classes), n.all)
	}
	if !slices.Equal(fingerprints(r), n.fingerprints()) {
		t.Errorf("violations %q, there are %q", fingerprints(r), n.fingerprints())
	}
	return r
}
