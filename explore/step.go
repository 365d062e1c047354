package explore

import "molly/node"

// step is something that can be done. It is done at most once in an execution.
type step struct {
	name     node.ID // the same in all executions that have its causes
	action   node.Action
	item     *node.Item // or nil
	parcel   []node.ID  // in lockstep: the messages that arrive together with the item
	node     int        // that takes it, or -1
	link     int        // whose messages it is about, or -1
	shapes   bool       // it changes what the link lets through
	external int        // its place among the externals, or -1
}

// ofItem is a step on an item; n is how many of this kind there were on the item before.
func (s *Space) ofItem(kind node.Kind, it *node.Item, n int) step {
	x := step{name: it.ID, action: node.Action{Kind: kind, Item: it.ID}, item: it, node: it.To, link: -1, external: -1}
	if !it.Timer {
		x.link = it.From*len(s.System.Nodes) + it.To
	}
	if kind != node.Deliver && kind != node.Fire {
		x.node, x.shapes = -1, s.System.Order == node.FIFO
		x.name = node.ID(node.Combine(uint64(kind), uint64(it.ID), uint64(n)))
	}
	return x
}

// ofExternal is the step that is the i-th external. The item is nil where it is not one on an item.
func (s *Space) ofExternal(i int, it *node.Item) step {
	a := s.Externals[i]
	if it != nil {
		x := s.ofItem(a.Kind, it, 0)
		x.name, x.action, x.external = node.ID(node.Combine(uint64(x.name), uint64(i))), a, i
		return x
	}
	x := step{name: a.ID, action: a, node: a.Node, link: -1, external: i}
	if a.Kind == node.Cut || a.Kind == node.Heal {
		x.node, x.link, x.shapes = -1, a.Node*len(s.System.Nodes)+a.To, true
	}
	return x
}

// dependent reports whether the order of two steps may matter.
func (s *Space) dependent(a, b *step) bool {
	switch {
	case a.node >= 0 && a.node == b.node:
		return a.item == nil || b.item == nil || a.link >= 0 && a.link == b.link && s.System.Order == node.FIFO ||
			s.System.Commute == nil || !s.System.Commute(a.item, b.item)
	case a.item != nil && b.item != nil && a.item.ID == b.item.ID:
		return true
	case a.link >= 0 && a.link == b.link && (a.shapes || b.shapes):
		return true
	case a.external >= 0 && b.external >= 0:
		return s.Ordered
	}
	// What may be done so many times is taken from one stock.
	return a.action.Kind == b.action.Kind && (a.action.Kind == node.Drop || a.action.Kind == node.Duplicate)
}
