package verify

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"molly/eval"
	"molly/failure"
)

// chunk is how many scenarios a worker takes at a time; they share prefixes of time.
const chunk = 256

// exhaustive runs every admissible scenario. It looks at no circuit.
func (s *search) exhaustive(free Judged) error {
	s.verdict.Warnings = free.Warnings()
	e := &enumeration{search: s}
	e.take(free.dropRun())
	err := e.all()
	if e.overflow != nil {
		return s.overflowAt(*e.overflow)
	}
	e.report()
	owed := &s.verdict.Owed
	owed.UnderFaults = e.owed != nil
	if err != nil {
		return err
	}
	if owed.OnlyUnderFaults() && len(s.verdict.Findings) == 0 {
		owed.First = e.owed
	}
	return s.done()
}

// enumeration gathers what the workers find.
type enumeration struct {
	*search
	bad      []Judged         // the best one, or all
	overflow *reached         // in the first scenario by Compare
	owed     failure.Scenario // the first by Compare that owes something, of those with a fault
}

// job is a chunk of scenarios, numbered in the order of dealing.
type job struct {
	number    int
	scenarios []failure.Scenario
}

// batch is a worker's result for a job.
type batch struct {
	number   int
	executed int
	bad      []Judged
	overflow *reached
	owed     failure.Scenario // the first by Compare that owes something
	err      error
	panicked any // what a worker panicked with
}

// all runs every scenario but the failure-free one on all cores, and gathers the results in
// the order of dealing, up to the first error: what comes out does not depend on
// which worker runs what.
func (e *enumeration) all() error {
	work := make(chan job)
	results := make(chan batch)
	stop := make(chan struct{})
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			w := worker{search: e.search}
			for j := range work {
				results <- w.guarded(j)
			}
		})
	}
	bounded := false
	go func() {
		bounded = e.deal(work, stop)
		close(work)
		workers.Wait()
		close(results)
	}()
	early := map[int]batch{} // by number: those that an earlier one is missing for
	next := 0
	var err error
	var panicked any
	stopped := false
	for b := range results {
		if b.err != nil && !stopped {
			stopped = true
			close(stop) // what comes before it has been dealt
		}
		early[b.number] = b
		for b, ready := early[next]; ready && err == nil; b, ready = early[next] {
			delete(early, next)
			next++
			e.gather(b)
			err, panicked = b.err, b.panicked
		}
	}
	if panicked != nil {
		panic(panicked)
	}
	if err == nil && bounded {
		err = errBound
	}
	return err
}

// gather adds a batch to what has been found.
func (e *enumeration) gather(b batch) {
	e.verdict.Executions += b.executed
	for _, j := range b.bad {
		e.take(j)
	}
	if b.owed != nil && (e.owed == nil || b.owed.Compare(e.owed) < 0) {
		e.owed = b.owed
	}
	if o := b.overflow; o != nil && (e.overflow == nil || o.scenario.Compare(e.overflow.scenario) < 0) {
		e.overflow = o
	}
	e.tell(Event{Kind: Executed, Violated: len(e.bad) > 0})
}

// errPanicked stops the other workers when one panics.
var errPanicked = errors.New("a worker panicked")

// guarded does a job and takes a panic along, so that the caller's goroutine can go on
// with it.
func (w *worker) guarded(j job) (b batch) {
	defer func() {
		if p := recover(); p != nil {
			b = batch{err: errPanicked, panicked: fmt.Sprintf("%v\n%s", p, debug.Stack())}
		}
		b.number = j.number
	}()
	return w.run(j.scenarios)
}

// deal hands the scenarios out in chunks. It reports whether a bound ended it.
func (e *enumeration) deal(work chan<- job, stop <-chan struct{}) (bounded bool) {
	var j job
	send := func() bool {
		select {
		case work <- j:
			j = job{number: j.number + 1}
			return true
		case <-stop:
			return false
		}
	}
	dealt := 0
	for sc := range e.options.Spec.Each(e.options.Nodes) {
		dealt++
		if dealt == 1 {
			continue // the failure-free run has been executed
		}
		if limit := e.options.MaxExecutions; limit > 0 && dealt > limit {
			bounded = true
			break
		}
		if j.scenarios = append(j.scenarios, sc); len(j.scenarios) == chunk && !send() {
			return false
		}
	}
	if len(j.scenarios) > 0 {
		send()
	}
	return bounded
}

// worker runs scenarios one after the other, each from the first difference on.
type worker struct {
	*search
	last *eval.Run
}

func (w *worker) run(list []failure.Scenario) batch {
	var b batch
	for _, sc := range list {
		var err error
		if w.last == nil {
			w.last, err = w.eval.Run(w.ctx, w.options.Spec, sc)
		} else {
			w.last, err = w.eval.Resume(w.ctx, w.last, sc)
		}
		if err != nil {
			b.err, w.last = err, nil
			return b
		}
		b.executed++
		if (b.owed == nil || sc.Compare(b.owed) < 0) && w.judge.owes(w.last) {
			b.owed = sc
		}
		if o := w.last.Overflows(); len(o) > 0 && (b.overflow == nil || sc.Compare(b.overflow.scenario) < 0) {
			b.overflow = &reached{sc, o[0]}
		}
		if violated := w.judge.violated(w.last); len(violated) > 0 {
			b.bad = append(b.bad, Judged{Scenario: sc, Violated: violated, Vacuous: !w.judge.owes(w.last)})
		}
	}
	return b
}

// take keeps a violation: the first by Compare, or every one.
func (e *enumeration) take(j Judged) {
	switch {
	case len(j.Violated) == 0:
	case e.options.All || len(e.bad) == 0:
		e.bad = append(e.bad, j)
	case j.Scenario.Compare(e.bad[0].Scenario) < 0:
		e.bad[0] = j
	}
}

// report turns the violations into counterexamples: the minimal ones.
func (e *enumeration) report() {
	list := make([]failure.Scenario, len(e.bad))
	judged := map[string]Judged{}
	for i, j := range e.bad {
		list[i] = j.Scenario
		judged[j.Scenario.String()] = j
	}
	represented := map[string]bool{}
	for _, m := range failure.Minimal(list) {
		if represented[m.String()] {
			continue
		}
		alike := e.orbit(m)
		for _, other := range alike {
			represented[other.String()] = true
		}
		e.found(judged[m.String()], len(alike))
	}
}
