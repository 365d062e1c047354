// Package fuzz makes random executions of systems of nodes (DEMi, Scott et al. 2016, §4): what comes from outside and what
// is pending happens in a random order, and after each event the oracle looks at it.
//
// A [Plan] says what happens how often. A [Walker] does one random action after another in a world. A [Campaign] makes
// many executions on all cores, and says what they violate.
package fuzz

import (
	"encoding/json"
)

// Plan says how random executions of a system are made. Each weight is against 1 for the delivery of a message that
// can be delivered; what has weight 0 does not happen. The zero Plan delivers messages. docs/fuzz.md describes the file.
type Plan struct {
	// Events is how many events an execution has at most, its setup included; 0 means no bound.
	Events int `json:"events,omitempty"`
	// Externals is how often something comes from outside at most, beside the setup; 0 means no bound.
	Externals int `json:"externals,omitempty"`
	// Fair is how many timers a node fires until nothing is random any more: from then on all messages that can be delivered are, from
	// the oldest on, then a timer of the node fires that has fired fewest, and so on; nothing comes from outside. 0 means never.
	Fair int `json:"fair,omitempty"`

	Timer  float64            `json:"timer,omitempty"`  // of each timer
	Timers map[string]float64 `json:"timers,omitempty"` // of each timer of a type, in the place of Timer
	// Skew is how many more timers a node fires at most than another one that could fire some; 0 means no bound.
	Skew int `json:"skew,omitempty"`

	Drop      float64 `json:"drop,omitempty"`      // of each message that can be delivered
	Duplicate float64 `json:"duplicate,omitempty"` // likewise

	Crash   float64 `json:"crash,omitempty"`   // of each node that is up
	Restart float64 `json:"restart,omitempty"` // of each node that is down
	Lose    float64 `json:"lose,omitempty"`    // the probability that a restart loses stable storage, 0 to 1

	Cut       float64 `json:"cut,omitempty"`       // of cutting one link that is not cut, in one direction
	Heal      float64 `json:"heal,omitempty"`      // of healing one link that is cut
	Partition float64 `json:"partition,omitempty"` // of cutting all links between two groups of nodes, which counts once
	Reunite   float64 `json:"reunite,omitempty"`   // of healing all links that are cut, which counts once

	Command  float64   `json:"command,omitempty"` // of all commands together
	Commands []Command `json:"commands,omitempty"`

	// Waits hold back what comes from outside, one after the other.
	Waits []Wait `json:"waits,omitempty"`
}

// Command is a kind of command that is given to nodes.
type Command struct {
	Type string `json:"type"`
	// Body is the command's body. In it, $n stands for the number of the event from outside in its execution, and
	// $node for the name of a random node.
	Body json.RawMessage `json:"body,omitempty"`
	// Nodes are the names of the nodes that are asked; empty means all.
	Nodes []string `json:"nodes,omitempty"`
	// Weight is against the other commands; 0 means 1.
	Weight float64 `json:"weight,omitempty"`
}

// Wait holds back what comes from outside until something is so.
type Wait struct {
	// After is how often something has come from outside when the wait begins, beside the setup.
	After int `json:"after,omitempty"`
	// For is a condition of package predicate, or Quiescence.
	For string `json:"for"`
}

// Quiescence is a wait until no message can be delivered.
const Quiescence = "quiescence"

// Default is a plan for a system of which nothing is known: messages are late, lost and doubled, nodes crash now and then and keep
// what is on their disks, the network splits. It has the commands without bodies.
func Default(commands ...string) Plan {
	p := Plan{
		Events: 1000, Timer: 0.1, Drop: 0.02, Duplicate: 0.02, Crash: 0.002, Restart: 0.05,
		Partition: 0.002, Reunite: 0.05,
	}
	for _, kind := range commands {
		p.Command = 0.1
		p.Commands = append(p.Commands, Command{Type: kind})
	}
	return p
}

// Faults is a plan of so many events with everything that the world can do.
func Faults(events int) Plan {
	return Plan{
		Events: events, Timer: 0.3, Drop: 0.05, Duplicate: 0.05, Crash: 0.02, Restart: 0.1, Lose: 0.1,
		Cut: 0.03, Heal: 0.05, Partition: 0.005, Reunite: 0.02, Command: 0.1,
	}
}
