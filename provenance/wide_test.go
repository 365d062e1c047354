package provenance_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/eval"
	"molly/export/wire"
	"molly/failure"
	"molly/internal/randprog"
	"molly/provenance"
)

// widened makes a program stable in some relations, and some of its facts inputs or lasting.
func widened(r *rand.Rand, p *datalog.Program) *datalog.Program {
	q := *p
	q.Facts = nil
	for i := range q.Relations {
		if datalog.RelID(i) != p.Crash && r.IntN(3) == 0 {
			q.Stable = append(q.Stable, datalog.RelID(i))
		}
	}
	for _, f := range p.Facts {
		in := datalog.Input{Relation: f.Relation, Args: f.Args, Times: []int{f.Time}}
		same := func(other datalog.Input) bool {
			return other.Relation == in.Relation && datalog.CompareTuples(other.Args, in.Args) == 0
		}
		switch n := r.IntN(6); {
		case n == 0:
			q.Lasting = append(q.Lasting, f)
		case n == 1 && !slices.ContainsFunc(q.Inputs, same):
			q.Inputs = append(q.Inputs, in)
		default:
			q.Facts = append(q.Facts, f)
		}
	}
	return &q
}

// newWideWorld makes a world in which everything may go wrong.
func newWideWorld(t *testing.T, seed uint64, o randprog.Options) (*world, []failure.Scenario) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 31))
	task := randprog.NewTask(r, o, 5000)
	w := &world{source: task.Source, program: widened(r, task.Program)}
	w.spec = randprog.WideSpec(r, w.program, task.Nodes, 3000)
	var err error
	if w.eval, err = eval.New(w.program, task.Nodes, eval.Options{MaxFacts: 100_000}); err != nil {
		t.Fatalf("%v\n%s", err, task)
	}
	w.space, err = w.eval.Space(t.Context(), w.spec)
	if limit := (*eval.LimitError)(nil); errors.As(err, &limit) {
		return nil, nil
	} else if err != nil {
		t.Fatalf("%v\n%s", err, task)
	}
	all := slices.Collect(w.spec.Each(task.Nodes))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return w, all
}

// Everything that explanations claim is true, and a reason is one, where messages are late or come
// twice, nodes come back, and inputs are open.
func TestWideTruth(t *testing.T) {
	goals, kinds := 0, map[provenance.Kind]int{}
	for i := range *programs {
		n := *seed + uint64(i)
		w, scenarios := newWideWorld(t, n, randprog.Options{})
		if w == nil {
			continue
		}
		r := rand.New(rand.NewPCG(n, 32))
		for _, sc := range scenarios[:min(3, len(scenarios))] {
			run := w.run(t, sc)
			for _, space := range []*eval.Space{w.space, nil} {
				list := w.goals(r, 12)
				g, err := provenance.Explain(context.Background(), run, space, list...)
				if err != nil {
					t.Fatalf("seed %d: %v", n, err)
				}
				for i := range g.Nodes {
					kinds[g.Nodes[i].Kind]++
				}
				judge := &truth{graph: g, run: run, space: space}
				lies := judge.lies()
				for _, root := range g.Roots {
					supports, _, _ := g.LostSupports(root, 0)
					lies = append(lies, judge.lostLies(supports)...)
				}
				text := g.Text(provenance.TextOptions{})
				lies = append(lies, dangling(text)...)
				if len(lies) > 0 {
					t.Fatalf("seed %d, %v, %v, stable %v, space %v: %q\n%s\n%s", n, w.spec, run.Scenario, w.program.Stable, space != nil, lies, text, w.source)
				}
				wire.NewGraph(g)
				goals += len(list)
			}
		}
	}
	for _, k := range []provenance.Kind{provenance.OtherTime, provenance.Down, provenance.Up, provenance.Unchosen} {
		if kinds[k] < 5 {
			t.Errorf("only %d nodes are %v: the test has become dull", kinds[k], k)
		}
	}
}

