package etcdraft

import (
	"encoding/json"
	"fmt"

	"molly/node"
	"molly/node/raftsafety"
)

// Options say what cluster there is.
type Options struct {
	Nodes int // how many, S1, S2, …
	// Members is how many of them, from the first on, are the first configuration; 0 means all. The
	// others wait to be added.
	Members int
	Order   node.Order
	Disk    Disk // of each node; none is a sound one
	// Single sends each entry in a message of its own (raft.Config.MaxSizePerMsg of 0), in the place of all that a
	// follower lacks at once.
	Single bool
	// Raft says which raft it is, where it is not that of go.mod, for the name of the system: "with bug 46".
	Raft string
}

// System is a cluster.
func System(o Options) (*node.System, error) {
	if o.Members == 0 {
		o.Members = o.Nodes
	}
	if o.Nodes < 1 || o.Members < 1 || o.Members > o.Nodes {
		return nil, fmt.Errorf("%d of %d nodes: there must be one at least", o.Members, o.Nodes)
	}
	s := &node.System{Name: "etcdraft", Order: o.Order, Decode: decode}
	if o.Raft != "" {
		s.Name += " " + o.Raft
	}
	for i := range o.Nodes {
		s.Nodes = append(s.Nodes, fmt.Sprintf("S%d", i+1))
	}
	s.Oracle = func() node.Oracle { return oracle{raftsafety.New(s.Nodes)} }
	size := uint64(1 << 20)
	if o.Single {
		size = 0
	}
	s.New = func(i int) node.Node {
		return &Node{names: s.Nodes, id: uint64(i + 1), size: size, storage: storage{disk: o.Disk}}
	}
	for i := range o.Nodes {
		members := s.Nodes[:o.Members]
		if i >= o.Members {
			members = []string{}
		}
		content, err := json.Marshal(start{members})
		if err != nil {
			return nil, err
		}
		s.Setup = append(s.Setup, node.Action{Kind: node.Start, Node: i, Body: content})
	}
	return s, nil
}
