package reduce

import "molly/node"

// run is an execution of Alg. 1 (TFB): one that did what another one did up to a branch, and then went on. So what executions
// have in common is kept once.
type run struct {
	parent *run
	length int           // of what it has in common with the parent
	own    []node.Action // what it did after it
}

// do does the first events of the execution, exactly.
func (p *run) do(w *node.World, length int) {
	if p.parent != nil {
		p.parent.do(w, min(length, p.length))
	}
	for i := p.length; i < length; i++ {
		if _, err := w.Do(p.own[i-p.length]); err != nil {
			panic("an execution that cannot be done again: " + err.Error())
		}
	}
}

// point is a place at which another message of the same kind could have been delivered.
type point struct {
	run    *run
	length int     // of the execution before it
	item   node.ID // the other message
	prefix uint64  // a hash of the execution before it, and the other message
	rest   []step  // what is expected after it
}

// backtracking is Alg. 1 for one set of events: the first execution follows the expected steps; each further one is like an
// earlier one up to a delivery, delivers another pending message there with the same receiver and type, and follows what is
// expected after it.
type backtracking struct {
	*reduction
	points []point
	seen   map[uint64]bool // prefixes of executions
	items  []*node.Item
}

// backtrack tries some steps in so many ways as the options allow, and reports whether one violates the same.
func (r *reduction) backtrack(steps []step) bool {
	b := &backtracking{reduction: r, seen: map[uint64]bool{}}
	r.attempt.begin()
	if b.follow(&run{}, 0, steps) {
		return true
	}
	for n := 1; n < r.options.Schedules && len(b.points) > 0 && !r.over(); {
		p := b.points[0]
		b.points = b.points[1:]
		if b.seen[p.prefix] {
			continue
		}
		n++
		r.attempt.begin()
		p.run.do(r.attempt.world, p.length)
		branch := &run{parent: p.run, length: p.length, own: []node.Action{{Kind: node.Deliver, Item: p.item}}}
		if _, err := r.attempt.world.Do(branch.own[0]); err != nil {
			panic("a message that was pending is not: " + err.Error())
		}
		b.seen[p.prefix] = true
		if b.follow(branch, p.prefix, p.rest) {
			return true
		}
	}
	return false
}

// follow does the expected steps in the world, which has done the run so far, and remembers the points on the way.
func (b *backtracking) follow(at *run, prefix uint64, steps []step) bool {
	w := b.attempt.world
	b.spend()
	events := len(w.Events())
	note := func(i int) {
		for _, e := range w.Events()[events:] { // the step before this one, where it was done
			at.own = append(at.own, e.Action)
			prefix = node.Combine(prefix, uint64(e.ID))
			b.seen[prefix] = true
		}
		events = len(w.Events())
		b.branch(at, prefix, steps[i:])
	}
	if w.Violation() == nil {
		b.attempt.follow(steps, note)
	}
	if !b.attempt.fails() {
		return false
	}
	b.adopt(numbered(stepsOf(w.Events())))
	return true
}

// branch remembers the other messages to the same node and of the same type as the first step, where their bytes differ from
// those of the one that stands for it, or, where there is none, from those that were expected.
func (b *backtracking) branch(at *run, prefix uint64, steps []step) {
	s := &steps[0]
	if s.Action.Kind != node.Deliver {
		return // a node has one timer of a type at most
	}
	w := b.attempt.world
	chosen, bytes := b.attempt.matcher.Find(w, &s.Step), s.Key.Bytes
	if chosen != nil {
		bytes = chosen.Keys().Bytes
	}
	b.items = w.Enabled(b.items[:0])
	for _, it := range b.items {
		if it.Timer || it == chosen || it.To != s.To || it.Type != s.Type || it.Keys().Bytes == bytes {
			continue
		}
		b.points = append(b.points, point{
			run: at, length: len(w.Events()), item: it.ID, prefix: node.Combine(prefix, uint64(it.ID)), rest: steps[1:],
		})
	}
}
