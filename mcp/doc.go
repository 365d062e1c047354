// Package mcp lets assistants use Molly: it is a server of the Model Context Protocol, over a pair of
// streams. It has tools (verify, run, explain, lint, format, protocols, docs), and the same protocols and pages as
// resources.
//
// A call of a tool is a question of package molly. Its result is the text that the command line prints
// for people, and the JSON of the command line (package wire) as structured content. What is wrong with a
// program or with what is asked is the result of a tool, marked as an error, so that an assistant reads it
// and tries again; it is no error of the protocol.
//
// Each call has a time and an amount of memory, and ends when the client cancels it. So many calls
// work at once as there are processors; the others wait. A result that is too large to be read is an
// error that says what to ask for instead.
//
// Left out on purpose: anything that writes. Files are read with the rights of the process, and only those
// that a call names, with what they include.
package mcp
