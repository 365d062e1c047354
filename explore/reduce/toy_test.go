package reduce

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"molly/explore/fuzz"
	"molly/explore/schedule"
	"molly/node"
	"molly/node/trace"
)

// toy is a node whose steps are drawn by a hash of its state and what it takes.
type toy struct {
	seed     uint64
	me, of   int
	state    uint64
	peers    []string
	restarts int
}

func (n *toy) step(input string) node.Effect {
	h := node.Combine(n.seed, uint64(n.me), n.state, node.HashString(input))
	n.state = h % 5
	var e node.Effect
	if h>>8%3 != 0 {
		kind := fmt.Sprint("m", h>>16%3)
		e.Send = append(e.Send, node.Message{To: int(h >> 24 % uint64(n.of)), Type: kind, Body: h >> 32 % 4, Key: node.Key{Bytes: 1 + h>>32%4, Masked: 1 + h>>32%2}})
	}
	if h>>40%4 == 0 {
		e.Set = append(e.Set, node.Timer{Type: "t"})
	}
	return e
}

func (n *toy) Start(content json.RawMessage) node.Effect {
	_ = json.Unmarshal(content, &n.peers) // a toy that is told nothing has no peers
	return n.step(fmt.Sprint("start", len(n.peers)))
}
func (n *toy) Deliver(from int, m node.Message) node.Effect {
	return n.step(fmt.Sprint(from, m.Type, m.Body))
}
func (n *toy) Fire(t node.Timer) node.Effect { return n.step(t.Type) }
func (n *toy) Command(kind string, body json.RawMessage) node.Effect {
	return n.step(kind + string(body))
}
func (n *toy) Restart(bool) node.Effect { n.restarts++; return n.step("restart") }
func (n *toy) State() any               { return n.state }

// apart finds all nodes in certain states at once.
type apart struct{ seed uint64 }

func (o apart) Check(w *node.World, _ *node.Event) *node.Violation {
	v := &node.Violation{Fingerprint: "states", Text: "the nodes are in these states"}
	for i := range w.System.Nodes {
		if n := w.Node(i).(*toy); w.Status(i) != node.Up || n.state != node.Combine(o.seed, uint64(i))%5 {
			return nil
		}
		v.Nodes = append(v.Nodes, i)
	}
	return v
}

func toys(seed uint64, order node.Order) *node.System {
	s := &node.System{Name: "toy", Order: order, Oracle: func() node.Oracle { return apart{seed} }}
	for i := range 2 + int(seed%2) {
		s.Nodes = append(s.Nodes, string(rune('a'+i)))
	}
	content, _ := json.Marshal(s.Nodes)
	for i := range s.Nodes {
		s.Setup = append(s.Setup, node.Action{Kind: node.Start, Node: i, Body: content})
	}
	s.New = func(i int) node.Node { return &toy{seed: seed, me: i, of: len(s.Nodes)} }
	return s
}

// failing is a random execution of toys that violates something, or nil.
func failing(t *testing.T, s *node.System, seed uint64) *trace.Trace {
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p := fuzz.Faults(400)
	p.Commands = []fuzz.Command{{Type: "go", Body: json.RawMessage(`{"n":[$n,2],"x":"$node"}`)}}
	p.Run(w, rand.New(rand.NewPCG(seed, 1)))
	if w.Violation() == nil || len(w.Events()) < 12 {
		return nil
	}
	return trace.Of(w, trace.Header{Options: []string{"toy"}})
}

// What is left is an execution, violates the same, and needs each of its events.
func TestToys(t *testing.T) {
	reduced := 0
	for seed := range uint64(200) {
		s := toys(seed, node.Order(seed/2%2))
		tr := failing(t, s, seed)
		if tr == nil {
			continue
		}
		o := Options{Runs: 50, Seed: seed, Exhaust: 2000}
		switch seed % 5 {
		case 1:
			o.Levels = []schedule.Level{schedule.Bytes, schedule.Type}
		case 2:
			o.Schedules = 4
		case 3:
			o.NoDiverge = true
		}
		r, err := Reduce(t.Context(), s, tr, o)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !r.Minimal || r.Ending != Fixpoint {
			t.Fatalf("seed %d: minimal: %v, %v", seed, r.Minimal, r.Ending)
		}
		needsAll(t, s, r, o)
		reduced++
	}
	if reduced < 60 {
		t.Errorf("only %d executions were reduced", reduced)
	}
}

