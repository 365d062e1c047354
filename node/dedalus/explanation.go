package dedalus

import (
	"molly/node"
)

// Kind is a kind of reason.
type Kind string

// The kinds of reasons.
const (
	Holds   Kind = "holds"   // a tuple that holds at a node's step
	Missing Kind = "missing" // a tuple, or a pattern of one, that does not hold at a node's step

	Fired   Kind = "fired"   // a rule that concluded the tuple; its children are its premises
	Arrived Kind = "arrived" // a message with the tuple, let in before the step; its child is why it was sent
	Given   Kind = "given"   // the program states it, or it is a builtin relation's
	Asked   Kind = "asked"   // a command put it in
	Absent  Kind = "absent"  // a premise under notin that nothing matches
	ByHand  Kind = "by-hand" // the state was changed by hand

	Blocked Kind = "blocked" // a rule that does not conclude the tuple; its children are what fails first
	False   Kind = "false"   // a comparison that is false, or has no value
	Pending Kind = "pending" // a message with the tuple that was sent and has not been delivered
	Dropped Kind = "dropped" // one that was dropped
	Later   Kind = "later"   // one that was let in at another step
	Unsent  Kind = "unsent"  // no step of any node sent one
	NoStep  Kind = "no-step" // the node has done no such step
	NoRule  Kind = "no-rule" // nothing in the program concludes such a tuple
	Cut     Kind = "cut"     // the explanation has become too large to go on here
)

// Reason is a node of an explanation.
type Reason struct {
	Kind  Kind    `json:"kind"`
	Text  string  `json:"text"`            // in words
	Node  string  `json:"node,omitempty"`  // where
	Time  int     `json:"time,omitempty"`  // the local time of the step
	Tuple string  `json:"tuple,omitempty"` // such as log("a", "x")
	Rule  string  `json:"rule,omitempty"`  // as written, and where
	Place string  `json:"place,omitempty"` // of the rule
	Item  node.ID `json:"item,omitzero"`   // of a message
	Event int     `json:"event"`           // the place in the execution: of the step, the delivery, the drop; -1 where there is none
	// Children are places in the list.
	Children []int `json:"children,omitempty"`
}

// Explanation says why a tuple holds, or why not: a graph whose first node is the tuple. It has cycles where rules are
// recursive within a step.
type Explanation struct {
	Reasons []Reason `json:"reasons"`
}

// Firing is a rule that fired in a step.
type Firing struct {
	Rule     string   `json:"rule"`
	Place    string   `json:"place"`
	Head     string   `json:"head"`
	Premises []string `json:"premises"`
	Then     string   `json:"then"` // when the head holds: now, next, or where it is sent
}
