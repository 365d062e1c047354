// Package repro measures what the LDFI paper's §5.2 tables and plots, with the protocols
// of the library, and sets the paper's numbers beside them.
//
// Executions are the same on every machine; seconds are not.
package repro
