// Package hazard asks a SAT solver which admissible faults make circuits true: the
// hazard of an invariant is the circuit "it is violated" (LDFI paper, §4.3, with the
// exact lineage of all executions instead of one execution's).
//
// A [Search] holds one growing question: every literal given to [Search.Require]
// holds, no scenario given to [Search.Exclude] or above it comes back, and the
// scenario is admissible under a specification. Package hazard/cnf makes clauses of it, and
// package hazard/solver has the solvers.
//
// [Search.Best] finds the first scenario in the order of failure.Scenario.Compare.
// After one question without a bound, which settles the unsatisfiable case, it asks
// for at most k faults, k = 0, 1, 2, …; among those
// with k faults it raises the sum of the crash times by bisection; among those it
// fixes the sorted list of faults position by position, each by bisection between
// the last position's fault and the best known one (best.go, latest.go, first.go).
// Scenarios that exclude each other's successors in turn enumerate all minimal ones:
// [Search.Ties] does so for all at once that are equal in the first two respects.
//
// Where nodes may be exchanged ([Search.Exchangeable], [Search.FirstOfExchangeable]),
// [Search.Smallest] finds how small an answer can be in one question, and [Search.First] the
// first of that size in another.
//
// [Justify] is the other half of the paper's loop: why a literal holds in one
// scenario, as a formula that suffices everywhere.
//
// Left out on purpose: anything that knows of facts, rules or invariants.
package hazard
