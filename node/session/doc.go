// Package session is a debugger without a face: an execution whose steps a person chooses, with all that was
// tried before as a tree.
//
// A [Session] has one current [State] of its history. Doing an action goes to a child of it, which is made where it
// is new; travelling goes to any state seen before, by resetting the nodes and replaying the path, which is exact
// because events have names (node.ID). Paths are saved as traces, and traces are opened as paths.
//
// [Session.Until] searches from the current state for a state in which a predicate holds.
package session
