// Package provenance explains runs: why a tuple holds, and why one does not. It is the
// derivation graph of the LDFI paper (§4.2), with absence explained too. That is why-not
// provenance as a game graph has it (Köhler, Ludäscher and Zinn, 2013): a tuple does not hold
// because each of its derivations fails, at a premise; not what input is missing (Huang et al.,
// 2008), nor which operator of a query drops it (Chapman and Jagadish, 2009).
//
// A [Graph] alternates between goals, which are tuples at a time, and the ways in which
// rules conclude them.
//
//	Holds      any one child suffices: a fact of the program, a crash, a firing
//	  Fired      all premises: goals that hold, negated goals that are missing, the message
//	  Grouped    the bindings that an aggregate counts, each a Fired, and those that would
//	             change its value, each a Blocked
//	Missing    no child works: the ways in which the tuple could have come about
//	  Blocked    the premises that fail: missing goals, a negated goal that holds, a lost
//	             message, a comparison that is false
//	  Regrouped  an aggregate that has another value, and the bindings that it lacks
//
// A goal occurs once, however many ways lead to it, so that a graph is as large as the
// lineage that it shows, not as the number of proofs in it; proofs are never enumerated.
// Facts that hold each other up within a time make a cycle. The first way of a goal
// that holds never leads back to it.
//
// # Where it comes from
//
// Why a tuple holds is read from the run's lineage; only what a rule negates is not
// written there (in a run nothing matches it) and is found from the firing's binding
// (binding.go, why.go).
//
// Why a tuple does not hold is read from the space of all executions, where there is
// one: every firing that could conclude the tuple in some admissible scenario is there,
// and some of its premises fail in this one (whynot.go). A rule that has no such firing
// fails in every scenario: its failed derivations in the run are shown, those that satisfy the
// most premises (failed.go). Without a space every absence is explained so. Under a tuple that
// is possible, a goal that no scenario can produce is not followed any further.
//
// [Clocks] is the formula that the LDFI paper asks its solver (§4.3, Algorithm 2).
//
// # One reason
//
// A graph has all ways. [Graph.Reason] chooses: one way in which a goal holds, one failing
// premise of each way in which it could, and leaves the rest out (reason.go). What is left
// still proves the roots, and names every fault of a minimal counterexample.
// [Graph.Brief] makes it as short as wanted.
//
// Left out on purpose: the syntax of programs, and pictures.
package provenance
