// Command molly-etcdraft steps go.etcd.io/raft, unmodified: in the debugger, by a script, by a trace.
//
//	go run ./cmd/molly-etcdraft debug --nodes 3
package main

import (
	"flag"

	"molly/node"
	"molly/node/etcdraft"
	"molly/node/host"
)

func main() {
	var o etcdraft.Options
	host.Main(host.Target{
		Name: "molly-etcdraft", About: "Step nodes of go.etcd.io/raft by hand",
		Flags: func(f *flag.FlagSet) {
			f.IntVar(&o.Nodes, "nodes", 3, "how many nodes: S1, S2, …")
			f.IntVar(&o.Members, "members", 0, "how many of them are members at first (0: all)")
		},
		System:   func() (*node.System, error) { return etcdraft.System(o) },
		Commands: []string{"propose", "add", "learner", "remove", "transfer", "snapshot"},
	})
}
