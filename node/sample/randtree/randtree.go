// Package randtree is RandTree as Go actors: peers join an overlay tree of bounded degree, whose root is the fittest of
// them. It has the race of Killian et al. ("Finding latent performance bugs in systems implementations", 2010,
// figure 1) as a switch: a root that has found a fitter peer, and is about to join it, takes a third peer's join for the
// end of its own. Then it refuses the answer that it waits for, and there are two trees until it tries again.
//
// A peer is fitter than those after it in the alphabet. The timer "join" tries again, "recover" is of a root that
// knows of a fitter one.
package randtree

import (
	"slices"

	"molly/node"
	"molly/node/actor"
)

// Degree is how many children a peer has at most.
const Degree = 2

// What a peer is.
const (
	Joining = "joining"
	Joined  = "joined"
)

// Join asks for a place in the tree. Down says that the root has been asked already.
type Join struct{ Down bool }

// Accepted gives a place to who asked: it is a child now.
type Accepted struct{}

// Redirect says whom to ask.
type Redirect struct {
	To   string
	Down bool
}

// Lead tells who asked that it is fitter, and is the root now.
type Lead struct{}

// Remove says that the sender is no child.
type Remove struct{}

// Peer is one of them.
type Peer struct {
	State    string
	Parent   string // "": of a joined peer, it is the root
	Children []string
	Target   string // whom a joining peer asks
	Down     bool   // and how
	Fitter   string // the fittest peer that it knows, if that is not itself

	race bool
}

// Start joins the peer that it is told of; who is told of none is the first root.
func (p *Peer) Start(c *actor.Context) {
	c.Content(&p.Target)
	if p.Target == "" {
		p.State = Joined
		return
	}
	p.join(c, p.Target, false)
}

// join asks a peer for a place.
func (p *Peer) join(c *actor.Context, target string, down bool) {
	p.State, p.Parent, p.Target, p.Down = Joining, "", target, down
	c.Send(target, Join{down})
	c.Set("join")
}

// joined ends a join.
func (p *Peer) joined(c *actor.Context, parent string) {
	p.State, p.Parent, p.Target = Joined, parent, ""
	c.Clear("join")
}

// Timer tries again.
func (p *Peer) Timer(c *actor.Context, name string) {
	switch {
	case name == "join":
		p.join(c, p.Target, p.Down)
	case p.State == Joined && p.Parent == "" && p.Fitter != "":
		p.join(c, p.Fitter, false)
	}
}

// Message takes a message.
func (p *Peer) Message(c *actor.Context, from string, message any) {
	waits := p.State == Joining && p.Target == from
	switch m := message.(type) {
	case Join:
		p.asked(c, from, m.Down)
	case Accepted:
		switch {
		case waits:
			p.joined(c, from)
		case p.Parent != from:
			c.Send(from, Remove{})
		}
	case Redirect:
		if waits {
			p.join(c, m.To, m.Down)
		}
	case Lead:
		if waits {
			p.joined(c, "")
		}
	case Remove:
		if i := slices.Index(p.Children, from); i >= 0 {
			p.Children = slices.Delete(p.Children, i, i+1)
		}
	}
}

// asked answers a join.
func (p *Peer) asked(c *actor.Context, from string, down bool) {
	switch {
	case p.State == Joining && p.Target == from:
		if p.Fitter == from {
			c.Send(from, Lead{}) // the first one may be lost
		}
	case p.State == Joining && !p.race:
		// It asks again.
	case p.State == Joining: // the race
		if p.accept(c, from) {
			p.joined(c, "")
			if p.Fitter != "" {
				c.Set("recover")
			}
		}
	case p.Parent == "" && from < c.Name():
		p.Fitter = from
		c.Send(from, Lead{})
		p.join(c, from, false)
	case p.Parent != "" && !down:
		c.Send(from, Redirect{To: p.Parent})
	case !p.accept(c, from):
		c.Send(from, Redirect{To: p.Children[int(from[0])%len(p.Children)], Down: true})
	}
}

// accept takes a child, where there is room.
func (p *Peer) accept(c *actor.Context, from string) bool {
	if !slices.Contains(p.Children, from) {
		if len(p.Children) == Degree {
			return false
		}
		p.Children = append(p.Children, from)
	}
	c.Send(from, Accepted{})
	return true
}

// Options say which system.
type Options struct {
	Race bool // a join that arrives while a peer is joining ends its own
}

// System is five peers, A to E. B is the first root, and the others ask it.
func System(o Options) *node.System {
	return actor.System(actor.Config{
		Name: "randtree", Nodes: []string{"A", "B", "C", "D", "E"},
		New:      func(string) actor.Actor { return &Peer{race: o.Race} },
		Messages: []any{Join{}, Accepted{}, Redirect{}, Lead{}, Remove{}},
		Content: func(name string) any {
			if name == "B" {
				return ""
			}
			return "B"
		},
		Oracle: func() node.Oracle { return oracle{} },
	})
}

// oracle demands that there is one root when all have joined, and that all are below it.
type oracle struct{}

func (oracle) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Node < 0 {
		return nil
	}
	var roots []int
	names := w.System.Nodes
	for i := range names {
		if w.Status(i) != node.Up {
			return nil
		}
		p := actor.Of[*Peer](w, i)
		if p.State != Joined {
			return nil
		}
		if p.Parent == "" {
			roots = append(roots, i)
		}
	}
	if len(roots) == 2 {
		return &node.Violation{
			Fingerprint: "two trees", Nodes: roots,
			Text: "all have joined, and there are two trees: those of " + names[roots[0]] + " and " + names[roots[1]],
		}
	}
	if len(roots) != 1 {
		return &node.Violation{Fingerprint: "no tree", Nodes: roots, Text: "all have joined, and there is not one root"}
	}
	for i := range names {
		at := i
		for range names {
			if at == roots[0] {
				break
			}
			at = slices.Index(names, actor.Of[*Peer](w, at).Parent)
		}
		if at != roots[0] {
			return &node.Violation{Fingerprint: "a cycle", Nodes: []int{i}, Text: "all have joined, and " + names[i] + " is not below the root"}
		}
	}
	return nil
}
