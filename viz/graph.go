package viz

// Graph is a rule/goal graph: goals, which hold or not, and the rules and messages that
// make them hold, or do not.
type Graph struct {
	Title string
	Nodes []GraphNode
	Roots []int
	// Places are the nodes of the system, in the order of their lanes.
	Places []string
	// Faults are those of the execution. A diagram shows each of them, also where no node names it.
	Faults []Fault
}

// GraphKind tells the nodes of a graph apart.
type GraphKind uint8

const (
	Goal GraphKind = iota // something that holds at a time, or does not
	Rule                  // a step that makes it hold
	Sent                  // such a step that is a message
	Leaf                  // a reason without further reasons
)

// GraphNode is a node of a graph.
type GraphNode struct {
	Kind  GraphKind
	Label string
	Title string // all that there is to say of it
	Place string // where it is, or ""
	Time  int
	// Absent marks a goal that does not hold, a step that does not happen.
	Absent bool
	// Cut marks what faults took, and Late a message that they make late, or its second copy.
	Cut, Late bool
	// Given marks a goal that needs no reasons, Crash one that is a crash.
	Given, Crash bool
	// Keeps marks a step that only keeps a goal from one time to the next.
	Keeps bool
	// Faults are those that took it, or make it what it is, in symbols; of a crash, the crash.
	Faults []string
	// Alike is what it has in common with itself at other times: of a goal its tuple, of a step
	// its rule and place. Where it is "", a lineage never folds it with others.
	Alike string
	// Frontier marks a goal at the border between what holds and what does not.
	Frontier bool
	// Children are what it rests on: indices into Nodes.
	Children []int
}
