package fuzz

import (
	"math"
	"math/rand/v2"
	"slices"

	"molly/node"
	"molly/node/predicate"
)

// Walker does random actions in a world. The choices depend on nothing but the plan, the world and the source of random
// numbers.
type Walker struct {
	c         *compiled
	world     *node.World
	random    *rand.Rand
	externals int // so far, beside the setup

	enabled, messages, timers []*node.Item
	weights                   []uint64 // of timers
	fired                     uint64   // their sum
	up, down                  []int    // nodes
	linked, cut               int      // how many links are not cut, and are

	waited int              // how many waits are over
	cache  *predicate.Cache // of the one that holds, if it has a condition
	asked  int              // how many events there were when the condition was asked

	ticks []int // by node: how many timers it has fired
	most  int   // of these
}

// NewWalker walks in a world that has done its setup. It panics where the plan does not fit the world's system: Plan.Check
// says so beforehand.
func NewWalker(p *Plan, w *node.World, r *rand.Rand) *Walker {
	c, err := p.compile(w.System)
	if err != nil {
		panic("a plan that does not fit " + w.System.Name + ": " + err.Error())
	}
	return c.walker(w, r)
}

func (c *compiled) walker(w *node.World, r *rand.Rand) *Walker {
	return &Walker{c: c, world: w, random: r, ticks: make([]int, len(c.system.Nodes))}
}

// Run does random actions in a world until it has as many events as the plan says, or something is violated, or nothing
// is left to do.
func (p Plan) Run(w *node.World, r *rand.Rand) {
	k := NewWalker(&p, w, r)
	for !k.over() && k.Step() {
	}
}

// over reports whether the execution has ended.
func (k *Walker) over() bool {
	return k.world.Violation() != nil || k.c.plan.Events > 0 && len(k.world.Events()) >= k.c.plan.Events
}

// Step does a random action of any kind, or the next one of the fair part, and reports whether there was one.
func (k *Walker) Step() bool {
	k.begin()
	if fair := k.c.plan.Fair; fair > 0 && k.most >= fair {
		return k.fair()
	}
	if limit := k.c.plan.Externals; limit > 0 && k.externals >= limit || k.held() {
		return k.choose(k.inside(), 0)
	}
	inside, outside := k.inside(), k.outside()
	if len(k.world.Pending()) == 0 && !k.wakes() {
		return false // whatever is done to links, nothing will happen
	}
	return k.choose(inside, outside)
}

// Inside is Step without what comes from outside: it delivers, drops or doubles a message, or fires a timer.
func (k *Walker) Inside() bool {
	k.begin()
	return k.choose(k.inside(), 0)
}

// begin lists what can be done with what is pending.
func (k *Walker) begin() {
	k.enabled = k.world.Enabled(k.enabled[:0])
	k.messages, k.timers, k.weights, k.fired = k.messages[:0], k.timers[:0], k.weights[:0], 0
	for _, it := range k.enabled {
		if !it.Timer {
			k.messages = append(k.messages, it)
			continue
		}
		k.timers = append(k.timers, it)
	}
	latest := math.MaxInt // that a node may have fired to fire one more
	if skew := k.c.plan.Skew; skew > 0 && len(k.timers) > 0 {
		latest = k.ticks[k.slowest().To] + skew - 1
	}
	for _, it := range k.timers {
		weight := uint64(0)
		if k.ticks[it.To] <= latest {
			weight = k.c.weightOf(it.Type)
		}
		k.weights, k.fired = append(k.weights, weight), k.fired+weight
	}
}

// slowest is the oldest timer of the node that has fired fewest.
func (k *Walker) slowest() *node.Item {
	return slices.MinFunc(k.timers, func(a, b *node.Item) int { return k.ticks[a.To] - k.ticks[b.To] })
}

// message is the weight of a message, with all that can be done to it.
func (k *Walker) message() uint64 { return unit + k.c.drop + k.c.duplicate }

// inside is the weight of all that can be done with what is pending.
func (k *Walker) inside() uint64 { return uint64(len(k.messages))*k.message() + k.fired }

// choose does one of all things that can be done, by their weights, and reports whether there was one.
func (k *Walker) choose(inside, outside uint64) bool {
	if inside+outside == 0 {
		return false
	}
	at := k.random.Uint64N(inside + outside)
	if at >= inside {
		k.external(at - inside)
		return true
	}
	messages := uint64(len(k.messages)) * k.message()
	if at < messages {
		k.do(node.Action{Kind: k.fate(at % k.message()), Item: k.messages[at/k.message()].ID})
		return true
	}
	at -= messages
	i := 0
	for at >= k.weights[i] {
		at -= k.weights[i]
		i++
	}
	k.fire(k.timers[i])
	return true
}

// fate is what happens to a message.
func (k *Walker) fate(at uint64) node.Kind {
	switch {
	case at < unit:
		return node.Deliver
	case at < unit+k.c.drop:
		return node.Drop
	}
	return node.Duplicate
}

// fair does the next action of the fair part of an execution, and reports whether there was one.
func (k *Walker) fair() bool {
	if len(k.messages) > 0 {
		k.do(node.Action{Kind: node.Deliver, Item: k.messages[0].ID})
		return true
	}
	if len(k.timers) == 0 {
		return false
	}
	k.fire(k.slowest())
	return true
}

// fire fires a timer.
func (k *Walker) fire(it *node.Item) {
	k.ticks[it.To]++
	k.most = max(k.most, k.ticks[it.To])
	k.do(node.Action{Kind: node.Fire, Item: it.ID})
}

// held reports whether a wait holds back what comes from outside.
func (k *Walker) held() bool {
	for k.waited < len(k.c.waits) && k.externals >= k.c.plan.Waits[k.waited].After {
		if !k.happened(k.c.waits[k.waited]) {
			return true
		}
		k.waited, k.cache = k.waited+1, nil
	}
	return false
}

// happened reports whether what is waited for is so; nil is quiescence.
func (k *Walker) happened(condition *predicate.Predicate) bool {
	if condition == nil {
		return len(k.messages) == 0
	}
	events := k.world.Events()
	moved := -1 // any may have
	if k.cache == nil {
		k.cache = condition.NewCache()
	} else if len(events) == k.asked+1 {
		moved = events[k.asked].Node
	}
	k.asked = len(events)
	return k.cache.Eval(k.world, moved)
}

// do does an action that can be done.
func (k *Walker) do(a node.Action) {
	if _, err := k.world.Do(a); err != nil {
		panic("an action that should be possible: " + err.Error())
	}
}
