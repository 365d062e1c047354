package viz

// Trace is one execution of a distributed system, as far as a diagram shows it.
type Trace struct {
	Title string   // what the execution is, in symbols; it may be empty
	Nodes []string // one column each, in this order
	// Outside, by name, marks nodes that are only names: nothing that they send, or that is
	// sent to them, arrives.
	Outside map[string]bool
	// First and Last are the first and the last time that are drawn.
	First, Last int
	Messages    []Message
	Crashes     []Crash
	Outages     []Outage
	Inputs      []Input
	Bands       []Band
	Marks       []Mark
	Outcomes    []Outcome // from top to bottom, below the last time
	// Quiet, where it is not 0, is how many times in a row without anything to show are
	// drawn; more of them become one line.
	Quiet int
	// Faults are those of the execution, in its order. A diagram says which of them it does not
	// show.
	Faults []Fault
}

// Fault is a fault, in symbols.
type Fault struct {
	Text  string
	Time  int    // of the first thing that it takes, or changes
	Place string // of a crash or an outage the node, or else ""
	Crash bool
}

// Message is something that one node sends another, or itself.
type Message struct {
	Label    string
	Detail   string // the rest of what it says, such as its arguments
	From, To string // nodes of the trace
	Sent     int
	// Arrives is the time at which it arrives, or would have arrived where it is lost.
	Arrives int
	// Late is by how many rounds faults make it late, and Copy marks the second arrival of a
	// message, which is a Message of its own.
	Late   int
	Copy   bool
	Lost   bool
	Ending Ending // of what is lost
	// Cause says in symbols what took a message that is lost, or made it late.
	Cause string
	// Faint marks what does not matter for what the diagram is about.
	Faint bool
}

// Ending says where the way of a message that is lost ends.
type Ending uint8

const (
	OnItsWay   Ending = iota // before it is there
	AtReceiver               // at Arrives: the receiver is down
	AfterEnd                 // nowhere: the run ends before Arrives
)

// Crash says that a node goes silent, from a time on: what it sends at that time is lost.
type Crash struct {
	Node string
	Time int
}

// Outage says that a node is down from a time on, and back at another one.
type Outage struct {
	Node        string
	From, Until int
}

// Input is something that the program leaves open, and that is there in this execution.
type Input struct {
	Node string // or "", where it is at none
	Time int
	Text string
}

// Band shades the nodes from the first to the last of some ones at a stretch of times: what is
// sent then between them is lost.
type Band struct {
	Nodes       []string
	First, Last int
	Text        string // it may be empty
}

// Mark points out a time, at a node or at all of them.
type Mark struct {
	Node string // or "", for all
	Time int
	Text string
}

// Outcome is a row of what the execution has led to.
type Outcome struct {
	Name  string
	Cells []Cell
}

// Cell is an entry of an outcome, under its node, or under none.
type Cell struct {
	Node    string // or ""
	Text    string
	Missing bool // it should be there and is not, or it is there and must not be
}
