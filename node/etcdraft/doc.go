// Package etcdraft runs go.etcd.io/raft/v3, unmodified, as nodes of package node.
//
// It is a module of its own, so that what raft needs is linked only where it is used.
//
// One step is one call of raft and all that follows from it: while raft has something ready, entries and
// hard state go to storage, messages are sent, what is committed is applied. raft draws its election
// timeouts at random, so here no timeout is ever reached: an election is the timer "elect" (RawNode.Campaign), a
// heartbeat the timer "beat" of a leader (RawNode.Tick), and both may fire at any time, which is more than any clock
// does. What counts ticks otherwise, CheckQuorum, PreVote and leases, is off.
//
// Nodes are numbered from 1 in raft, and have names here. Commands: propose, add, learner, remove, transfer,
// snapshot.
package etcdraft
