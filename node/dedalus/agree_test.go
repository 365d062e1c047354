package dedalus_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly"
	"molly/datalog"
	"molly/eval"
	"molly/explore"
	"molly/failure"
	"molly/internal/randprog"
	"molly/node"
	"molly/node/dedalus"
	"molly/verify"
)

var (
	programs   = flag.Int("programs", 150, "how many random programs to explore in lockstep and to search by circuits")
	executions = flag.Int("executions", 100, "how many executions such a program may have")
	seed       = flag.Uint64("seed", 1, "the first seed of the random programs")
)

// asynchrony is the question of the exact engine that is explored in lockstep: each message arrives at some later time, or after the
// end; and some nodes may crash.
type asynchrony struct {
	program *datalog.Program
	nodes   []string
	eot     int
	fifo    bool
	crashes []string // of these nodes
}

func (a asynchrony) spec() failure.Spec {
	s := failure.Spec{EOT: a.eot, EFF: a.eot, Delay: a.eot - 1, NoLoss: true, FIFO: a.fifo, Crashes: len(a.crashes)}
	if len(a.crashes) > 0 {
		s.Crashable = failure.NodeSet(strings.Join(a.crashes, ","))
	}
	return s
}

func (a asynchrony) space() (*explore.Space, error) {
	o := dedalus.Options{Until: a.eot}
	if a.fifo {
		o.Order = node.FIFO
	}
	s, err := dedalus.System("program", a.program, a.nodes, o)
	if err != nil {
		return nil, err
	}
	space := &explore.Space{System: s, Lockstep: true}
	for _, name := range a.crashes {
		space.Externals = append(space.Externals, node.Action{Kind: node.Command, Node: slices.Index(a.nodes, name), Type: dedalus.Silence})
	}
	return space, nil
}

// explored is what an exploration finds.
type explored struct {
	*explore.Result
	ends map[string]bool // what the nodes hold at the end, in some execution
}

// explore goes on after a violation, up to so many executions.
func (a asynchrony) explore(ctx context.Context, most int) (*explored, error) {
	space, err := a.space()
	if err != nil {
		return nil, err
	}
	x := &explored{ends: map[string]bool{}}
	made := space.System.Oracle
	space.System.Oracle = func() node.Oracle {
		return ending{made().(node.Causal), a.eot, func(held []datalog.Fact) { x.ends[a.end(held)] = true }}
	}
	x.Result, err = explore.Classes(ctx, space, explore.Options{All: true, Executions: most})
	return x, err
}

// ending is an oracle that tells what nodes held at their last steps.
type ending struct {
	node.Causal
	until int
	tell  func([]datalog.Fact)
}

func (o ending) Check(w *node.World, e *node.Event) *node.Violation {
	var held []datalog.Fact
	for i := range w.System.Nodes {
		if e.Kind != node.Fire || dedalus.Of(w, i).Time() < o.until {
			return o.Causal.Check(w, e)
		}
		held = append(held, dedalus.Of(w, i).Holds()...)
	}
	o.tell(held)
	return o.Causal.Check(w, e)
}

