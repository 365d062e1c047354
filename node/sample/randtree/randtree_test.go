package randtree

import (
	"math/rand/v2"
	"strings"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/actor"
	"molly/node/nodetest"
	"molly/node/script"
	"molly/node/session"
)

// walk has no crashes: a peer that comes back would have to leave the tree first, and the protocol has no such part.
var walk = fuzz.Plan{Events: 400, Timer: 0.05, Drop: 0.05, Duplicate: 0.05, Cut: 0.02, Heal: 0.1}

func run(t *testing.T, o Options, seed uint64) *node.World {
	t.Helper()
	w, err := node.Begin(System(o))
	if err != nil {
		t.Fatal(err)
	}
	walk.Run(w, rand.New(rand.NewPCG(seed, 1)))
	return w
}

// Without the race there is never more than one tree, and mostly all get into it.
func TestControl(t *testing.T) {
	all := 0
	for seed := range uint64(300) {
		w := run(t, Options{}, seed)
		if v := w.Violation(); v != nil {
			t.Fatalf("seed %d, after %d events: %s", seed, len(w.Events()), v.Text)
		}
		joined := 0
		for i := range w.System.Nodes {
			if actor.Of[*Peer](w, i).State == Joined {
				joined++
			}
		}
		if joined == len(w.System.Nodes) {
			all++
		}
	}
	if all < 250 {
		t.Errorf("all peers have joined in %d of 300 executions", all)
	}
}

func TestRace(t *testing.T) {
	found := 0
	for seed := range uint64(100) {
		if v := run(t, Options{Race: true}, seed).Violation(); v != nil && v.Fingerprint == "two trees" {
			found++
		}
	}
	t.Logf("found in %d of 100 executions", found)
	if found == 0 {
		t.Error("not found")
	}
}

func TestReplays(t *testing.T) {
	nodetest.Replays(t, System(Options{Race: true}), fuzz.Faults(150), 20)
}

// The race of the paper, message by message, and the recovery that ends it.
const race = `
deliver A B Join          # A is fitter than B: B wants to join it
deliver B A Lead
expect A.State == "joined" and B.State == "joining"
deliver B A Join          # A has taken B; its answer is on the way
deliver C B Join          # in between C joins B, and B takes that for the end of its own join
expect B.State == "joined" and B.Parent == ""
deliver A B Accepted      # refused
deliver B A Remove
deliver B C Accepted
deliver D B Join
deliver B D Accepted
deliver E B Join
settle
expect violation
expect A.Parent == "" and B.Parent == "" and A.Children.length == 0
fire B recover
settle
expect B.Parent == "A" and A.Children[0] == "B"
`

func TestScript(t *testing.T) {
	x, err := session.New(System(Options{Race: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	r := script.Runner{Session: x, Out: t.Output()}
	if err := r.Run(t.Context(), "race", strings.NewReader(race)); err != nil {
		t.Error(err)
	}
}
