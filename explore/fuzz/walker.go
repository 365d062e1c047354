package fuzz

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"

	"molly/node"
)

// Walker does random actions in a world. The choices depend on nothing but the plan, the world and the source of random
// numbers.
type Walker struct {
	plan      *Plan
	world     *node.World
	random    *rand.Rand
	externals int

	enabled []*node.Item
	choices []choice
	sum     float64
}

// choice is something that can be done, by what it takes to make the action.
type choice struct {
	weight float64
	kind   node.Kind
	item   *node.Item
	node   int
	to     int
}

// NewWalker walks in a world that has done its setup.
func NewWalker(p *Plan, w *node.World, r *rand.Rand) *Walker {
	return &Walker{plan: p, world: w, random: r}
}

// Run does random actions in a world until it has as many events as the plan says, or something is violated, or nothing
// is left to do.
func (p Plan) Run(w *node.World, r *rand.Rand) {
	k := NewWalker(&p, w, r)
	for (p.Events == 0 || len(w.Events()) < p.Events) && w.Violation() == nil && k.Step() {
	}
}

// Step does a random action of any kind, and reports whether there was one.
func (k *Walker) Step() bool {
	k.begin()
	if k.plan.Externals == 0 || k.externals < k.plan.Externals {
		k.outside()
	}
	return k.do()
}

// Inside is Step without what comes from outside: it delivers, drops or doubles a message, or fires a timer.
func (k *Walker) Inside() bool {
	k.begin()
	return k.do()
}

func (k *Walker) add(c choice) {
	if c.weight > 0 {
		k.choices = append(k.choices, c)
		k.sum += c.weight
	}
}

// begin lists what can be done with what is pending.
func (k *Walker) begin() {
	p := k.plan
	k.choices, k.sum = k.choices[:0], 0
	k.enabled = k.world.Enabled(k.enabled[:0])
	for _, it := range k.enabled {
		if it.Timer {
			weight, own := p.Timers[it.Type]
			if !own {
				weight = p.Timer
			}
			k.add(choice{weight: weight, kind: node.Fire, item: it})
			continue
		}
		k.add(choice{weight: 1, kind: node.Deliver, item: it})
		k.add(choice{weight: p.Drop, kind: node.Drop, item: it})
		k.add(choice{weight: p.Duplicate, kind: node.Duplicate, item: it})
	}
}

// outside adds what can come from outside.
func (k *Walker) outside() {
	p := k.plan
	n := len(k.world.System.Nodes)
	for i := range n {
		switch k.world.Status(i) {
		case node.Up:
			k.add(choice{weight: p.Crash, kind: node.Crash, node: i})
		case node.Down:
			k.add(choice{weight: p.Restart, kind: node.Restart, node: i})
		}
	}
	if p.Cut > 0 || p.Heal > 0 {
		a, b := k.random.IntN(n), k.random.IntN(n)
		if k.world.IsCut(a, b) {
			k.add(choice{weight: p.Heal, kind: node.Heal, node: a, to: b})
		} else if a != b {
			k.add(choice{weight: p.Cut, kind: node.Cut, node: a, to: b})
		}
	}
	if p.Command > 0 && slices.ContainsFunc(p.Commands, func(c Command) bool { return k.asked(&c) > 0 }) {
		k.add(choice{weight: p.Command, kind: node.Command})
	}
}

// asked is the weight of a command: 0 where no node is up that could be asked.
func (k *Walker) asked(c *Command) float64 {
	for i, name := range k.world.System.Nodes {
		if k.world.Status(i) == node.Up && c.asks(name) {
			return c.weight()
		}
	}
	return 0
}

func (c *Command) asks(name string) bool { return len(c.Nodes) == 0 || slices.Contains(c.Nodes, name) }

func (c *Command) weight() float64 {
	if c.Weight == 0 {
		return 1
	}
	return c.Weight
}

// do does one of the choices.
func (k *Walker) do() bool {
	if len(k.choices) == 0 {
		return false
	}
	at, chosen := k.random.Float64()*k.sum, len(k.choices)-1
	for i := range k.choices {
		if at -= k.choices[i].weight; at < 0 {
			chosen = i
			break
		}
	}
	c := k.choices[chosen]
	a := node.Action{Kind: c.kind, Node: c.node, To: c.to}
	switch {
	case c.item != nil:
		a = node.Action{Kind: c.kind, Item: c.item.ID}
	case c.kind == node.Restart:
		a.Lost = k.random.Float64() < k.plan.Lose
	case c.kind == node.Command:
		k.command(&a)
	}
	if c.item == nil {
		k.externals++
	}
	if _, err := k.world.Do(a); err != nil {
		panic("an action that should be possible: " + err.Error())
	}
	return true
}

// command chooses a command, and a node that is up.
func (k *Walker) command(a *node.Action) {
	list := k.plan.Commands
	sum := 0.0
	for i := range list {
		sum += k.asked(&list[i])
	}
	at := k.random.Float64() * sum
	var c *Command
	for i := range list {
		weight := k.asked(&list[i])
		if weight == 0 {
			continue
		}
		c = &list[i]
		if at -= weight; at < 0 {
			break
		}
	}
	names := k.world.System.Nodes
	var up []int
	for i, name := range names {
		if k.world.Status(i) == node.Up && c.asks(name) {
			up = append(up, i)
		}
	}
	a.Type, a.Node = c.Type, up[k.random.IntN(len(up))]
	a.Body = bytes.ReplaceAll(c.Body, []byte("$node"), []byte(names[k.random.IntN(len(names))]))
	a.Body = bytes.ReplaceAll(a.Body, []byte("$n"), []byte(strconv.Itoa(k.externals+1)))
	if len(c.Body) == 0 {
		a.Body = nil
	}
}
