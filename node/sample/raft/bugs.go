package raft

// Bugs are mistakes that can be put into the protocol, each of them one that was made. The numbers are those of
// the issues of akka-raft on which DEMi was evaluated (Scott et al. 2016).
type Bugs struct {
	// EarlyReconfig lets a leader change the members before it has committed an entry of its own term (Ongaro's
	// message to raft-dev, July 2015). Without it a new leader commits a no-op first.
	EarlyReconfig bool
	// DuplicateVotes counts votes, not voters: a vote that arrives twice counts twice (45). A candidate asks again for
	// votes in its term when the timer "retry" fires, so a network that keeps order and loses nothing is enough.
	DuplicateVotes bool
	// OldVotes counts votes of earlier terms (46).
	OldVotes bool
	// ForgetVote forgets the vote that a candidate gives when it steps down for a later term (56).
	ForgetVote bool
	// SelfInit lets a new leader set up its followers' progress by a message to itself, which a request may
	// overtake (58a).
	SelfInit bool
	// ZeroPrev takes an Append before the first entry for one after it: it does not look whether the entry
	// before the first is there (58b).
	ZeroPrev bool
	// ModeCommit commits what most servers agree on, in the place of what a majority has (42).
	ModeCommit bool
	// Truncate cuts off what a late, shorter Append does not have (66).
	Truncate bool
}

// Names are the switches by the names that a command line uses, with what they do.
var Names = []Bug{
	{"early-reconfig", "members change before an entry of the leader's term is committed", func(b *Bugs) *bool { return &b.EarlyReconfig }},
	{"45", "a vote that arrives twice counts twice (of 4 servers and more)", func(b *Bugs) *bool { return &b.DuplicateVotes }},
	{"46", "votes of earlier terms count", func(b *Bugs) *bool { return &b.OldVotes }},
	{"56", "a candidate that steps down for another forgets its vote", func(b *Bugs) *bool { return &b.ForgetVote }},
	{"58a", "a request overtakes the message by which a leader sets itself up", func(b *Bugs) *bool { return &b.SelfInit }},
	{"58b", "an append before the first entry is not checked", func(b *Bugs) *bool { return &b.ZeroPrev }},
	{"42", "the commit index is the most frequent match, not the median", func(b *Bugs) *bool { return &b.ModeCommit }},
	{"66", "a late, shorter append truncates the log", func(b *Bugs) *bool { return &b.Truncate }},
}

// Bug is one switch.
type Bug struct {
	Name, About string
	On          func(*Bugs) *bool
}
