package etcdraft

import (
	"encoding/json"
	"fmt"

	pb "go.etcd.io/raft/v3/raftpb"

	"molly/node"
)

// command is the body of a command.
type command struct {
	Data string `json:"data,omitempty"` // propose
	Node string `json:"node,omitempty"` // add, learner, remove, transfer
}

// Command does what a client or an administrator asks for: propose {"data":"x"}, add, learner, remove or transfer
// {"node":"S4"}, snapshot.
func (n *Node) Command(kind string, body json.RawMessage) node.Effect {
	var c command
	if len(body) > 0 {
		if err := json.Unmarshal(body, &c); err != nil {
			return node.Effect{Notes: []string{fmt.Sprintf("the command %s: %v", kind, err)}}
		}
	}
	changes := map[string]pb.ConfChangeType{"add": pb.ConfChangeAddNode, "learner": pb.ConfChangeAddLearnerNode, "remove": pb.ConfChangeRemoveNode}
	switch change, is := changes[kind]; {
	case is:
		return n.step(func() error {
			return n.raw.ProposeConfChange(&pb.ConfChange{Type: &change, NodeId: new(n.number(c.Node))})
		})
	case kind == "propose":
		return n.step(func() error { return n.raw.Propose([]byte(c.Data)) })
	case kind == "transfer":
		return n.step(func() error { n.raw.TransferLeader(n.number(c.Node)); return nil })
	case kind == "snapshot":
		return n.step(n.snapshot)
	}
	return node.Effect{Notes: []string{"there is no command " + kind + "; there are propose, add, learner, remove, transfer, snapshot"}}
}

// snapshot takes a snapshot of what was applied, and forgets the log before it.
func (n *Node) snapshot() error {
	data, err := json.Marshal(n.applied)
	must(err)
	if err := n.storage.compact(n.lastIdx, n.conf, data); err != nil {
		return err
	}
	n.log.forget(n.lastIdx)
	return nil
}
