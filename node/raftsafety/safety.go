// Package raftsafety checks the safety properties of Raft (Ongaro and Ousterhout 2014, figure 3) on executions of
// any implementation: election safety, log matching, leader completeness, state machine safety.
package raftsafety

import (
	"fmt"

	"molly/node"
)

// Peer is what the properties speak of, in one server. Indexes of the log start at 1.
type Peer interface {
	Leads() bool
	Term() uint64
	Commit() uint64
	// First and Last are the indexes of the first and the last entry of the log; what is before First was
	// compacted. Last is First - 1 where there is none.
	First() uint64
	Last() uint64
	// Entry is the term of an entry of the log, and a hash of what it says.
	Entry(index uint64) (term, hash uint64)
	// TermBefore is the term of the entry before the first.
	TermBefore() uint64
	// Changed is the first index at which the last step may have changed the log; 0 means nowhere.
	Changed() uint64
}

// Checker remembers of an execution what the properties need. It looks at the server that moved only. Whether it finds anything
// does not depend on the order of steps that have nothing to do with each other: each property is looked at from both sides.
type Checker struct {
	names     []string
	leaders   map[uint64]leader // by term
	entries   map[[2]uint64]known
	committed map[uint64]known // by index
	highest   uint64           // of the committed ones
	commits   []uint64         // by server: up to where it was looked at
	led       []bool           // by server: it did lead after its last step
}

// known is an entry that some server has.
type known struct {
	term, hash uint64
	before     uint64 // the term of the entry before it
	in         uint64 // of a committed one: the term in which it was committed, which may be later than its own
	node       int
}

// leader is who was elected in a term, with the log at that moment.
type leader struct {
	node  int
	first uint64 // the index of the first entry of the log
	log   []known
}

// lacks reports whether a leader had no such entry at an index when it was elected. What it had compacted counts as had.
func (l *leader) lacks(index uint64, k known) bool {
	if index < l.first {
		return false
	}
	i := index - l.first
	return i >= uint64(len(l.log)) || l.log[i].term != k.term || l.log[i].hash != k.hash
}

// New is a checker of one execution.
func New(names []string) *Checker {
	n := len(names)
	return &Checker{names, map[uint64]leader{}, map[[2]uint64]known{}, map[uint64]known{}, 0, make([]uint64, n), make([]bool, n)}
}

// Causal makes an oracle that embeds a checker node.Causal.
func (c *Checker) Causal([]node.Action) bool { return true }

// Check looks at a server after its step. Restarted says that the step was a start or a restart.
func (c *Checker) Check(i int, p Peer, restarted bool) *node.Violation {
	if restarted {
		c.commits[i], c.led[i] = 0, false
	}
	// A second leader of a term appends other entries of that term at once: where logs differ for that, it is said that
	// there are two leaders.
	for _, check := range [...]func(int, Peer) *node.Violation{c.leader, c.logs, c.commit} {
		if v := check(i, p); v != nil {
			return v
		}
	}
	return nil
}

// logs checks log matching: an index and a term tell an entry, and all before it.
func (c *Checker) logs(i int, p Peer) *node.Violation {
	from := p.Changed()
	if from == 0 {
		return nil
	}
	for index := max(from, p.First()); index <= p.Last(); index++ {
		term, hash := p.Entry(index)
		before := p.TermBefore()
		if index > p.First() {
			before, _ = p.Entry(index - 1)
		}
		id := [2]uint64{index, term}
		k, seen := c.entries[id]
		if !seen {
			c.entries[id] = known{term: term, hash: hash, before: before, node: i}
		} else if k.hash != hash || k.before != before {
			return &node.Violation{
				Fingerprint: "log matching", Nodes: []int{k.node, i},
				Text: fmt.Sprintf("the logs of %s and %s differ at or before index %d, where both have term %d", c.names[k.node], c.names[i], index, term),
			}
		}
	}
	return nil
}

// commit checks state machine safety: no two servers commit different entries at an index.
func (c *Checker) commit(i int, p Peer) *node.Violation {
	for index := max(c.commits[i]+1, p.First()); index <= min(p.Commit(), p.Last()); index++ {
		term, hash := p.Entry(index)
		k, seen := c.committed[index]
		if !seen {
			k = known{term: term, hash: hash, in: p.Term(), node: i} // a leader commits first
			c.committed[index] = k
			c.highest = max(c.highest, index)
			if v := c.elected(index, k); v != nil {
				return v
			}
		} else if k.term != term || k.hash != hash {
			return &node.Violation{
				Fingerprint: "state machine safety", Nodes: []int{k.node, i},
				Text: fmt.Sprintf("%s and %s have committed different entries at index %d", c.names[k.node], c.names[i], index),
			}
		}
	}
	c.commits[i] = max(c.commits[i], p.Commit())
	return nil
}

// leader checks election safety, and leader completeness: who leads has all that was committed in earlier terms.
func (c *Checker) leader(i int, p Peer) *node.Violation {
	led := c.led[i]
	c.led[i] = p.Leads()
	if !p.Leads() || led {
		return nil
	}
	term := p.Term()
	if other, ok := c.leaders[term]; ok && other.node != i {
		return &node.Violation{
			Fingerprint: "election safety", Nodes: []int{other.node, i},
			Text: fmt.Sprintf("%s and %s are leaders of term %d", c.names[other.node], c.names[i], term),
		}
	}
	l := leader{node: i, first: p.First()}
	for index := l.first; index <= p.Last(); index++ {
		t, h := p.Entry(index)
		l.log = append(l.log, known{term: t, hash: h})
	}
	c.leaders[term] = l
	for index := l.first; index <= c.highest; index++ {
		if k, ok := c.committed[index]; ok && k.in < term && l.lacks(index, k) {
			return c.incomplete(term, l, index, k)
		}
	}
	return nil
}

// elected looks at an entry that is committed now, after leaders of later terms were elected: the first of them that lacks it.
func (c *Checker) elected(index uint64, k known) *node.Violation {
	first := uint64(0)
	for term, l := range c.leaders {
		if term > k.in && l.lacks(index, k) && (first == 0 || term < first) {
			first = term
		}
	}
	if first == 0 {
		return nil
	}
	return c.incomplete(first, c.leaders[first], index, k)
}

func (c *Checker) incomplete(term uint64, l leader, index uint64, k known) *node.Violation {
	return &node.Violation{
		Fingerprint: "leader completeness", Nodes: []int{k.node, l.node},
		Text: fmt.Sprintf("%s leads term %d without the entry of index %d, which %s has committed", c.names[l.node], term, index, c.names[k.node]),
	}
}
