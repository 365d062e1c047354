package reduce

import (
	"context"
	"errors"
	"fmt"
	"time"

	"molly/node"
	"molly/node/trace"
)

// reduction is a reduction under way.
type reduction struct {
	ctx     context.Context
	system  *node.System
	options Options
	attempt *attempt
	best    []step          // the smallest execution so far
	events  []*node.Event   // of it
	failed  map[uint64]bool // what was tried without success, by its steps
	result  Result
	stage   Stage // under way
	round   int   // how many searches near the minimum have found something
	begun   time.Time
}

// Reduce reduces an execution of a system that violates something. The context ends it early, which is no error once the
// execution was replayed: the result is the smallest execution so far then, and says so. The error is that of trace.Replay where
// the trace is no execution of the system, or says that it violates nothing.
func Reduce(ctx context.Context, s *node.System, t *trace.Trace, o Options) (*Result, error) {
	w, err := trace.Replay(s, t)
	if w != nil {
		defer w.Close()
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err() // nodes that are processes may have ended
	case err != nil:
		return nil, err
	}
	v := w.Violation()
	if v == nil {
		return nil, errors.New("the trace violates nothing: there is nothing to keep")
	}
	events := w.Events()
	for i, e := range events {
		if e.Violation != nil {
			events = events[:i+1] // what follows the violation is not needed for it
			break
		}
	}
	r := &reduction{ctx: ctx, system: s, options: o.filled(), failed: map[uint64]bool{}, best: stepsOf(events), events: events}
	fingerprint := v.Fingerprint
	if o.Any {
		fingerprint = ""
	}
	r.attempt = r.newAttempt(fingerprint)
	defer r.attempt.world.Close()
	r.record("initial", len(t.Records), countExternal(t))
	r.result.Pace = []Pace{{0, len(t.Records)}}
	if r.options.NoDiverge {
		if err := r.learn(); err != nil {
			return nil, err
		}
	}
	r.run(v)
	if err := r.finish(t); err != nil {
		return nil, err
	}
	return &r.result, nil
}

func countExternal(t *trace.Trace) (n int) {
	for i := range t.Records {
		if t.Records[i].Do.External() {
			n++
		}
	}
	return n
}

func (r *reduction) newAttempt(fingerprint string) *attempt {
	a := &attempt{world: node.NewWorld(r.system), fingerprint: fingerprint}
	a.matcher.Levels = r.options.Levels
	return a
}

// learn does the execution once more, with digests of the nodes' states.
func (r *reduction) learn() error {
	w := node.NewWorld(r.system)
	defer w.Close()
	w.Digests = true
	for i := range r.best {
		if _, err := w.Do(r.best[i].Action); err != nil {
			return fmt.Errorf("the execution cannot be done a second time: event %d: %w", i, err)
		}
	}
	r.attempt.learn(w.Events(), len(r.system.Nodes))
	return nil
}

// entangled is how many events an execution has at least that is searched around before single messages are left out: so many
// are left where nodes' terms depend on each other, and leaving out one by one takes many executions and achieves little.
const entangled = 60

// run does the stages.
func (r *reduction) run(v *node.Violation) {
	r.do(Provenance, "provenance", func() { r.provenance(v) })
	for r.roughly(); len(r.best) >= entangled && r.asked(Again) && r.again(r.options.Runs/10); r.roughly() {
		r.round++
	}
	for {
		r.alternate()
		r.settle()
		found := r.asked(Again) && r.again(r.options.Runs)
		if !found {
			found = r.asked(Smallest) && r.smallest()
		}
		if !found {
			return
		}
		r.round++
	}
}

// do does a stage, if it is asked for.
func (r *reduction) do(s Stages, name string, do func()) {
	if !r.asked(s) {
		return
	}
	r.begin(name)
	if do(); r.result.Executions > r.stage.Executions {
		r.end()
	}
}

// roughly leaves out events from outside, and chains of events.
func (r *reduction) roughly() {
	r.do(Externals, "externals", r.externals)
	r.do(Internals, "chains", func() { r.narrow(r.chains()) })
}

