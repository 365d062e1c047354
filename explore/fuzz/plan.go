// Package fuzz makes random executions of systems of nodes (DEMi, Scott et al. 2016, §4): what comes from outside and what
// is pending happens in a random order, and after each event the oracle looks at it.
//
// A [Plan] says what happens how often. A [Walker] does one random action after another in a world.
package fuzz

import (
	"encoding/json"
)

// Plan says how random executions of a system are made. Each weight is against 1 for the delivery of a message that
// can be delivered; what has weight 0 does not happen. The zero Plan delivers messages.
type Plan struct {
	// Events is how many events an execution has at most, its setup included; 0 means no bound.
	Events int `json:"events,omitempty"`
	// Externals is how many events from outside there are at most beside the setup; 0 means no bound.
	Externals int `json:"externals,omitempty"`

	Timer  float64            `json:"timer,omitempty"`  // of each timer
	Timers map[string]float64 `json:"timers,omitempty"` // of each timer of a type, in the place of Timer

	Drop      float64 `json:"drop,omitempty"`      // of each message that can be delivered
	Duplicate float64 `json:"duplicate,omitempty"` // likewise

	Crash   float64 `json:"crash,omitempty"`   // of each node that is up
	Restart float64 `json:"restart,omitempty"` // of each node that is down
	Lose    float64 `json:"lose,omitempty"`    // the probability that a restart loses stable storage, 0 to 1
	Cut     float64 `json:"cut,omitempty"`     // of the link between two random nodes
	Heal    float64 `json:"heal,omitempty"`    // likewise, where it is cut

	Command  float64   `json:"command,omitempty"` // of all commands together
	Commands []Command `json:"commands,omitempty"`
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

// Faults is a plan of so many events with everything that the world can do.
func Faults(events int) Plan {
	return Plan{Events: events, Timer: 0.3, Drop: 0.05, Duplicate: 0.05, Crash: 0.02, Restart: 0.1, Lose: 0.1, Cut: 0.03, Heal: 0.1, Command: 0.1}
}
