package fuzz

import (
	"bytes"
	"slices"
	"strconv"

	"molly/node"
)

// outside is the weight of all that can come from outside. It finds out what external chooses from.
func (k *Walker) outside() uint64 {
	k.up, k.down = k.up[:0], k.down[:0]
	for i := range k.c.system.Nodes {
		switch k.world.Status(i) {
		case node.Up:
			k.up = append(k.up, i)
		case node.Down:
			k.down = append(k.down, i)
		}
	}
	k.links()
	sum := uint64(0)
	for _, weight := range k.kinds() {
		sum += weight
	}
	return sum
}

// links counts the links that are cut, and those that are not, where the plan has a use for them.
func (k *Walker) links() {
	if k.linked, k.cut = 0, 0; k.c.cut|k.c.heal|k.c.partition|k.c.reunite == 0 {
		return
	}
	for a := range k.c.system.Nodes {
		for b := range k.c.system.Nodes {
			if k.world.IsCut(a, b) {
				k.cut++
			} else if a != b {
				k.linked++
			}
		}
	}
}

// The kinds of what comes from outside, in the order in which they are chosen.
const (
	crash = iota
	restart
	cut
	heal
	partition
	reunite
	ask
	kinds
)

// kinds are the weights of the kinds now.
func (k *Walker) kinds() (weights [kinds]uint64) {
	c := k.c
	weights[crash], weights[restart] = uint64(len(k.up))*c.crash, uint64(len(k.down))*c.restart
	if k.linked > 0 {
		weights[cut], weights[partition] = c.cut, c.partition
	}
	if k.cut > 0 {
		weights[heal], weights[reunite] = c.heal, c.reunite
	}
	if c.command > 0 && slices.ContainsFunc(c.commands, func(x command) bool { return k.askable(&x) > 0 }) {
		weights[ask] = c.command
	}
	return weights
}

// wakes reports whether something can come from outside that lets a node take a step, now or later.
func (k *Walker) wakes() bool {
	weights := k.kinds()
	return weights[restart]+weights[ask] > 0 || weights[crash] > 0 && k.c.restart > 0
}

// external does something from outside, chosen by its weight.
func (k *Walker) external(at uint64) {
	kind := 0
	for _, weight := range k.kinds() {
		if at < weight {
			break
		}
		at -= weight
		kind++
	}
	k.externals++
	switch kind {
	case crash:
		k.do(node.Action{Kind: node.Crash, Node: k.up[at/k.c.crash]})
	case restart:
		k.do(node.Action{Kind: node.Restart, Node: k.down[at/k.c.restart], Lost: k.random.Float64() < k.c.plan.Lose})
	case cut:
		a, b := k.link(false)
		k.do(node.Action{Kind: node.Cut, Node: a, To: b})
	case heal:
		a, b := k.link(true)
		k.do(node.Action{Kind: node.Heal, Node: a, To: b})
	case partition:
		k.split()
	case reunite:
		k.change(node.Heal, func(int, int) bool { return true })
	case ask:
		k.ask()
	}
}

// link is a random link that is cut, or is not.
func (k *Walker) link(severed bool) (a, b int) {
	n := k.linked
	if severed {
		n = k.cut
	}
	at := k.random.IntN(n)
	for a := range k.c.system.Nodes {
		for b := range k.c.system.Nodes {
			if k.world.IsCut(a, b) != severed || !severed && a == b {
				continue
			}
			if at == 0 {
				return a, b
			}
			at--
		}
	}
	panic("fewer links than were counted")
}

// split cuts all links between two groups, at least one that is not cut.
func (k *Walker) split() {
	a, b := k.link(false)
	group := make([]bool, len(k.c.system.Nodes))
	for i := range group {
		group[i] = i == a || i != b && k.random.IntN(2) == 0
	}
	k.change(node.Cut, func(from, to int) bool { return group[from] != group[to] })
}

// change cuts all links of some kind that are not cut, or heals those that are.
func (k *Walker) change(kind node.Kind, which func(from, to int) bool) {
	for a := range k.c.system.Nodes {
		for b := range k.c.system.Nodes {
			if which(a, b) && k.world.IsCut(a, b) == (kind == node.Heal) {
				k.do(node.Action{Kind: kind, Node: a, To: b})
			}
		}
	}
}

// askable is the weight of a command: 0 where no node is up that could be asked.
func (k *Walker) askable(c *command) uint64 {
	if len(k.up) == len(k.c.system.Nodes) || slices.ContainsFunc(c.nodes, k.isUp) {
		return c.weight
	}
	return 0
}

func (k *Walker) isUp(i int) bool { return k.world.Status(i) == node.Up }

// ask gives a random command to a random node that is up.
func (k *Walker) ask() {
	sum := uint64(0)
	for i := range k.c.commands {
		sum += k.askable(&k.c.commands[i])
	}
	at := k.random.Uint64N(sum)
	i := 0
	for ; ; i++ {
		weight := k.askable(&k.c.commands[i])
		if at < weight {
			break
		}
		at -= weight
	}
	c := &k.c.commands[i]
	up := 0
	for _, n := range c.nodes {
		if k.isUp(n) {
			up++
		}
	}
	nth := k.random.IntN(up)
	for _, n := range c.nodes {
		if !k.isUp(n) {
			continue
		}
		if nth == 0 {
			k.do(node.Action{Kind: node.Command, Type: c.Type, Node: n, Body: k.body(c)})
			return
		}
		nth--
	}
}

var (
	nodeVariable   = []byte("$node")
	numberVariable = []byte("$n")
)

// body is the body of a command, now.
func (k *Walker) body(c *command) []byte {
	if !c.variable {
		return c.Body
	}
	body := bytes.ReplaceAll(c.Body, nodeVariable, k.c.names[k.random.IntN(len(k.c.names))])
	return bytes.ReplaceAll(body, numberVariable, strconv.AppendInt(nil, int64(k.externals), 10))
}