// end writes what nodes hold, without what only observers see.
func (a asynchrony) end(held []datalog.Fact) string {
	observed := eval.Observed(a.program)
	var lines []string
	for _, f := range held {
		if !observed[f.Relation] {
			lines = append(lines, line(a.program, f))
		}
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// enumerated is what all scenarios are, one by one.
type enumerated struct {
	ends     map[string]bool
	arrivals map[string]bool // when the messages arrive that there are
}

func (a asynchrony) enumerate(ctx context.Context) (*enumerated, error) {
	ev, err := eval.New(a.program, a.nodes, eval.Options{})
	if err != nil {
		return nil, err
	}
	x := &enumerated{map[string]bool{}, map[string]bool{}}
	for sc := range a.spec().Each(a.nodes) {
		run, err := ev.Run(ctx, a.spec(), sc)
		if err != nil {
			return nil, err
		}
		var held []datalog.Fact
		for id := range run.Facts() {
			f := run.Fact(eval.FactID(id))
			there := f.Time == a.eot && slices.Contains(a.nodes, f.Args[0].Text())
			if there && f.Relation != a.program.Crash && f.Relation != a.program.Outage {
				held = append(held, f)
			}
		}
		x.ends[a.end(held)] = true
		var arrivals []string
		for _, m := range run.Messages() {
			if m.From != m.To && slices.Contains(a.nodes, m.To.Text()) {
				arrivals = append(arrivals, fmt.Sprint(m.From, m.To, m.Sent, m.Arrivals))
			}
		}
		slices.Sort(arrivals)
		x.arrivals[strings.Join(slices.Compact(arrivals), " ")] = true
	}
	return x, nil
}

// What executions in lockstep violate is what the exact engine says, and they end as its runs do; each is done once. It returns what is
// wrong, and whether something is violated.
func (a asynchrony) disagreement(ctx context.Context, most int) (wrong string, violated bool, err error) {
	x, err := a.explore(ctx, most)
	if err != nil {
		return "", false, err
	}
	if violated = len(x.Violations) > 0; !violated && !x.Complete {
		return "", false, errTooLarge
	}
	v, err := verify.Verify(ctx, a.program, verify.Options{Spec: a.spec(), Nodes: a.nodes})
	if err != nil {
		return "", violated, err
	}
	if !a.fifo && len(a.crashes) == 0 {
		// What may be late by EOT − 2 rounds or lost arrives at any time up to EOT, or does not.
		lossy := failure.Spec{EOT: a.eot, EFF: a.eot, Delay: a.eot - 2}
		w, err := verify.Verify(ctx, a.program, verify.Options{Spec: lossy, Nodes: a.nodes})
		if err != nil || w.Kind != v.Kind {
			return fmt.Sprintf("%v: %s, %v: %s", a.spec(), v.Kind, lossy, w.Kind), violated, err
		}
	}
	if violated != (v.Kind == verify.Counterexample) {
		return fmt.Sprintf("explored: %v; %v: %s, %v", x.Violations, a.spec(), v.Kind, v.Findings), violated, nil
	}
	if !x.Complete || a.spec().Scenarios(a.nodes).Cmp(big.NewInt(int64(10*most))) > 0 {
		return "", violated, nil
	}
	all, err := a.enumerate(ctx)
	switch {
	case err != nil:
		return "", violated, err
	case !maps.Equal(x.ends, all.ends):
		return fmt.Sprintf("%d ends, %d of runs", len(x.ends), len(all.ends)), violated, nil
	case len(a.crashes) == 0 && x.Executions != len(all.arrivals):
		return fmt.Sprintf("%d executions, messages arrive in %d ways", x.Executions, len(all.arrivals)), violated, nil
	}
	return "", violated, nil
}

var errTooLarge = errors.New("there are more executions")

// agreeable reports whether what is explored and what the exact engine says are the same question.
func agreeable(p *datalog.Program) bool {
	if p.Pre == datalog.NoRelation || p.Never != datalog.NoRelation || len(p.Inputs) > 0 {
		return false
	}
	observed := eval.Observed(p)
	for i := range p.Rules {
		r := &p.Rules[i]
		for _, l := range r.Body {
			if l.Kind != datalog.Comparison && l.Atom.Relation == p.Crash && (r.Timing != datalog.Deductive || !observed[r.Head.Relation]) {
				return false
			}
		}
	}
	return true
}

// Random programs, in lockstep, violate what they violate in the exact engine.
func TestAgrees(t *testing.T) {
	most := *programs
	if testing.Short() {
		most = min(most, 40)
	}
	tried, large, remote, violated := 0, 0, 0, 0
	for at := *seed; tried < most; at++ {
		r := rand.New(rand.NewPCG(at, 141))
		src := randprog.Program(r, randprog.Options{Nodes: 2 + r.IntN(2), NoOverflow: true, WithInvariant: true, NoSeveralPlaces: true, Wide: r.IntN(2) == 0})
		p, ok := randprog.Parse(src)
		if !ok || !agreeable(p) {
			continue
		}
		a := asynchrony{program: p, nodes: p.Places(), eot: 2 + r.IntN(4), fifo: r.IntN(3) == 0}
		if r.IntN(3) == 0 {
			a.crashes = a.nodes[:1+r.IntN(len(a.nodes))]
		}
		wrong, bad, err := a.disagreement(t.Context(), *executions)
		var several *eval.RemoteRuleError
		switch {
		case errors.As(err, &several):
			remote++
			continue
		case errors.Is(err, errTooLarge):
			large++
			continue
		case err != nil:
			t.Fatalf("seed %d: %v\n%s", at, err, src)
		case wrong != "":
			small := randprog.Shrink(src, func(src string) bool {
				b := a
				if b.program, ok = randprog.Parse(src); !ok || !agreeable(b.program) || !slices.Equal(b.program.Places(), a.nodes) {
					return false
				}
				wrong, _, err := b.disagreement(t.Context(), *executions)
				return err == nil && wrong != ""
			})
			t.Fatalf("seed %d, %v, %v: %s\n%s", at, a.spec(), a.nodes, wrong, small)
		}
		tried++
		if bad {
			violated++
		}
	}
	t.Logf("%d programs, %d of them violate something; %d were too large, and %d have rules of several places", tried, violated, large, remote)
	if violated < most/20 || violated > most*19/20 {
		t.Errorf("%d of %d programs violate something", violated, tried)
	}
}

// Protocols of the library likewise: what is certified, and what is violated.
func TestLibraryAgrees(t *testing.T) {
	for _, c := range []struct {
		name     string
		eot      int
		fifo     bool
		violated bool
	}{
		{name: "commit/2pc", eot: 4, violated: true},
		{name: "commit/3pc", eot: 4, violated: true},
		{name: "delivery/simple", eot: 4, violated: true},
		{name: "delivery/retry", eot: 4, violated: true},
		{name: "delivery/ack", eot: 3, violated: true},
		{name: "delivery/classic", eot: 3, violated: true},
		{name: "agreement/bully", eot: 2},
		{name: "agreement/paxos", eot: 2},
		{name: "agreement/paxos", eot: 3, fifo: true},
		{name: "replication/flux", eot: 3},
		{name: "replication/kafka-fixed", eot: 2},
	} {
		p, err := molly.Load(t.Context(), c.name)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Question(molly.Options{EOT: &c.eot, EFF: &c.eot})
		if err != nil {
			t.Fatal(err)
		}
		a := asynchrony{program: q.Datalog(), nodes: q.Nodes, eot: c.eot, fifo: c.fifo}
		wrong, violated, err := a.disagreement(t.Context(), 3000)
		if err != nil || wrong != "" || violated != c.violated {
			t.Errorf("%s, EOT %d: violated %v; %v, %v", c.name, c.eot, violated, wrong, err)
		}
	}
}
