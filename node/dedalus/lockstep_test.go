package dedalus_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"molly"
	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/node"
	"molly/node/dedalus"
	"molly/protocols"
)

var scenarios = flag.Int("scenarios", 20, "how many scenarios of each protocol to hold against runs in lockstep")

// A program whose nodes are stepped in lockstep does what its run does: every protocol of the library under
// random scenarios of all kinds of faults, fact by fact, and with the same judgement.
func TestLockstep(t *testing.T) {
	violated := 0
	for _, proto := range protocols.All() {
		p, err := molly.Load(t.Context(), proto.Name)
		if err != nil {
			t.Fatal(err)
		}
		o := molly.Options{}
		q, err := p.Question(o)
		if err != nil {
			t.Fatal(err)
		}
		wide := q.Spec
		wide.Delay, wide.Twice = 2, true
		if wide.Crashes > 0 && wide.EFF > 1 {
			wide.Restarts = 1
		}
		for _, spec := range []failure.Spec{q.Spec, wide} {
			q, err := q.Under(spec)
			if err != nil {
				t.Fatal(err)
			}
			s, err := dedalus.System(proto.Name, q.Datalog(), q.Nodes, dedalus.Options{Until: spec.EOT})
			var remote *eval.RemoteRuleError
			if errors.As(err, &remote) {
				t.Logf("%s: %v", proto.Name, err)
				break
			} else if err != nil {
				t.Fatal(err)
			}
			sampler := failure.NewSampler(q.Spec, q.Nodes, 1)
			for range *scenarios {
				sc := sampler.Draw()
				d, bad := differs(t, s, q, sc)
				if d != "" {
					t.Fatalf("%s under %v, %v:\n%s", proto.Name, q.Spec, sc, d)
				}
				if bad {
					violated++
				}
			}
		}
	}
	if violated < 20 {
		t.Errorf("only %d executions violate anything", violated)
	}
}

func differs(t *testing.T, s *node.System, q *molly.Question, sc failure.Scenario) (string, bool) {
	t.Helper()
	x, err := q.Run(t.Context(), sc)
	if err != nil {
		t.Fatal(err)
	}
	p := q.Datalog()
	want, got := []string{}, []string{}
	observed := eval.Observed(p)
	recording := *s
	recording.Oracle = func() node.Oracle {
		return recorder{s.Oracle(), func(w *node.World, i int) {
			for _, f := range dedalus.Of(w, i).Holds() {
				got = append(got, line(p, f))
			}
		}}
	}
	w, err := node.Begin(&recording)
	if err != nil {
		t.Fatal(err)
	}
	if err := dedalus.Lockstep(w, p, q.Spec, sc); err != nil {
		return err.Error(), false
	}
	for id := range x.Run.Facts() {
		f := x.Run.Fact(eval.FactID(id))
		if observed[f.Relation] || f.Relation == p.Crash || f.Relation == p.Outage {
			continue
		}
		if !slices.Contains(s.Nodes, f.Args[0].Text()) {
			continue // at a place that is no node
		}
		if _, down := sc.OutageAt(f.Args[0].Text(), f.Time); !down {
			want = append(want, line(p, f))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		return "-run +nodes\n" + d, false
	}
	bad := len(x.Violated) > 0
	if bad != (w.Violation() != nil) {
		return fmt.Sprintf("the run violates %v, the nodes %v", x.Violated, w.Violation()), bad
	}
	return "", bad
}

// recorder sees each step of a node.
type recorder struct {
	node.Oracle
	step func(w *node.World, i int)
}

func (r recorder) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Kind == node.Fire {
		r.step(w, e.Node)
	}
	return r.Oracle.Check(w, e)
}

func line(p *datalog.Program, f datalog.Fact) string {
	return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[f.Relation].Name, f.Args), f.Time)
}
