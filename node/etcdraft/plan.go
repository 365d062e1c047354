package etcdraft

import (
	"encoding/json"

	"molly/explore/fuzz"
)

// Commands are the kinds of commands that a node takes.
func Commands() []string {
	return []string{"propose", "add", "learner", "remove", "transfer", "snapshot"}
}

// Plan is how random executions of a cluster are made where nothing else is said: with all that raft survives. Messages are
// lost, doubled and out of order, nodes crash and keep their disks, links are cut, members change.
func Plan() fuzz.Plan {
	p := fuzz.Plan{
		Events: 2000, Timers: map[string]float64{Elect: 0.05, Beat: 0.05},
		Drop: 0.02, Duplicate: 0.02, Crash: 0.02, Restart: 0.1, Cut: 0.03, Heal: 0.03, Command: 0.05,
	}
	member := json.RawMessage(`{"node":"$node"}`)
	p.Commands = []fuzz.Command{
		{Type: "propose", Body: json.RawMessage(`{"data":"c$n"}`), Weight: 10},
		{Type: "snapshot"}, {Type: "transfer", Body: member}, {Type: "add", Body: member}, {Type: "remove", Body: member},
	}
	return p
}
