package session

import (
	"context"
	"errors"
	"slices"

	"molly/node"
	"molly/node/predicate"
)

// Search says how Until searches.
type Search struct {
	// MaxDepth is the greatest number of steps that are tried; 0 goes on until the context ends.
	MaxDepth int
	// Drop also tries to drop messages.
	Drop bool
	// Progress hears of each execution that is begun; depth is up to which they go now.
	Progress func(depth, executions, steps int)
}

// Found says how a search ended.
type Found struct {
	Steps      []node.Action // to the state that was looked for
	Holds      bool          // it was found, and the session is there
	Exhausted  bool          // everything up to MaxDepth was tried, or there is nothing else to do
	Depth      int           // up to which everything was tried
	Executions int           // that were begun
	Events     int           // that were executed, replays included
}

// Until searches from the current state for one in which a predicate holds, in executions of 2, 4, 6 … steps: by deliveries
// and timers, and goes there. Where none is found the session stays where it is. Every state on the way is tested, not
// only the last ones. Of executions that differ in the order of steps at different nodes only, one is tried
// (sleep sets, Godefroid 1996): all of them end in the same state.
//
// Messages to a node that the predicate names come first, then those from it, other messages, its timers, other
// timers. The error is the context's; what was found out until then is returned, too.
func (x *Session) Until(ctx context.Context, p *predicate.Predicate, o Search) (*Found, error) {
	f := &Found{}
	if p.Eval(x.World) {
		f.Holds = true
		return f, nil
	}
	cache := p.NewCache()
	u := &until{ctx: ctx, holds: func(w *node.World) bool { return cache.Eval(w, -1) }, found: f, search: o, world: x.World}
	for _, name := range x.System.Nodes {
		u.named = append(u.named, p.Names(name))
	}
	for _, s := range x.Current.Path() {
		u.prefix = append(u.prefix, s.Action)
	}
	for depth := 2; ; depth += 2 {
		if o.MaxDepth > 0 {
			depth = min(depth, o.MaxDepth)
		}
		u.limit, u.cut = depth, false
		u.path = u.path[:0]
		err := u.back(0)
		if err == nil {
			err = u.explore(nil)
		}
		switch {
		case errors.Is(err, errFound):
			f.Holds, f.Steps = true, slices.Clone(u.path)
			if err := u.back(0); err != nil {
				return f, err
			}
			for _, a := range f.Steps {
				if _, err := x.Do(a); err != nil {
					return f, err
				}
			}
			return f, nil
		case err != nil:
			return f, errors.Join(err, u.back(0))
		}
		f.Depth = depth
		if !u.cut || depth == o.MaxDepth {
			f.Exhausted = true
			return f, u.back(0)
		}
	}
}

var errFound = errors.New("found")

// until is one search. It is a depth-first walk; going back is a reset and a replay.
type until struct {
	ctx    context.Context
	search Search
	holds  func(*node.World) bool
	found  *Found
	world  *node.World
	named  []bool        // by node: the predicate speaks of it
	prefix []node.Action // to the current state of the session
	path   []node.Action // beyond
	limit  int
	cut    bool // something was left out because of the limit
	awake  bool // nothing sleeps, for tests
}

// back brings the world to where the first n steps of the path lead. A world that has taken as many steps is
// there: whatever is tried from a state is longer.
func (u *until) back(n int) error {
	if len(u.world.Events()) == len(u.prefix)+n {
		return nil
	}
	u.world.Reset()
	for _, list := range [][]node.Action{u.prefix, u.path[:n]} {
		for _, a := range list {
			if _, err := u.world.Do(a); err != nil {
				return err
			}
			u.found.Events++
		}
	}
	return nil
}

// choice is a step that can be tried.
type choice struct {
	action node.Action
	node   int
	rank   int
}

// explore tries all that can follow the path. Steps in sleep lead to nothing new here.
func (u *until) explore(sleep []choice) error {
	if err := context.Cause(u.ctx); err != nil {
		return err
	}
	depth := len(u.path)
	choices := u.choices()
	if depth == u.limit {
		u.cut = u.cut || len(choices) > 0
		return nil
	}
	for _, c := range choices {
		if slices.ContainsFunc(sleep, func(s choice) bool { return s.action.Item == c.action.Item && s.action.Kind == c.action.Kind }) {
			continue
		}
		if err := u.back(depth); err != nil {
			return err
		}
		u.found.Executions++
		if u.search.Progress != nil {
			u.search.Progress(u.limit, u.found.Executions, u.found.Events)
		}
		if _, err := u.world.Do(c.action); err != nil {
			return err
		}
		u.found.Events++
		u.path = append(u.path, c.action)
		if u.holds(u.world) {
			return errFound
		}
		var asleep []choice
		for _, s := range sleep {
			if s.node != c.node {
				asleep = append(asleep, s)
			}
		}
		if err := u.explore(asleep); err != nil {
			return err
		}
		u.path = u.path[:depth]
		if !u.awake {
			sleep = append(sleep[:len(sleep):len(sleep)], c)
		}
	}
	return nil
}

// choices are the steps that can be done now, in the order in which they are tried.
func (u *until) choices() []choice {
	var list []choice
	for _, it := range u.world.Enabled(nil) {
		c := choice{node.Action{Kind: node.Deliver, Item: it.ID}, it.To, 2}
		switch {
		case it.Timer && u.named[it.To]:
			c.rank = 3
		case it.Timer:
			c.rank = 4
		case u.named[it.To]:
			c.rank = 0
		case u.named[it.From]:
			c.rank = 1
		}
		if it.Timer {
			c.action.Kind = node.Fire
		}
		list = append(list, c)
		if u.search.Drop && !it.Timer {
			list = append(list, choice{node.Action{Kind: node.Drop, Item: it.ID}, it.To, 5})
		}
	}
	slices.SortStableFunc(list, func(a, b choice) int { return a.rank - b.rank })
	return list
}
