// Package trace records executions of package node, writes and reads them as files, replays them, and
// says what happened before what.
//
// A trace file is text: one JSON object a line. The first line is the [Header], each further one a
// [Record], in the order of the execution. docs/traces.md describes it. A trace is replayed by the
// names of its events (node.ID) and nothing else; what the records say of messages and states is there
// to be read, and to find the first step at which a replay differs.
package trace
