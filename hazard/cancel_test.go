package hazard

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randcircuit"
)

// pigeons is a question that takes resolution exponentially long: n+1 senders each
// lose a message to one of n receivers, no receiver from two.
func pigeons(n int, b solver.Backend) *Search {
	c := circuit.New()
	var senders, receivers []string
	for i := range n + 1 {
		senders = append(senders, fmt.Sprint("s", i))
		receivers = append(receivers, fmt.Sprint("r", i))
	}
	receivers = receivers[:n]
	lost := func(i, j int) circuit.Lit { return c.Var(failure.Omit(senders[i], receivers[j], 1)) }
	s := NewSearch(c, failure.Spec{EOT: 2, EFF: 2}, append(senders, receivers...), b)
	for i := range senders {
		var some []circuit.Lit
		for j := range receivers {
			some = append(some, lost(i, j))
			for k := range i {
				s.Require(c.And(lost(i, j), lost(k, j)).Not())
			}
		}
		s.Require(c.Or(some...))
	}
	return s
}

// A hard question ends with its context; the search goes on afterwards, and so does
// the next one.
func TestContextEndsQuestions(t *testing.T) {
	for _, b := range backends {
		// gophersat cannot be stopped: its question must end by itself soon after.
		hard := pigeons(map[solver.Backend]int{solver.Gini: 14, solver.Gophersat: 7}[b], b)
		for _, question := range []func(context.Context) (failure.Scenario, bool, error){hard.Any, hard.Best} {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
			start := time.Now()
			_, found, err := question(ctx)
			cancel()
			if found || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v: found %v, error %v", b, found, err)
			}
			if took := time.Since(start); took > time.Second {
				t.Errorf("%v: ended after %v", b, took)
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, _, err := hard.Any(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: error %v under an ended context", b, err)
		}
		hard.Require(circuit.False)
		if _, found := ask(t, hard.Any); found {
			t.Errorf("%v: found something false", b)
		}
		start := time.Now()
		if _, found := ask(t, pigeons(4, b).Any); found {
			t.Errorf("%v: found room for five pigeons in four holes", b)
		}
		t.Logf("%v: the next question took %v", b, time.Since(start))
	}
}

// An interrupted gini answers later questions rightly.
func TestSearchSurvivesItsContext(t *testing.T) {
	s := pigeons(7, solver.Gini)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Microsecond)
	defer cancel()
	if _, found, err := s.Any(ctx); found || err == nil {
		t.Fatalf("found %v, error %v", found, err)
	}
	if _, found := ask(t, s.Any); found {
		t.Error("found room for eight pigeons in seven holes")
	}
}

// A context that does not end changes nothing.
func TestContextDoesNotChangeAnswers(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	for _, b := range backends {
		var stats [2]Stats
		var answers [2]string
		for i, ctx := range []context.Context{context.Background(), ctx} {
			w := randcircuit.New(4, failure.Spec{EOT: 6, EFF: 5, Crashes: 2})
			s := NewSearch(w.Circuit, w.Ground, w.Nodes, b)
			s.Require(w.Flood(false))
			for range 3 {
				any, _, err := s.Any(ctx)
				best, found, err2 := s.Best(ctx)
				if err != nil || err2 != nil || !found {
					t.Fatal(err, err2, found)
				}
				answers[i] += fmt.Sprint(any, best)
				s.Exclude(best)
			}
			stats[i] = s.Stats()
		}
		if answers[0] != answers[1] || stats[0] != stats[1] {
			t.Errorf("%v: %v %v, but %v %v with a context that can end", b, answers[0], stats[0], answers[1], stats[1])
		}
	}
}

// A search whose clauses are not complete, because its context ended meanwhile, has no
// answers.
func TestWithin(t *testing.T) {
	for _, b := range backends {
		w := randcircuit.New(10, failure.Spec{EOT: 60, EFF: 60})
		ctx, cancel := context.WithCancel(context.Background())
		s := NewSearch(w.Circuit, w.Ground, w.Nodes, b).Within(ctx)
		cancel()
		var all []circuit.Lit
		for _, f := range w.Ground.Faults(w.Nodes) {
			for _, g := range []failure.Fault{failure.Omit("a", "b", 1), failure.Omit("b", "c", 2)} {
				all = append(all, w.Or(w.Var(f), w.Var(g)))
			}
		}
		s.Require(w.And(all...))
		if m, ok, err := s.Any(context.Background()); ok || err == nil {
			t.Errorf("%v: %v %v %v", b, m, ok, err)
		}
		if m, ok, err := s.Best(context.Background()); ok || err == nil {
			t.Errorf("%v: %v %v %v", b, m, ok, err)
		}
	}
}
