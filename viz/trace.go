package viz

// Trace is one execution of a distributed system, as far as a diagram shows it.
type Trace struct {
	Nodes []string // one column each, in this order
	// First and Last are the first and the last time that are drawn.
	First, Last int
	Messages    []Message
	Crashes     []Crash
	// Quiet, where it is not 0, is how many times in a row without anything to show are
	// drawn; more of them become one line.
	Quiet int
}

// Message is something that one node sends another.
type Message struct {
	Label    string
	From, To string // nodes of the trace
	Sent     int
	Arrived  bool
}

// Crash says that a node goes silent.
type Crash struct {
	Node string
	Time int
}
