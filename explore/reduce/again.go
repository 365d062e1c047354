package reduce

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"molly/explore/fuzz"
	"molly/node"
)

// again searches random executions over the events from outside that are left, in their order, for one that is smaller and
// violates the same, and reports whether there was one.
func (r *reduction) again() bool {
	r.begin("again")
	defer r.end()
	runs := r.options.Runs
	if most := r.options.Executions; most > 0 {
		runs = min(runs, most-r.result.Executions)
	}
	p := r.near()
	found := p.search(r.ctx, r.newAttempt, r.attempt.fingerprint, runs)
	if r.ctx.Err() != nil && found < 0 {
		return false
	}
	if found < 0 {
		r.result.Executions += runs
		return false
	}
	r.result.Executions += found
	r.spend()
	r.attempt.begin()
	p.walk(r.attempt, found)
	r.adopt(stepsOf(r.attempt.world.Events()))
	return true
}

// near is a neighbourhood of an execution: short random executions with the same events from outside.
type near struct {
	events    int // at most
	first     []node.Action
	externals []node.Action // in this order, after the first
	plan      fuzz.Plan
	seed      uint64
	round     int
}

// near is the neighbourhood of the smallest execution. Its executions have one event less, at most.
func (r *reduction) near() *near {
	p := &near{events: len(r.best) - 1, seed: r.options.Seed, round: r.round, plan: fuzz.Plan{Timer: 0.3}}
	for i := range r.best {
		a := r.best[i].Action
		switch {
		case a.Kind == node.Drop:
			p.plan.Drop = 0.1
		case a.Kind == node.Duplicate:
			p.plan.Duplicate = 0.1
		case a.Kind == node.Start && len(p.externals) == 0:
			p.first = append(p.first, a)
		case a.Kind.External():
			p.externals = append(p.externals, a)
		}
	}
	return p
}

// walk does the execution of a number, in the world of an attempt.
func (p *near) walk(a *attempt, run int) {
	w := a.world
	for _, action := range p.first {
		_, _ = w.Do(action) // a start is always possible
	}
	random := rand.New(rand.NewPCG(p.seed, node.Combine(uint64(p.round), uint64(run))))
	walker := fuzz.NewWalker(&p.plan, w, random)
	left := p.externals
	for len(w.Events()) < p.events && w.Violation() == nil {
		room := p.events - len(w.Events())
		if len(left) == 0 || random.IntN(room) >= len(left) {
			if walker.Inside() {
				continue
			}
			if len(left) == 0 {
				return
			}
		}
		_, _ = w.Do(left[0]) // what is not possible here, such as the crash of a node that is down, is not done
		left = left[1:]
	}
}

// search does so many executions on all cores, and returns the number of the first one that fails, or -1.
func (p *near) search(ctx context.Context, newAttempt func(string) *attempt, fingerprint string, runs int) int {
	var next, found atomic.Int64
	found.Store(int64(runs))
	var workers sync.WaitGroup
	for range min(runs, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			a := newAttempt(fingerprint)
			defer a.world.Close()
			for ctx.Err() == nil {
				run := next.Add(1) - 1
				if run >= found.Load() {
					return
				}
				a.begin()
				if p.walk(a, int(run)); a.fails() {
					for was := found.Load(); run < was && !found.CompareAndSwap(was, run); was = found.Load() {
					}
				}
			}
		})
	}
	workers.Wait()
	if n := found.Load(); n < int64(runs) && ctx.Err() == nil {
		return int(n)
	}
	return -1
}
