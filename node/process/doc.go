// Package process runs programs in any language as nodes of package node. Each is a process that reads one
// JSON object a line and answers each with one: over its standard input and output, or over a TCP
// connection that it opens. docs/processes.md describes the objects; they are those of Oddity (Woos 2019,
// figure 3.3): register, start, message, timeout, response.
//
// A process that ends, answers what is no JSON, answers twice, answers too much or not at all is down
// from then on, with a reason that says so; the execution goes on without it, and a restart starts it anew.
package process
