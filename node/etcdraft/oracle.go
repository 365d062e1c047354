package etcdraft

import (
	"fmt"

	"molly/node"
)

// oracle checks the safety properties of Raft (Ongaro and Ousterhout 2014, figure 3) after each event, on the
// node that moved: election safety, log matching, leader completeness, state machine safety.
type oracle struct {
	leaders   map[uint64]int // by term
	entries   map[[2]uint64]known
	committed map[uint64]known // by index
	highest   uint64           // of the committed ones
	commits   []uint64         // by node: up to where it was looked at
	logs      []mirrorMark
}

// known is an entry that some node has.
type known struct {
	ref
	prev uint64 // the term of the entry before it
	node int
}

type mirrorMark struct{ leads bool }

func newOracle(nodes int) node.Oracle {
	return &oracle{leaders: map[uint64]int{}, entries: map[[2]uint64]known{}, committed: map[uint64]known{}, commits: make([]uint64, nodes), logs: make([]mirrorMark, nodes)}
}

func violation(name, text string, nodes ...int) *node.Violation {
	return &node.Violation{Fingerprint: name, Text: text, Nodes: nodes}
}

func (o *oracle) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Node < 0 || w.Status(e.Node) != node.Up {
		return nil
	}
	n := w.Node(e.Node).(*Node)
	i, names := e.Node, w.System.Nodes
	s := n.raw.BasicStatus()
	if e.Kind == node.Restart {
		o.commits[i], o.logs[i].leads = 0, false
	}
	// Log matching.
	if from := n.log.changed; from > 0 {
		for index := max(from, n.log.first); index <= n.log.last(); index++ {
			r, _ := n.log.at(index)
			prev := n.log.prev
			if p, ok := n.log.at(index - 1); ok {
				prev = p.term
			}
			id := [2]uint64{index, r.term}
			k, seen := o.entries[id]
			if !seen {
				o.entries[id] = known{r, prev, i}
			} else if k.ref != r || k.prev != prev {
				return violation("log matching", fmt.Sprintf("the logs of %s and %s differ at or before index %d, where both have term %d", names[k.node], names[i], index, r.term), k.node, i)
			}
		}
		n.log.changed = 0
	}
	// State machine safety.
	for index := max(o.commits[i]+1, n.log.first); index <= s.GetCommit(); index++ {
		r, ok := n.log.at(index)
		if !ok {
			break
		}
		k, seen := o.committed[index]
		if !seen {
			o.committed[index] = known{ref: r, node: i}
			o.highest = max(o.highest, index)
		} else if k.ref != r {
			return violation("state machine safety", fmt.Sprintf("%s and %s have committed different entries at index %d", names[k.node], names[i], index), k.node, i)
		}
	}
	o.commits[i] = max(o.commits[i], s.GetCommit())
	// Election safety, leader completeness.
	if n.leads && !o.logs[i].leads {
		if other, ok := o.leaders[s.GetTerm()]; ok && other != i {
			return violation("election safety", fmt.Sprintf("%s and %s are leaders of term %d", names[other], names[i], s.GetTerm()), other, i)
		}
		o.leaders[s.GetTerm()] = i
		for index := n.log.first; index <= o.highest; index++ {
			k, ok := o.committed[index]
			if !ok || k.term >= s.GetTerm() {
				continue
			}
			if r, has := n.log.at(index); !has || r != k.ref {
				return violation("leader completeness", fmt.Sprintf("%s leads term %d without the entry of index %d, which %s has committed", names[i], s.GetTerm(), index, names[k.node]), k.node, i)
			}
		}
	}
	o.logs[i].leads = n.leads
	return nil
}
