// Package lsp is a language server for Dedalus: it shows in an editor what the façade, package molly, knows of a
// program.
//
// A session ([Serve]) reads messages from a client. What the client has open is a [snapshot]: texts, and what is found
// out about them on demand, each once. A notification makes the next snapshot, at once and in the order in which
// notifications come. Everything else reads one snapshot and runs beside the others: answers to requests, the publisher,
// which tells what is wrong in the latest snapshot, and the verifier, which answers the questions that directives and
// expectations ask, one after the other, and drops those that nobody asks any more.
//
// A program is the file that says how it is run, with all that it includes, saved or not. A file that only others include is
// read as a part of the programs beside it. Positions change their form at the edge (lines.go): the language counts
// characters, the protocol units of UTF-8, UTF-16 or UTF-32, whichever was agreed on, and offsets lie between.
//
// # The protocol's library
//
// Requests, responses and who waits for which are the work of github.com/sourcegraph/jsonrpc2 (MIT, maintained, 1,400
// lines, no dependencies outside the standard library). It hands over messages one by one, in order, which is what
// the invariant of documents needs; the framing is ours (stream.go), because a message that is no JSON must not end a
// session. Of the others that we looked at: go.lsp.dev/protocol v0.12 has types for the whole protocol, but is of
// 2022, knows no position encodings, and brings a logger and an assembly JSON codec; go.lsp.dev/jsonrpc2 v1 is maintained and
// brings a JSON library; creachadair/jrpc2 is well kept, but imports expvar, and with it net/http, which molly has no other
// use for; tliron/glsp was last changed in 2024 and brings a web socket, a logger and a terminal library. So the types are our own,
// those that we need (protocol.go), under their names in the specification, version 3.17.
package lsp
