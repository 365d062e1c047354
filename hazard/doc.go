// Package hazard asks a SAT solver which admissible faults make circuits true: the
// hazard of an invariant is the circuit "it is violated" (LDFI paper, §4.3, with the
// exact lineage of all executions in the place of one execution's).
//
// A [Search] holds one growing question: every literal given to [Search.Require]
// holds, no scenario given to [Search.Exclude] or above it comes back, and the
// scenario is admissible under a specification. A question becomes clauses in four
// steps.
//
//  1. Fold: fault variables that the specification does not admit are false. What
//     that makes constant, or equal to one child, disappears (fold.go).
//  2. Encode: only the cone of what is required gets solver variables, and only the
//     half of each definition that its polarity needs (Plaisted and Greenbaum). A node
//     that is later needed the other way round gets its missing half then (encode.go).
//  3. Admissible: per node a ladder of "has crashed at t or earlier", which says
//     that a node crashes once at most, and serves to exclude crashes; a bounded counter
//     over the ladders' tops says that no more than Crashes nodes crash (admissible.go).
//  4. Ask: a live gini instance with assumptions, or a fresh gophersat for each
//     question (solver.go and its two neighbours).
//
// [Search.Best] finds the first scenario in the order of failure.Scenario.Compare.
// After one question without a bound, which settles the unsatisfiable case, it asks
// for at most k faults, k = 0, 1, 2, …, by a counter that grows with k; among those
// with k faults it raises the sum of the crash times by bisection; among those it
// fixes the sorted list of faults position by position, each by bisection between
// the last position's fault and the best known one (best.go, latest.go, first.go).
// Scenarios that exclude each other's successors in turn enumerate all minimal ones:
// [Search.Ties] does so for all at once that are equal in the first two respects.
//
// Where nodes may be exchanged, [Search.Exchangeable] and [Search.FirstOfExchangeable]
// demand that they fail in some order (exchange.go). Then [Search.Smallest] finds how small an
// answer can be in one question, and [Search.First] the first of that size in another.
//
// [Justify] is the other half of the paper's loop: why a literal holds in one
// scenario, as a formula that suffices everywhere.
//
// Left out on purpose: proofs of unsatisfiability, and anything that knows of facts,
// rules or invariants. The solvers answer the same for the same questions in the same
// order; nothing depends on time or the number of cores, unless a context ends.
package hazard
