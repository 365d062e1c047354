// Package verify searches a failure specification for an execution that violates
// the invariant, and proves that there is none.
//
// A strategy chooses which scenario to run next, or proves that none is left; all
// else is shared: running a scenario, judging the run, minimizing, progress.
//
//   - Symbolic evaluates the program once over functions of the faults and asks one
//     question: is there an admissible scenario in which some pre tuple holds and its
//     post tuple does not? The answer is confirmed by a run.
//   - LDFI plays the LDFI paper's loop (§3, Figure 1) made exact: run, justify why
//     the invariant held, ask for a scenario outside all justifications so far.
//   - Exhaustive runs every admissible scenario: the judge of the other two.
//   - Random runs random scenarios and never certifies.
//
// LDFI can also play with formulas that ignore negation (inexact.go); then it never certifies.
//
// Otherwise the first three are exact and report the same counterexample: the first by
// failure.Scenario.Compare. All minimal ones can be asked for, and those that a symmetry of
// the program maps to each other put together.
//
// [Count] asks how many scenarios violate the invariant, [Hypotheses] what the
// failure-free run alone suggests, and what supports the outcomes at all (support.go,
// role.go).
package verify
