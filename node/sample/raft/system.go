package raft

import (
	"fmt"

	"molly/node"
	"molly/node/actor"
	"molly/node/raftsafety"
)

// Options say what cluster there is.
type Options struct {
	Nodes   int // how many, S1, S2, …
	Members int // so many of them, from the first on, are the first members; 0 means all
	Order   node.Order
	Bugs    Bugs
}

// System is a cluster, with the safety properties of Raft as its oracle.
func System(o Options) *node.System {
	if o.Members == 0 {
		o.Members = o.Nodes
	}
	var names []string
	for i := range o.Nodes {
		names = append(names, fmt.Sprintf("S%d", i+1))
	}
	return actor.System(actor.Config{
		Name: "raft", Nodes: names, Order: o.Order,
		New:      func(string) actor.Actor { return &Server{bugs: o.Bugs} },
		Messages: []any{RequestVote{}, Vote{}, Append{}, Appended{}, Led{}},
		Commands: []any{Request{}, AddServer{}, RemoveServer{}},
		Content: func(name string) any {
			for _, member := range names[:o.Members] {
				if member == name {
					return names[:o.Members]
				}
			}
			return []string{}
		},
		Oracle: func() node.Oracle { return oracle{raftsafety.New(names)} },
		Mask:   mask,
	})
}

// mask is what is alike in messages of different executions: terms and indexes are left out.
func mask(message any) string {
	switch m := message.(type) {
	case Vote:
		return fmt.Sprintf("vote %v", m.Granted)
	case Appended:
		return fmt.Sprintf("appended %v", m.OK)
	case Append:
		text := "append"
		for _, e := range m.Entries {
			text += fmt.Sprintf(" %q %q", e.Data, e.Members)
		}
		return text
	}
	return fmt.Sprintf("%T", message)
}

// oracle checks the properties after each step of a server.
type oracle struct{ *raftsafety.Checker }

func (o oracle) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Node < 0 || w.Status(e.Node) != node.Up {
		return nil
	}
	p := peer{s: actor.Of[*Server](w, e.Node)}
	if p.changed = p.s.changed; e.Kind == node.SetState {
		p.changed = 1
	}
	return o.Checker.Check(e.Node, p, e.Kind == node.Start || e.Kind == node.Restart)
}

// peer is a server as the properties see it.
type peer struct {
	s       *Server
	changed int
}

func (p peer) Leads() bool        { return p.s.Role == Leader }
func (p peer) Term() uint64       { return uint64(p.s.Term) }
func (p peer) Commit() uint64     { return uint64(p.s.Commit) }
func (p peer) First() uint64      { return 1 }
func (p peer) Last() uint64       { return uint64(len(p.s.Log)) }
func (p peer) TermBefore() uint64 { return 0 }
func (p peer) Changed() uint64    { return uint64(p.changed) }
func (p peer) Entry(index uint64) (term, hash uint64) {
	e := p.s.Log[index-1]
	hash = node.HashString(e.Data)
	for _, name := range e.Members {
		hash = node.Combine(hash, node.HashString(name))
	}
	return uint64(e.Term), hash
}
