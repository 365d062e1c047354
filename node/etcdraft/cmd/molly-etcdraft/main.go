// Command molly-etcdraft runs nodes of go.etcd.io/raft, unmodified: in the debugger, by a script, by a trace.
//
//	go run ./cmd/molly-etcdraft debug --nodes 3
package main

import (
	"flag"

	"molly/node"
	"molly/node/etcdraft"
	"molly/node/host"
)

// which says which raft it is, where package plant has built the program.
var which string

func main() {
	o := etcdraft.Options{Raft: which}
	about := "Nodes of go.etcd.io/raft"
	if which != "" {
		about += ", " + which
	}
	host.Main(host.Target{
		Name: "molly-etcdraft", About: about,
		Flags: func(f *flag.FlagSet) {
			f.IntVar(&o.Nodes, "nodes", 3, "how many nodes: S1, S2, …")
			f.IntVar(&o.Members, "members", 0, "how many of them are members at first (0: all)")
			f.TextVar(&o.Disk, "disk", etcdraft.Sound, "sound, lazy (a crash loses the last write) or no-vote (it loses the vote)")
			f.BoolVar(&o.Single, "single", false, "send each entry in a message of its own")
		},
		System:   func() (*node.System, error) { return etcdraft.System(o) },
		Commands: etcdraft.Commands(),
		Plan:     etcdraft.Plan(),
	})
}
