package fuzz

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"molly/node"
	"molly/node/trace"
)

// Campaign makes random executions of a system: run 0, run 1, and so on. What a run does depends on the system, the plan,
// the seed and its number, so the result of so many runs is the same however many are made at once.
type Campaign struct {
	System *node.System
	Plan   Plan // must bound the events
	Seed   uint64
	Runs   int // how many; 0: until something else ends it
	Until  int // ends after the run that brings so many different violations; 0: goes on
	// Stop lets no run begin any more when it is closed; those that have begun go on to their ends. nil: never.
	Stop <-chan struct{}
	All  bool // keep the trace of each violation, not only the shortest of each fingerprint
	// Header is what the traces have in their first lines, beside what a world and a run know.
	Header trace.Header
	// Tell hears of the campaign so far after each run; nil: nobody.
	Tell func(Result)
	// Keep takes each violation whose trace is kept, in the order of the runs; without All, one that takes the place of an earlier
	// one has the same fingerprint. nil: nobody. An error ends the campaign.
	Keep func(Violation) error
}

// Random is the source of random numbers of a run.
func Random(seed uint64, run int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(run))) }

// Run makes the executions. What it returns is that of all runs up to some run; the error is why the context ended, or says that the plan
// does not fit, that an execution cannot begin, or is that of Keep.
func (c *Campaign) Run(ctx context.Context) (*Result, error) {
	if c.Plan.Events == 0 {
		return nil, &FieldError{"events", "0: say how many events an execution has at most"}
	}
	plan, err := c.Plan.compile(c.System)
	if err != nil {
		return nil, err
	}
	own, cancel := context.WithCancel(ctx)
	l := &lab{Campaign: c, plan: plan, result: newResult(), stop: cancel, outcomes: make(chan outcome)}
	var workers sync.WaitGroup
	for range l.worlds() {
		workers.Go(func() { l.work(own) })
	}
	go func() { workers.Wait(); close(l.outcomes) }()
	waiting := map[int]outcome{}
	for o := range l.outcomes {
		waiting[o.run] = o
		for next, ok := waiting[l.result.Runs]; ok && !l.ended; next, ok = waiting[l.result.Runs] {
			delete(waiting, l.result.Runs)
			l.take(next)
		}
	}
	cancel()
	switch {
	case l.ended:
		return l.result, l.err
	case l.Runs > 0 && l.result.Runs == l.Runs:
		l.result.Ended = AllRuns
	case ctx.Err() != nil:
		l.result.Ended = Interrupted
		return l.result, context.Cause(ctx)
	default:
		l.result.Ended = Stopped
	}
	return l.result, nil
}

// lab is a campaign that is under way.
type lab struct {
	*Campaign
	plan     *compiled
	next     atomic.Int64 // the run that begins next
	outcomes chan outcome
	stop     func() // ends the runs that are under way

	mu     sync.Mutex // of result.Violations while runs are under way
	result *Result    // of the runs that are taken
	ended  bool       // nothing is taken any more
	err    error
}

// worlds is how many executions there are at once.
func (l *lab) worlds() int {
	n := runtime.GOMAXPROCS(0)
	if l.System.Worlds > 0 {
		n = min(n, l.System.Worlds)
	}
	if l.Runs > 0 {
		n = min(n, l.Runs)
	}
	return n
}

// work makes runs until there are enough.
func (l *lab) work(ctx context.Context) {
	for {
		run := int(l.next.Add(1) - 1)
		if l.Runs > 0 && run >= l.Runs || l.stopped() || ctx.Err() != nil {
			return
		}
		o := l.run(ctx, run)
		if o.ended {
			return
		}
		l.outcomes <- o
	}
}

// stopped reports whether no run should begin any more.
func (l *lab) stopped() bool {
	select {
	case <-l.Stop:
		return true
	default:
		return false
	}
}

// take adds the outcome of the next run to the result.
func (l *lab) take(o outcome) {
	if o.err != nil {
		l.end(o.err)
		return
	}
	l.mu.Lock()
	kept := l.result.add(o, l.All)
	l.mu.Unlock()
	if kept != nil && l.Keep != nil {
		if err := l.Keep(*kept); err != nil {
			l.end(err)
			return
		}
	}
	if l.Tell != nil {
		l.Tell(*l.result)
	}
	if l.Until > 0 && len(l.result.Violations) >= l.Until {
		l.result.Ended = Enough
		l.end(nil)
	}
}

func (l *lab) end(err error) {
	l.ended, l.err = true, err
	l.stop()
}

// outcome is what came of a run.
type outcome struct {
	run       int
	events    int
	did       [kindCount]int
	shapes    []uint64 // that it saw, none twice
	broken    string   // why a node did not answer any more, other than by a panic; or empty
	violation *Violation
	ended     bool // before its end
	err       error
}

// kindCount bounds the kinds of actions.
const kindCount = int(node.Heal) + 1

// breath is after how many events a run looks whether it should end.
const breath = 64

// run makes one execution.
func (l *lab) run(ctx context.Context, run int) outcome {
	o := outcome{run: run}
	w, err := node.Begin(l.System)
	if err != nil {
		o.err = err
		return o
	}
	defer w.Close()
	seen := newSight(w)
	k := l.plan.walker(w, Random(l.Seed, run))
	for n := 1; !k.over() && k.Step(); n++ {
		if n%sampled == 0 {
			seen.last()
		}
		if n%breath == 0 && ctx.Err() != nil {
			o.ended = true
			return o
		}
	}
	seen.all()
	o.shapes = seen.list
	o.count(w)
	if w.Violation() != nil {
		o.violation = l.examine(w, run)
	}
	return o
}

// count counts what an execution did.
func (o *outcome) count(w *node.World) {
	o.events = len(w.Events())
	for _, e := range w.Events() {
		o.did[e.Kind]++
		if e.Broken != nil && e.Violation == nil && o.broken == "" {
			o.broken = w.System.Nodes[e.Node] + ": " + e.Broken.Error()
		}
	}
}

// examine says what an execution violates, and does it again where its trace may be kept. It closes the world.
func (l *lab) examine(w *node.World, run int) *Violation {
	v := &Violation{Violation: *w.Violation(), Run: run, Events: len(w.Events())}
	for _, e := range w.Events() {
		if e.Kind.External() {
			v.Externals++
		}
	}
	if !l.keeps(v) {
		return v
	}
	h := l.Header
	h.Seed, h.About = seedOf(l.Seed, run), v.Text
	v.Trace = trace.Of(w, h)
	w.Close()
	again, err := trace.Replay(l.System, v.Trace)
	if again != nil {
		again.Close()
	}
	var differs *trace.Difference
	if errors.As(err, &differs) {
		v.Differs = differs
	} else if err != nil {
		v.Differs = &trace.Difference{What: err.Error()}
	}
	return v
}

// keeps reports whether the trace of a violation may be one to keep. Where it says so for one too many, nothing is lost.
func (l *lab) keeps(v *Violation) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	best := l.result.find(v.Fingerprint)
	return l.All || best == nil || v.better(best)
}
