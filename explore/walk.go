package explore

import (
	"context"
	"fmt"
	"sort"

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
	events []*node.Event // by the place in the path: the last one of the step
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
	x := &walk{space: s, world: node.NewWorld(s.System)}
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
	for i := range x.space.System.Nodes {
		if _, err := x.settle(i); err != nil {
			return err
		}
	}
	x.begun = len(x.world.Events())
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
		e, err := x.execute(&x.path[i])
		if err != nil {
			return fmt.Errorf("%s is not deterministic: step %d of an execution cannot be done again: %w", x.space.System.Name, x.begun+i, err)
		}
		x.events[i] = e
	}
	x.dirty = false
	return nil
}

// do takes a step at the end of the path.
func (x *walk) do(ctx context.Context, s step) ([]*node.Event, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if err := x.arrive(); err != nil {
		return nil, err
	}
	begun := len(x.world.Events())
	e, err := x.execute(&s)
	if err != nil {
		return nil, fmt.Errorf("%s is not deterministic: a step that could be done cannot be done: %w", x.space.System.Name, err)
	}
	x.path, x.events = append(x.path, s), append(x.events, e)
	x.count.Depth = max(x.count.Depth, x.length())
	return x.world.Events()[begun:], nil
}

// execute does a step in the world, and returns its last event.
func (x *walk) execute(s *step) (*node.Event, error) {
	begun := len(x.world.Events())
	e, err := x.world.Do(s.action)
	if err != nil {
		return nil, err
	}
	for _, id := range s.parcel {
		if e.Broken != nil {
			break // nobody is there to take the others
		}
		if e, err = x.world.Do(node.Action{Kind: node.Deliver, Item: id}); err != nil {
			return nil, err
		}
	}
	last, err := x.settle(s.node)
	if last != nil {
		e = last
	}
	x.count.Events += e.Index + 1 - begun
	return e, err
}

// length is how many events the path has.
func (x *walk) length() int {
	if len(x.events) == 0 {
		return 0
	}
	return x.events[len(x.events)-1].Index + 1 - x.begun
}

// place is the place in the path of the step that has an event; it is less than 0 where none has.
func (x *walk) place(event int) int {
	if event < x.begun {
		return -1
	}
	return sort.Search(len(x.events), func(i int) bool { return x.events[i].Index >= event })
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
		e := s.ofItem(kind, it, 0)
		if s.Lockstep && !x.inLockstep(&e) {
			continue
		}
		list = append(list, e)
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
