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
	Marks       []Mark
	Outcomes    []Outcome // from top to bottom, below the last time
	// Quiet, where it is not 0, is how many times in a row without anything to show are
	// drawn; more of them become one line.
	Quiet int
}

// Message is something that one node sends another, or itself.
type Message struct {
	Label    string
	Detail   string // the rest of what it says, such as its arguments
	From, To string // nodes of the trace
	Sent     int
	// Arrives is the time at which it arrives, or would have arrived where it is lost.
	Arrives int
	Lost    bool
	// Cause says in symbols what took a message that is lost.
	Cause string
	// Faint marks what does not matter for what the diagram is about.
	Faint bool
}

// Crash says that a node goes silent, from a time on: what it sends at that time is lost.
type Crash struct {
	Node string
	Time int
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
	Missing bool // it should be there, and is not
}
