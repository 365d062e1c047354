// Package asp writes the question that a search answers as an answer-set program: the
// program with its time, a choice over the faults that a specification allows, and the
// violation of the invariant as the goal. An answer-set solver such as clingo finds a
// model exactly when there is a counterexample, and the model names its faults; ReadScenario
// reads them back from what clingo prints.
//
// Each admissible scenario in normal form is one choice, and each choice has one model
// at most: what a program derives is a function of the faults, because it is stratified
// by time, and within a time by its strata. So the models are the bad scenarios, one for
// one.
//
// Rules, facts and snapshots are those of the rewritten program (package rewrite). Three things
// are written otherwise, so that clingo grounds less: a clock atom is the atom delivers where a
// message is sent, and the bound of time; the two rules of a rule are one where it does
// not aggregate; crash and outage, which hold at every time, have no time. Where messages may be
// late, come twice, or meet a node that is down, arrives says when they get there, in the place of
// delivers.
//
// docs/second-opinions.md shows the text piece by piece. Left out on purpose: numbers
// beyond 32 bits, which clingo wraps silently. The caller must have refused them
// (verify.Fit32).
package asp
