// Package report writes a folder with a page that shows a verdict and its executions. It
// opens from disk, without a network; nothing in it comes from elsewhere.
//
//	index.html        the verdict, the list of executions, the program
//	style.css
//	script.js         shows one execution at one time
//	data/shared.js    what executions have in common: strings, rows, firings, by number
//	data/N.js         what the script shows of execution N
//	pictures/N-*.js   its diagrams: shapes and where they lie
//
// A page that was opened from disk may not read files, but it may load scripts: so data is a
// script with one call. That of an execution is loaded when it is first shown, that of a
// picture when it is opened: then the script draws it. Above a picture lies a transparent one,
// to mark the time and to say what lies under the pointer.
//
// [Writer.Fill] makes of a search what the page shows. The same input gives the same bytes.
package report

import "molly/viz"

// Report is all but the executions, which [Writer.Add] takes one by one.
type Report struct {
	Title   string
	Kind    Kind
	Verdict string // a sentence
	Notes   []string
	// Facts are what it is about, by name: the specification, the effort, the command.
	Facts []Fact
	// Invariant says in sentences what an execution must have.
	Invariant []string
	// Without says what the page leaves out.
	Without []string
	Files   []File
}

// Kind tells how a verdict or an execution is marked.
type Kind string

// The kinds.
const (
	Good  Kind = "good"  // the invariant holds
	Bad   Kind = "bad"   // it is violated
	Doubt Kind = "doubt" // unknown
)

// Fact is an entry of a list.
type Fact struct{ Name, Text string }

// File is a text of the program.
type File struct {
	Name, Text string
	Rules      []Place // in the order of the text
}

// Place is a rule in a text. Line and Column count characters from 1.
type Place struct {
	Rule         int
	Line, Column int
}

// Execution is one run.
type Execution struct {
	Name string // what sets it apart, in symbols
	Kind Kind
	// Tried and Taught are sentences: which faults it had, and what became of it.
	Tried, Taught []string
	Command       string // that shows it in a terminal
	Trace         viz.Trace
	// Before is the trace of the first execution, with what matters there of what this one
	// violates; without nodes, it is the first one's own.
	Before viz.Trace
	// Lineage is of its outcome: of what it violates, or else of what it achieves. Lost is
	// the lineage in the first execution of what this one violates, compared with this one.
	Lineage, Lost Lineage
	Tables        []Table
	Firings       []Firing
}

// Lineage is a lineage as it is shown first, and all of it; without nodes, there is none.
type Lineage struct{ Shown, Whole viz.Graph }

// Table is a relation.
type Table struct {
	Name string
	Rows []Row
}

// Row is a tuple, with the times at which it holds, which are sorted.
type Row struct {
	Tuple string
	Times []int
}

// Firing is a rule that concludes something from what holds at a time.
type Firing struct {
	Rule, Time int
	Head       string
	Premises   []string
	Lost       bool // the message does not arrive
}