// A reason is one: in every scenario that does what its leaves say, its roots are as they are.
func TestWideReasonSuffices(t *testing.T) {
	checked, changed := 0, 0
	for i := range *programs {
		n := *seed + uint64(i)
		w, scenarios := newWideWorld(t, n, randprog.Options{})
		if w == nil {
			continue
		}
		r := rand.New(rand.NewPCG(n, 33))
		run := w.run(t, scenarios[0])
		for _, goal := range w.goals(r, 8) {
			g, err := provenance.Explain(t.Context(), run, w.space, goal)
			if err != nil {
				t.Fatal(err)
			}
			reason := g.Reason()
			if err := reason.Check(); err != nil {
				t.Fatalf("seed %d: %v\n%s", n, err, w.source)
			}
			same := &claims{reason: reason, run: run, watched: eval.Observed(w.program)}
			tried := 0
			for _, other := range scenarios[1:] {
				if !same.trueIn(other) {
					continue
				}
				if tried++; tried > 6 {
					break
				}
				again := w.run(t, other)
				for _, root := range reason.Roots {
					node := reason.Node(root)
					if held := len(node.Goal.Matches(again)) > 0; held != (node.Kind == provenance.Holds) {
						t.Fatalf("seed %d, %v, stable %v: under %v it is no reason, only under %v\n%s\n%s", n, w.spec, w.program.Stable,
							other, run.Scenario, reason.Text(provenance.TextOptions{}), w.source)
					}
				}
				changed++
			}
			checked++
		}
	}
	if changed < *programs {
		t.Errorf("only %d other scenarios for %d reasons: the test has become dull", changed, checked)
	}
}

// claims are what the leaves of a reason say of faults.
type claims struct {
	reason  *provenance.Graph
	run     *eval.Run
	watched []bool
}

// trueIn reports whether a scenario does what they say.
func (c *claims) trueIn(s failure.Scenario) bool {
	up := func(place datalog.Value, time int) bool {
		_, down := s.OutageAt(place.Text(), time)
		return !down
	}
	p := c.run.Program()
	for i := range c.reason.Nodes {
		n := c.reason.Node(provenance.NodeID(i))
		holds := true
		switch n.Kind {
		case provenance.Arrived:
			holds = up(n.To, n.At) && (n.From == n.To || slices.Contains(s.Arrivals(c.run.Spec, n.From.Text(), n.To.Text(), n.Time), n.At))
		case provenance.Lost:
			holds = s.Has(n.Fault)
		case provenance.OtherTime:
			arrivals := func(s failure.Scenario) []int {
				return s.Arrivals(c.run.Spec, n.From.Text(), n.To.Text(), n.Time)
			}
			holds = n.From == n.To || slices.Equal(arrivals(s), arrivals(c.run.Scenario))
		case provenance.Down:
			holds = !up(n.From, n.Time)
		case provenance.Up:
			holds = up(n.From, n.Time)
		case provenance.Unchosen:
			holds = !s.Has(n.Fault)
		case provenance.Given:
			holds = up(n.Args[0], n.Time) && (n.Fault == failure.Fault{} || s.Has(n.Fault))
		case provenance.Crashed:
			holds = s.Has(n.Fault)
		case provenance.Missing:
			if n.Relation == p.Crash || n.Relation == p.Outage {
				holds = len(n.Goal.Matches(c.run)) == 0 && !slices.ContainsFunc(s.Of(failure.Crash, failure.Outage), func(f failure.Fault) bool {
					args := []datalog.Value{datalog.String(f.Node), datalog.Int(int64(f.Time)), datalog.Int(int64(f.Until))}
					for i, v := range n.Args[1:] {
						if v.Type() != datalog.Unknown && v != args[i] {
							return false
						}
					}
					return (f.Kind == failure.Crash) == (n.Relation == p.Crash)
				})
			}
		case provenance.Holds:
			for _, id := range n.Children {
				holds = holds && c.fires(c.reason.Node(id), n, up)
			}
		}
		if !holds {
			return false
		}
	}
	return true
}

// fires reports whether the nodes are up that a way of a goal needs.
func (c *claims) fires(way, goal *provenance.Node, up func(datalog.Value, int) bool) bool {
	p := c.run.Program()
	if way.Rule == provenance.NoRuleID || way.Rule >= len(p.Rules) {
		return true
	}
	rule := p.Rule(way.Rule)
	if rule.Timing == datalog.Deductive && c.watched[rule.Head.Relation] {
		return true
	}
	if way.Kind == provenance.Grouped {
		for _, id := range way.Children {
			if b := c.reason.Node(id); b.Kind == provenance.Fired && !c.fires(b, goal, up) {
				return false
			}
		}
		return true
	}
	place := goal.Args[0]
	if rule.Location != nil {
		place, _ = eval.Compute(*rule.Location, way.Vars)
	}
	if !up(place, way.Time) {
		return false
	}
	stable := slices.Contains(p.Stable, rule.Head.Relation)
	return rule.Timing == datalog.Asynchronous || stable && rule.Timing == datalog.Inductive || up(goal.Args[0], goal.Time)
}
