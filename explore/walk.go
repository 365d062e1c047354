package explore

import (
	"context"
	"fmt"

	"molly/node"
)

// Count says how much an exploration has done.
type Count struct {
	Executions int `json:"executions"` // that went on until nothing was left to do, or to the bound on their events
	Blocked    int `json:"blocked"`    // that ended early: all that could be done was done in another order before
	Events     int `json:"events"`     // that were executed, those that were done again after a reset included
	Depth      int `json:"depth"`      // the most events of an execution, after the prefix
}

// walk is an execution that goes on and back.
type walk struct {
	space  *Space
	world  *node.World
	path   []step        // after the prefix
	events []*node.Event // of the path
	begun  int           // how many events the prefix has
	dirty  bool          // the world is not where the path leads
	count  Count
	items  []*node.Item
}

func newWalk(s *Space) (*walk, error) {
	s, err := s.begin()
	if err != nil {
		return nil, err
	}
	x := &walk{space: s, world: node.NewWorld(s.System), begun: len(s.Prefix)}
	if err := x.prefix(); err != nil {
		x.world.Close()
		return nil, err
	}
	return x, nil
}

func (x *walk) prefix() error {
	for _, a := range x.space.Prefix {
		if _, err := x.world.Do(a); err != nil {
			return fmt.Errorf("what executions begin with: %w", err)
		}
	}
	return nil
}

// back shortens the path to so many steps.
func (x *walk) back(depth int) {
	if depth < len(x.path) {
		x.path, x.events, x.dirty = x.path[:depth], x.events[:depth], true
	}
}

// arrive brings the world to where the path leads: it does all again from the beginning.
func (x *walk) arrive() error {
	if !x.dirty {
		return nil
	}
	x.world.Reset()
	if err := x.prefix(); err != nil {
		return err
	}
	for i := range x.path {
		e, err := x.world.Do(x.path[i].action)
		if err != nil {
			return fmt.Errorf("%s is not deterministic: step %d of an execution cannot be done again: %w", x.space.System.Name, x.begun+i, err)
		}
		x.events[i] = e
		x.count.Events++
	}
	x.dirty = false
	return nil
}

// do takes a step at the end of the path.
func (x *walk) do(ctx context.Context, s step) (*node.Event, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if err := x.arrive(); err != nil {
		return nil, err
	}
	e, err := x.world.Do(s.action)
	if err != nil {
		return nil, fmt.Errorf("%s is not deterministic: a step that could be done cannot be done: %w", x.space.System.Name, err)
	}
	x.path, x.events = append(x.path, s), append(x.events, e)
	x.count.Events++
	x.count.Depth = max(x.count.Depth, len(x.path))
	return e, nil
}

// actions are all that was done, the prefix included.
func (x *walk) actions() []node.Action {
	list := append([]node.Action(nil), x.space.Prefix...)
	for i := range x.path {
		list = append(list, x.path[i].action)
	}
	return list
}

// steps are those that can be done where the path leads, in the order in which they are tried.
func (x *walk) steps() []step {
	s := x.space
	var list []step
	x.items = x.world.Enabled(x.items[:0])
	for _, it := range x.items {
		kind := node.Deliver
		if it.Timer {
			kind = node.Fire
			if most := s.mostFires(it); most >= 0 && x.fired(it) >= most {
				continue
			}
		}
		list = append(list, s.ofItem(kind, it, 0))
	}
	for i := range s.Externals {
		if e, ok := x.external(i); ok {
			list = append(list, e)
		}
	}
	list = x.network(list, node.Drop, s.Drops)
	return x.network(list, node.Duplicate, s.Duplicates)
}

// fired is how often the path fires a timer like one.
func (x *walk) fired(it *node.Item) int {
	n := 0
	for i := range x.path {
		if p := &x.path[i]; p.action.Kind == node.Fire && p.node == it.To && p.item.Type == it.Type {
			n++
		}
	}
	return n
}

// network adds what the network can do with the messages that are pending, at most so many times in an execution.
func (x *walk) network(list []step, kind node.Kind, most int) []step {
	if most == 0 {
		return list
	}
	times := map[node.ID]int{}
	for i := range x.path {
		if p := &x.path[i]; p.action.Kind == kind && p.external < 0 {
			most--
			times[p.item.ID]++
		}
	}
	if most <= 0 {
		return list
	}
	for _, it := range x.world.Pending() {
		if !it.Timer {
			list = append(list, x.space.ofItem(kind, it, times[it.ID]))
		}
	}
	return list
}

// external is an external as a step, where it can be done now.
func (x *walk) external(i int) (step, bool) {
	s := x.space
	before := 0
	for k := range x.path {
		if x.path[k].external == i {
			return step{}, false
		}
		if x.path[k].external >= 0 {
			before++
		}
	}
	a := s.Externals[i]
	if s.Ordered && before != i {
		return step{}, false
	}
	if !a.Kind.External() {
		it, pending := x.world.Lookup(a.Item)
		if !pending || it.Timer && a.Kind != node.Change {
			return step{}, false
		}
		return s.ofExternal(i, it), true
	}
	return s.ofExternal(i, nil), possible(x.world, a)
}

// possible reports whether a world can do an external action now.
func possible(w *node.World, a node.Action) bool {
	switch a.Kind {
	case node.Start:
		return w.Status(a.Node) == node.New
	case node.Restart:
		return w.Status(a.Node) == node.Down
	case node.Cut, node.Heal:
		return w.IsCut(a.Node, a.To) == (a.Kind == node.Heal)
	}
	return w.Status(a.Node) == node.Up
}
