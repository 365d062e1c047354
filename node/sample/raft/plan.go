package raft

import (
	"molly/explore/fuzz"
	"molly/node/actor"
)

// Plan is how random executions of a cluster are made: elections, heartbeats, requests and some changes of the members, of
// about the size of those on which DEMi was evaluated. Nothing is lost, and nobody crashes.
func Plan() fuzz.Plan {
	return fuzz.Plan{
		Events: 1500, Externals: 100,
		Timer: 0.1, Command: 0.1,
		Commands: []fuzz.Command{
			{Type: "Request", Body: actor.Body(Request{"c$n"})},
			{Type: "AddServer", Body: actor.Body(AddServer{"$node"}), Weight: 0.3},
			{Type: "RemoveServer", Body: actor.Body(RemoveServer{"$node"}), Weight: 0.3},
		},
	}
}
