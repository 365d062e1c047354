// Package rewrite turns a Dedalus program into plain Datalog: the rewriting of §4.1 of the
// LDFI paper, as a value. Printers, exporters and tests read it; nothing here evaluates.
//
// Time becomes data (§4.1.1). Every relation gets a last column, the time at which a tuple
// holds, and the premises of a rule share its variable. An inductive or asynchronous rule
// gets a clock atom that relates this time to that of the conclusion; which clock facts
// there are is what the faults decide. A relation of all times binds the time of a rule
// whose premises do not.
//
// Firings become data (§4.1.2). For each rule there is a firings relation, with a column
// for everything that a binding of its body decides, and the head is read from it. So a
// recorded firing is a row, and recording it does not change what an aggregate groups. (The
// paper keeps two relations for an aggregate rule, its bindings and its results; the results
// are the head here.)
//
// Two things are not in the paper. A premise at an absolute time, p(…)@5, reads column 5 of
// p from time 5 on; its absence is that from a snapshot, a relation that holds from time 5
// on what p held then, because before time 5 nothing is there. And a computed column of
// a head is a column of the firing, too: where it has no value, there is no firing.
package rewrite
