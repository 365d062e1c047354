package reduce

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"molly/explore/fuzz"
	"molly/node"
)

// again searches random executions over the events from outside that are left, in their order, for one that is smaller and
// violates the same, and reports whether there was one.
func (r *reduction) again(runs int) bool {
	r.begin("again")
	defer r.end()
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

// near is a neighbourhood of an execution: short random executions with the same events from outside, or with fewer, and
// variations of it.
type near struct {
	events   int    // at most
	steps    []step // that are varied; none where there are many, for then each find is only a little smaller
	outsides []outside
	plan     fuzz.Plan
	seed     uint64
	round    int
}

// outside is what comes from outside, in this order: first the starts with which an execution begins, then the rest at random
// places.
type outside struct{ starts, rest []node.Action }

func outsideOf(steps []step) (o outside) {
	for i := range steps {
		a := steps[i].Action
		switch {
		case a.Kind == node.Start && len(o.rest) == 0:
			o.starts = append(o.starts, a)
		case a.Kind.External():
			o.rest = append(o.rest, a)
		}
	}
	return o
}

// near is the neighbourhood of the smallest execution. Its executions have one event less, at most. The first outside is
// that of the smallest execution, each other one lacks one node or two, or an event.
func (r *reduction) near() *near {
	p := &near{events: len(r.best) - 1, seed: r.options.Seed, round: r.round, plan: fuzz.Plan{Timer: 0.3}}
	if len(r.best) < entangled {
		p.steps = r.best
	}
	p.outsides = append(p.outsides, outsideOf(r.best))
	for _, nodes := range r.smallGroups() {
		if list, ok := r.withoutNodes(nodes...); ok {
			p.outsides = append(p.outsides, outsideOf(list))
		}
	}
	for i := range r.best {
		switch a := r.best[i].Action; {
		case a.Kind == node.Drop:
			p.plan.Drop = 0.1
		case a.Kind == node.Duplicate:
			p.plan.Duplicate = 0.1
		case a.Kind.External():
			p.outsides = append(p.outsides, outsideOf(slices.Delete(slices.Clone(r.best), i, i+1)))
		}
	}
	return p
}

// outside is that of the random execution of a number: each second one has the first.
func (p *near) outside(run int) outside {
	if run%2 == 0 || len(p.outsides) == 1 {
		return p.outsides[0]
	}
	return p.outsides[1+run/2%(len(p.outsides)-1)]
}

// walk does the execution of a number, in the world of an attempt. Each third one is a variation.
func (p *near) walk(a *attempt, run int) {
	random := rand.New(rand.NewPCG(p.seed, node.Combine(uint64(p.round), uint64(run))))
	switch {
	case len(p.steps) == 0:
		p.wander(a.world, p.outside(run), random)
	case run%3 == 2:
		p.vary(a, random)
	default:
		p.wander(a.world, p.outside(run/3*2+run%3), random)
	}
}

// wander does a random execution.
func (p *near) wander(w *node.World, o outside, random *rand.Rand) {
	for _, action := range o.starts {
		_, _ = w.Do(action) // a start is always possible
	}
	walker := fuzz.NewWalker(&p.plan, w, random)
	left := o.rest
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

// vary does some of the steps, half of them at least, and random ones between and after them.
func (p *near) vary(a *attempt, random *rand.Rand) {
	w, walker, n := a.world, fuzz.NewWalker(&p.plan, a.world, random), len(p.steps)
	without := map[int]bool{}
	for range 1 + random.IntN(max(1, n/2)) {
		without[random.IntN(n)] = true
	}
	over := func() bool { return w.Violation() != nil || len(w.Events()) >= p.events }
	for i, left := 0, len(without); i < n && !over(); i++ {
		for ; random.IntN(n) < left && !over(); left-- {
			walker.Inside()
		}
		if !without[i] && !over() {
			a.matcher.Do(w, &p.steps[i].Step)
		}
	}
	for !over() && walker.Inside() {
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
