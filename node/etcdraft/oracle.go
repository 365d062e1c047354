package etcdraft

import (
	"molly/node"
	"molly/node/raftsafety"
)

// oracle checks the safety properties of Raft after each event.
type oracle struct{ *raftsafety.Checker }

func (o oracle) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Node < 0 || w.Status(e.Node) != node.Up {
		return nil
	}
	n := w.Node(e.Node).(*Node)
	v := o.Checker.Check(e.Node, peer{n}, e.Kind == node.Start || e.Kind == node.Restart)
	n.log.changed = 0
	return v
}

// peer is a node as the properties see it.
type peer struct{ n *Node }

func (p peer) Leads() bool        { return p.n.leads() }
func (p peer) Term() uint64       { return p.n.status.GetTerm() }
func (p peer) Commit() uint64     { return p.n.status.GetCommit() }
func (p peer) First() uint64      { return p.n.log.first }
func (p peer) Last() uint64       { return p.n.log.last() }
func (p peer) TermBefore() uint64 { return p.n.log.prev }
func (p peer) Changed() uint64    { return p.n.log.changed }
func (p peer) Entry(index uint64) (term, hash uint64) {
	r, _ := p.n.log.at(index)
	return r.term, r.hash
}
