package provenance

import (
	"molly/datalog"
	"molly/failure"
)

// NodeID numbers the nodes of a graph: an index into Graph.Nodes.
type NodeID int

// Kind tells the nodes of a graph apart.
type Kind uint8

const (
	// Holds is a tuple that holds at a time. Its children are the ways in which it comes
	// about; the first one never leads back to it.
	Holds Kind = iota
	// Missing is a tuple that does not hold at a time, or a pattern that nothing matches.
	// Its children say for each way in which it could come about why it does not.
	Missing

	// Fired is a rule with all its premises: Holds for an atom, Missing or NotYet for a
	// negated one, Arrived for the message, in the order of the body. What is held over by stable
	// storage has a rule of its own (datalog.Program.Rule), and a Down.
	Fired
	// Grouped is an aggregate rule with its bindings, each a Fired; then, where there is a
	// space, a Blocked for each binding that does not happen and would change the value.
	Grouped
	// Given is a fact of the program, an input that is there (Fault), or what a builtin relation
	// has; Fault is also the outage from which a node comes back that boots.
	Given
	// Crashed is a crash or an outage of the scenario, which the relations crash and outage show.
	Crashed
	// Arrived is a message that arrived, at At. Where it arrives late, Fault says why; where it is a
	// second copy, Fault is that, and Also says why the first one is late.
	Arrived

	// Blocked is a rule that does not conclude the tuple. Its children are the premises
	// that fail, in the order of the body: Missing or NotYet for an atom, Holds for a
	// negated one, Lost, OtherTime or NoNode for the message, False, Undefined, Unmatched, Down or
	// Up.
	Blocked
	// Regrouped is an aggregate rule whose group has not the wanted value: first the
	// Holds that it has instead, if the group is not empty, then a Blocked for
	// each binding that could count and does not.
	Regrouped
	// Lost is a message that was lost by Fault: on its way, or because the receiver is down.
	Lost
	// NoNode is a message that never arrives because From or To is no node.
	NoNode
	// False is a comparison that is false, or a computed column with another value.
	False
	// Undefined is an expression without a value.
	Undefined
	// Unmatched is an atom that nothing matches for more than its constants.
	Unmatched
	// NotYet is an atom that reads a time that has not come.
	NotYet
	// NoRule says that nothing concludes such a tuple at such a time.
	NoRule
	// Stated is a fact of the program that has the tuple at another time.
	Stated
	// Cut says that the graph has become too large to go on here.
	Cut

	// OtherTime is a message that arrives, but not when it should: at At. Where it is late, Fault
	// says why.
	OtherTime
	// Down says that a node is down by an outage, Fault: its rules do not fire, nothing is concluded
	// there, and what is stable is held over.
	Down
	// Up says that a node is not down, so that nothing has to be held over.
	Up
	// Unchosen is an input that is not there, though it may be.
	Unchosen
)

var kindNames = [...]string{
	"holds", "missing", "fired", "grouped", "given", "crashed", "arrived", "blocked", "regrouped", "lost",
	"no-node", "false", "undefined", "unmatched", "not-yet", "no-rule", "stated", "cut",
	"other-time", "down", "up", "unchosen",
}

// String returns the kind's name.
func (k Kind) String() string { return kindNames[k] }

// MarshalText writes the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// NoRuleID is in Node.Rule where there is no rule.
const NoRuleID = -1

// Node is a node of a graph. Which fields mean something depends on its kind.
type Node struct {
	Kind Kind

	// Goal is the tuple or pattern of a Holds, Missing, Given, Crashed, Stated, NotYet,
	// Unmatched or NoRule, the message of an Arrived, Lost or NoNode, which is sent at Time. Of
	// a rule it has Time alone: when its premises hold or should.
	Goal

	// Rule is the rule of a Fired, Grouped, Blocked or Regrouped, else NoRuleID. Vars are
	// the values that its variables have, by VarID; the zero Value where one has none.
	Rule int
	Vars []datalog.Value
	// From and To are the sender and receiver of a message. From is also the node of a Down or Up.
	From, To datalog.Value
	// At is when the message of an Arrived or OtherTime arrives.
	At int
	// Fault is what took a Lost message, a Crashed, the outage of a Down, or what the kind says;
	// Also is a second one. The zero Fault is none.
	Fault, Also failure.Fault
	// Text shows what fails in a False, Undefined or Unmatched, with values in the place
	// of variables.
	Text string
	// Possible marks a Missing or a Blocked that happens in some admissible scenario. It
	// is never set in a graph that was made without a space.
	Possible bool
	// More is, of a Missing, how many bindings of its rules got as far as those shown.
	More int
	// Elided marks a goal whose explanation was left out, to be brief.
	Elided bool

	Children []NodeID
}

// about is a node that has no rule.
func about(k Kind, g Goal) Node { return Node{Kind: k, Goal: g, Rule: NoRuleID} }

// ofRule is a node about a rule with its premises at a time.
func ofRule(k Kind, rule, time int, vars []datalog.Value) Node {
	return Node{Kind: k, Goal: Goal{datalog.Fact{Time: time}}, Rule: rule, Vars: vars}
}

// Graph is the explanation of one or more goals in one run.
//
// Invariants: every child is a node of the graph; no two goals are the same tuple at the same
// time; every node is reachable from a root.
type Graph struct {
	Program  *datalog.Program
	Spec     failure.Spec
	Scenario failure.Scenario
	Space    bool // whether there was a space to tell what is possible
	Nodes    []Node
	Roots    []NodeID // goals
}

// Node returns a node. The caller must not change its slices.
func (g *Graph) Node(id NodeID) *Node { return &g.Nodes[id] }

// Faults lists the faults of the scenario, and the inputs, that the node is about.
func (n *Node) Faults() []failure.Fault {
	var list []failure.Fault
	for _, f := range []failure.Fault{n.Fault, n.Also} {
		if f != (failure.Fault{}) && n.Kind != Unchosen {
			list = append(list, f)
		}
	}
	return list
}

// IsGoal reports whether the node is a goal: a tuple at a time.
func (n *Node) IsGoal() bool { return n.Kind == Holds || n.Kind == Missing }