// alternate does the stages that take away, until none of them does.
func (r *reduction) alternate() {
	for before := (size{}); before != sizeOf(r.best); {
		before = sizeOf(r.best)
		r.do(Externals, "externals", r.externals)
		r.do(Internals, "internals", r.internals)
		r.do(Contents, "contents", r.contents)
	}
}

func (r *reduction) asked(s Stages) bool { return r.options.Stages&s != 0 && !r.over() }

// over reports whether the reduction must end.
func (r *reduction) over() bool {
	return r.ctx.Err() != nil || r.options.Executions > 0 && r.result.Executions >= r.options.Executions
}

// begin begins a stage.
func (r *reduction) begin(name string) {
	r.stage = Stage{Name: name, Round: r.round, Executions: r.result.Executions}
	r.begun = time.Now()
	numbered(r.best)
	r.tell()
}

// tell says how far the reduction is.
func (r *reduction) tell() {
	if tell := r.options.Progress; tell != nil {
		tell(Progress{r.stage.Name, r.result.Executions, len(r.best), externals(r.best)})
	}
}

// end records the stage under way.
func (r *reduction) end() {
	s := r.stage
	s.Events, s.Externals = len(r.best), externals(r.best)
	s.Executions = r.result.Executions - s.Executions
	s.Elapsed = time.Since(r.begun)
	r.result.Stages = append(r.result.Stages, s)
}

func (r *reduction) record(name string, events, externals int) {
	r.result.Stages = append(r.result.Stages, Stage{Name: name, Events: events, Externals: externals})
}

// spend counts an execution.
func (r *reduction) spend() {
	r.result.Executions++
	r.tell()
}

// try follows some steps, and reports whether they violate the same. Then what was done of them is the smallest execution.
func (r *reduction) try(steps []step) bool {
	name := uint64(len(steps))
	for i := range steps {
		name = node.Combine(name, steps[i].content)
	}
	if r.failed[name] || r.over() {
		return false
	}
	if r.options.Schedules > 1 {
		if r.backtrack(steps) {
			return true
		}
	} else {
		r.spend()
		r.attempt.begin()
		if done := r.attempt.follow(steps, nil); r.attempt.fails() {
			r.adopt(r.executed(done, steps))
			return true
		}
	}
	r.failed[name] = true
	return false
}

// executed is what the world did: those of some steps that were done, as they were done.
func (r *reduction) executed(done []int, steps []step) []step {
	list := stepsOf(r.attempt.world.Events())
	for i, at := range done {
		list[i].place = steps[at].place
	}
	return list
}

// adopt makes the execution of the world, by its steps, the smallest one.
func (r *reduction) adopt(list []step) {
	r.best, r.events = list, r.attempt.world.Events()
	r.result.Left, r.result.Minimal = nil, false
	if last := r.result.Pace[len(r.result.Pace)-1]; len(list) < last.Events {
		r.result.Pace = append(r.result.Pace, Pace{r.result.Executions, len(list)})
	}
}

// without are the steps of the smallest execution but for those that stand at some places.
func (r *reduction) without(places map[int]bool) []step {
	var list []step
	for _, s := range r.best {
		if !places[s.place] {
			list = append(list, s)
		}
	}
	return list
}

// narrow leaves out as many of some groups of places as it can, by delta debugging.
func (r *reduction) narrow(groups [][]int) {
	test := func(kept []int) bool {
		dropped := map[int]bool{}
		for _, g := range groups {
			for _, place := range g {
				dropped[place] = true
			}
		}
		for _, k := range kept {
			for _, place := range groups[k] {
				delete(dropped, place)
			}
		}
		return r.try(r.without(dropped))
	}
	if len(groups) == 0 || test(nil) {
		return
	}
	Narrow(len(groups), test)
}

// sweep leaves out single steps of some kind, from the last on, until none can be left out.
func (r *reduction) sweep(these func(*step) bool) {
	for changed := true; changed && !r.over(); {
		changed = false
		for i := len(r.best) - 1; i >= 0; i-- {
			if i >= len(r.best) || !these(&r.best[i]) {
				continue
			}
			if r.try(append(append([]step{}, r.best[:i]...), r.best[i+1:]...)) {
				changed = true
			}
		}
	}
}
