package node

// Item is a message or a timer that is pending, or was.
type Item struct {
	ID       ID
	Timer    bool
	From, To int // of a timer: its node, twice
	Type     string
	Body     any
	Key      Key
	Cause    int // the index of the event that made it
}

// Event is an action that was done, and what came of it.
type Event struct {
	Action
	ID    ID
	Index int // its place in the execution, from 0
	// Node is the node that took a step; -1 where none did.
	Node  int
	Cause int   // the index of the event that made the item; -1 where there is none
	Item  *Item // the item of the action, as it was before it; or nil

	Sent      []*Item  // messages that were sent, and what a duplication or a change made
	Set       []*Item  // timers that were set
	Gone      []*Item  // timers that will not fire: cleared, replaced, or lost in a crash
	Renewed   []*Item  // timers that were set already, with the same body
	Notes     []string // of the node
	Broken    error    // why the node cannot answer any more
	Digest    uint64   // of the node's state after it, where digests are recorded
	Violation *Violation
}
