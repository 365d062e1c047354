// Package dedalus turns Dedalus files into a checked [datalog.Program].
//
// The way of a program: the files named on the command line are read, with what
// they include ([Loader]). Each file is cut into tokens once, the tokens are cut
// into clauses at their semicolons, and a participle grammar parses one clause
// after the other, so that a broken clause does not hide what is wrong in the
// next one. The clauses become a small syntax tree, and the checks walk over it:
// the shape of clauses, names and numbers of columns, what binds each variable,
// the types of columns, the places of rules, cycles through negation, the
// invariant. None of them stops at its first finding. A program without errors is
// lowered: every name becomes a number.
//
// The package is independent of evaluation and of faults: an absolute time beyond
// the end of a run is found by [Program.Horizon], which is told that end. It does
// not reorder the premises of a rule and does not fold constants.
//
// The language itself is described in docs/language.md.
package dedalus
