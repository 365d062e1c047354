package reduce

import (
	"molly/explore/schedule"
	"molly/node"
)

// attempt does executions in one world, and judges them.
type attempt struct {
	world       *node.World
	matcher     schedule.Matcher
	fingerprint string              // of the violation that is looked for; "" stands for each
	known       map[uint64]struct{} // transitions of nodes, with NoDiverge; else nil
	states      []uint64            // of the nodes, with NoDiverge
	diverged    bool
}

// begin goes back to where nothing has happened.
func (a *attempt) begin() {
	a.world.Reset()
	clear(a.states)
	a.diverged = false
}

// follow does what of some steps can be done, from where the world is, and returns the places in the list of those that were.
// It ends at a violation.
func (a *attempt) follow(steps []step, before func(i int)) (done []int) {
	for i := range steps {
		if before != nil {
			before(i)
		}
		if !a.matcher.Do(a.world, &steps[i].Step) {
			continue
		}
		done = append(done, i)
		if a.diverged = a.diverges(); a.diverged || a.world.Violation() != nil {
			break
		}
	}
	return done
}

// fails reports whether the violation is the one that is looked for.
func (a *attempt) fails() bool {
	v := a.world.Violation()
	return !a.diverged && v != nil && (a.fingerprint == "" || v.Fingerprint == a.fingerprint)
}

// learn remembers the transitions of an execution, which is that of a world that records digests.
func (a *attempt) learn(events []*node.Event, nodes int) {
	a.known, a.states = map[uint64]struct{}{}, make([]uint64, nodes)
	a.world.Digests = true
	for _, e := range events {
		if e.Node >= 0 {
			a.known[a.transition(e)] = struct{}{}
		}
	}
}

// transition names the step of a node by its states before and after it.
func (a *attempt) transition(e *node.Event) uint64 {
	before := a.states[e.Node]
	a.states[e.Node] = e.Digest
	return node.Combine(uint64(e.Node), before, e.Digest)
}

// diverges reports whether the last event brought its node from a state into another in a way that was not learned.
func (a *attempt) diverges() bool {
	if a.known == nil {
		return false
	}
	events := a.world.Events()
	e := events[len(events)-1]
	if e.Node < 0 {
		return false
	}
	_, known := a.known[a.transition(e)]
	return !known
}
