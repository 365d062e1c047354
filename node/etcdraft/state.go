package etcdraft

import (
	"strings"

	"molly/node"
)

// State is what there is to see of a node.
type State struct {
	Role    string   `json:"role"` // follower, candidate, leader
	Term    uint64   `json:"term"`
	Vote    string   `json:"vote,omitempty"`
	Leader  string   `json:"leader,omitempty"`
	Commit  uint64   `json:"commit"`
	Applied []string `json:"applied"`
	First   uint64   `json:"first"` // the index of the first entry of the log
	Log     []uint64 `json:"log"`   // the terms of its entries
	Voters  []string `json:"voters"`
	Learner []string `json:"learners,omitempty"`
}

func (n *Node) name(id uint64) string {
	if id == 0 || id > uint64(len(n.names)) {
		return ""
	}
	return n.names[id-1]
}

// State is a *State.
func (n *Node) State() any {
	s := n.status
	out := &State{
		Role: strings.ToLower(strings.TrimPrefix(s.RaftState.String(), "State")), Term: s.GetTerm(), Vote: n.name(s.GetVote()), Leader: n.name(s.Lead),
		Commit: s.GetCommit(), Applied: append([]string{}, n.applied...), First: n.log.first, Log: []uint64{}, Voters: []string{},
	}
	for _, r := range n.log.list {
		out.Log = append(out.Log, r.term)
	}
	for _, id := range n.conf.GetVoters() {
		out.Voters = append(out.Voters, n.name(id))
	}
	for _, id := range n.conf.GetLearners() {
		out.Learner = append(out.Learner, n.name(id))
	}
	return out
}

// Digest hashes what is public of a node. It is enough to find the first step at which two executions differ;
// raft has more state, such as the votes that a candidate has counted.
func (n *Node) Digest() uint64 {
	s := n.status
	parts := []uint64{s.GetTerm(), s.GetVote(), s.GetCommit(), s.Lead, uint64(s.RaftState), n.lastIdx, n.log.first}
	for _, r := range n.log.list {
		parts = append(parts, r.term, r.hash)
	}
	return node.Digest(parts)
}