// needsAll replays the result, and leaves out each of its events.
func needsAll(t *testing.T, s *node.System, r *Result, o Options) {
	t.Helper()
	w, err := trace.Replay(s, r.Trace)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	events := w.Events()
	if v := events[len(events)-1].Violation; v == nil || v.Fingerprint != r.Violation.Fingerprint {
		t.Fatalf("the result ends without the violation")
	}
	if o.NoDiverge {
		return // leaving one out is judged by the states of the recorded execution, too
	}
	m := schedule.Matcher{Levels: o.filled().Levels}
	steps := schedule.Of(events)
	for i := range steps {
		other := node.NewWorld(s)
		m.Follow(other, slices.Delete(slices.Clone(steps), i, i+1))
		if v := other.Violation(); v != nil && v.Fingerprint == r.Violation.Fingerprint {
			t.Fatalf("event %d of %d is not needed", i, len(steps))
		}
		other.Close()
	}
}

// The result is the same bytes, however many cores there are.
func TestCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	compared := 0
	for seed := uint64(0); compared < 12; seed++ {
		s := toys(seed, node.Any)
		tr := failing(t, s, seed)
		if tr == nil {
			continue
		}
		compared++
		var texts [2]bytes.Buffer
		for i, cores := range []int{1, 4} {
			runtime.GOMAXPROCS(cores)
			r, err := Reduce(t.Context(), s, tr, Options{Runs: 300, Seed: seed, Exhaust: 2000})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(r.Trace.Write(&texts[i]), r.Text(&texts[i])); err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(&texts[i], r.Pace)
		}
		if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
			t.Errorf("seed %d: 1 core:\n%s\n4 cores:\n%s", seed, &texts[0], &texts[1])
		}
	}
}

// Whatever ends a reduction, its result is an execution that violates the same.
func TestEndedEarly(t *testing.T) {
	s := toys(3, node.Any)
	var tr *trace.Trace
	for seed := uint64(0); tr == nil; seed++ {
		tr = failing(t, s, seed)
	}
	for n := 1; n < 40; n++ {
		r, err := Reduce(t.Context(), s, tr, Options{Executions: n})
		if err != nil {
			t.Fatal(err)
		}
		if r.Executions > n || r.Ending == Fixpoint && !r.Minimal {
			t.Errorf("%d executions of %d, %v", r.Executions, n, r.Ending)
		}
		replays(t, s, r)

		ctx, cancel := context.WithCancel(t.Context())
		done := 0
		r, err = Reduce(ctx, s, tr, Options{Progress: func(Progress) {
			if done++; done == n {
				cancel()
			}
		}})
		if err != nil || r.Ending != Interrupted {
			t.Fatalf("interrupted: %v", err)
		}
		replays(t, s, r)
	}
}

func replays(t *testing.T, s *node.System, r *Result) {
	t.Helper()
	w, err := trace.Replay(s, r.Trace)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if v := w.Violation(); v == nil || v.Fingerprint != r.Violation.Fingerprint {
		t.Errorf("the result does not violate the same")
	}
}

// What is no execution of the system, and what violates nothing, is refused.
func TestRefused(t *testing.T) {
	s := toys(3, node.Any)
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	fine := trace.Of(w, trace.Header{})
	if _, err := Reduce(t.Context(), s, fine, Options{}); err == nil {
		t.Error("a trace that violates nothing is reduced")
	}
	var d *trace.Difference
	if _, err := Reduce(t.Context(), toys(5, node.Any), fine, Options{}); !errors.As(err, &d) {
		t.Errorf("a trace of another system: %v", err)
	}
}
