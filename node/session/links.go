package session

import "molly/node"

// Cut cuts each link between two nodes that are to be apart, and is not cut.
func (x *Session) Cut(apart func(from, to int) bool) error {
	return x.links(node.Cut, func(a, b int) bool { return !x.World.IsCut(a, b) && apart(a, b) })
}

// Heal heals all links.
func (x *Session) Heal() error { return x.links(node.Heal, x.World.IsCut) }

// links does an action on some links.
func (x *Session) links(kind node.Kind, these func(from, to int) bool) error {
	for a := range x.System.Nodes {
		for b := range x.System.Nodes {
			if !these(a, b) {
				continue
			}
			if _, err := x.Do(node.Action{Kind: kind, Node: a, To: b}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Oldest is the oldest of some messages that can be delivered now, or nil.
func (x *Session) Oldest(some func(*node.Item) bool) *node.Item {
	for _, it := range x.World.Pending() {
		if !it.Timer && some(it) && x.World.Why(it) == nil {
			return it
		}
	}
	return nil
}
