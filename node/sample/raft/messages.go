package raft

// RequestVote asks for a vote.
type RequestVote struct {
	Term      int
	LastIndex int
	LastTerm  int
}

// Vote answers a request.
type Vote struct {
	Term    int
	Granted bool
}

// Append replicates entries, or is a heartbeat where it has none.
type Append struct {
	Term      int
	PrevIndex int
	PrevTerm  int
	Entries   []Entry
	Commit    int
}

// Appended answers Append. Match is the last index at which the log is known to agree; where OK is false, it is
// the last index that is worth trying.
type Appended struct {
	Term  int
	OK    bool
	Match int
}

// Led tells a new leader that it leads, where the bug SelfInit is on.
type Led struct{ Term int }

// Entry is an entry of the log.
type Entry struct {
	Term    int
	Data    string   `json:",omitempty"` // of a client; "" in a no-op and in a change of the members
	Members []string `json:",omitempty"` // the members from here on
}

// Request is a client's command. Without data it is a no-op.
type Request struct{ Data string }

// AddServer and RemoveServer change the members, by one.
type AddServer struct{ Server string }

// RemoveServer removes a member.
type RemoveServer struct{ Server string }
