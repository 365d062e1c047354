// Package text says in words what a result is: what the command line prints for people, and what
// a test that fails, or an editor, can show as well.
//
// Its functions take plain values: a [Subject], which is a program with the setting that it was
// run in, and the result. They write to an io.Writer, in a [Style], and return the first error of
// the writer. Nothing is searched, run or explained here, nothing is read, and no clock is asked.
//
// Sentences that a report's page also has are with their data: failure says what faults do,
// verify what a violation is, provenance what caused it.
package text
