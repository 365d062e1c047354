package randprog

import (
	"fmt"
	"math/rand/v2"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
)

// Task is a program and a specification to search.
type Task struct {
	Source  string
	Program *datalog.Program
	Nodes   []string
	Spec    failure.Spec
}

func (t Task) String() string {
	return fmt.Sprintf("// nodes %v, %v\n%s", t.Nodes, t.Spec, t.Source)
}

// NewTask makes a program and a specification with at most limit scenarios. Most
// random programs are dull: wrong without any fault, or with nothing to be wrong
// about. It takes only some of those, and of the others rather those that only
// several faults break.
func NewTask(r *rand.Rand, o Options, limit int64) Task {
	for {
		if t := task(r, o, limit); t.taken(r) {
			return t
		}
	}
}

// task makes any program and specification.
func task(r *rand.Rand, o Options, limit int64) Task {
	src := Program(r, o)
	p, ok := Parse(src)
	if !ok {
		panic(fmt.Sprintf("randprog: a program does not pass the checks:\n%s", src))
	}
	nodes := p.Places()
	return Task{src, p, nodes, o.spec(r, p, nodes, limit)}
}

// spec makes a specification for a program.
func (o Options) spec(r *rand.Rand, p *datalog.Program, nodes []string, limit int64) failure.Spec {
	if o.Wide {
		return WideSpec(r, p, nodes, limit)
	}
	return Spec(r, len(nodes), limit)
}

// taken decides by chance, and by what the failure-free run and a few others show.
func (t Task) taken(r *rand.Rand) bool {
	chance := r.Float64()
	free, err := naive.Run(t.Program, t.Nodes, t.Spec, nil)
	switch {
	case err != nil: // too large
		return false
	case len(free.Overflows) > 0:
		return chance < 0.25
	case free.Breaks(t.Program, free):
		return chance < 0.05
	case len(free.Outcomes(t.Program)) == 0 && t.Program.Never == datalog.NoRelation:
		return chance < 0.025
	case t.wide():
		return chance < 0.3 || t.matters(r, free)
	case chance < 0.55:
		return true
	default:
		breaks, bySingle := t.probe(r, free)
		return breaks && (!bySingle || chance < 0.8)
	}
}

// probe reports whether one of a few scenarios violates the invariant, and, if so,
// whether a single fault does.
func (t Task) probe(r *rand.Rand, free *naive.Result) (breaks, bySingle bool) {
	violates := func(s failure.Scenario) bool {
		run, err := naive.Run(t.Program, t.Nodes, t.Spec, s)
		return err == nil && run.Breaks(t.Program, free)
	}
	for range 6 {
		breaks = breaks || violates(Scenario(r, t.Spec, t.Nodes))
	}
	if !breaks {
		return false, false
	}
	for _, f := range t.Spec.Faults(t.Nodes) {
		if violates(failure.NewScenario(f)) {
			return true, true
		}
	}
	return true, false
}
