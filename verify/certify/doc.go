// Package certify checks verdicts without the engine that found them.
//
// A [Certificate] answers one question: is there an admissible scenario under which the
// program violates its invariant, or computes a number that does not fit 64 bits?
// [Check] trusts none of it.
//
//   - A counterexample is run by the reference evaluator.
//   - For "certified", the question is derived again from the program, in the plainest
//     way. The grounder (ground.go, group.go) is the counterpart of the reference evaluator: it finds every
//     fact and every instance of a rule that some admissible run may have. The encoder
//     (encode.go) gives each a variable and says by clauses that it holds exactly where
//     what it rests on does. No fault, no fact and no rule is simplified away. The clauses must be
//     those of the certificate, byte by byte; then the proof that they have no model is checked line
//     by line, by unit propagation (rup.go).
//
// Clauses alone would let facts hold each other up, as in a :- b; b :- a. Where that matters, a
// certificate names sets of facts, and the encoder adds for each that it does not hold itself
// up. That is true of any set in every run, so nothing about these sets is trusted either.
//
// docs/certificates.md specifies all of this, so that it can be done again by other
// means.
//
// Left out on purpose: finding proofs and sets (package verify does), and proof steps that
// are not by unit propagation (RAT). The package does not use circuits, solvers or the
// engine.
package certify
