// Package cnf turns circuits of faults, and what a specification admits, into clauses, for a
// question that grows ([Question]).
//
//  1. Fold: fault variables that the specification does not admit are false. What
//     that makes constant, or equal to one child, disappears (fold.go).
//  2. Encode: only the cone of what is required gets solver variables, and only the
//     half of each definition that its polarity needs (Plaisted and Greenbaum, 1986). A node
//     that is later needed the other way round gets its missing half then (encode.go).
//  3. Admissible: per node a ladder of "has crashed at t or earlier" (the order encoding),
//     which says that a node crashes once at most, and serves to exclude crashes; a bounded
//     totalizer (counter.go) over the ladders' tops says that no more than Crashes nodes crash
//     (admissible.go).
//  4. Bounds: literals that are true only where at most k faults happen (fewest.go), or where
//     the crash times sum up to at least some number (crashtimes.go), to be assumed.
//  5. Symmetry: where nodes may be exchanged, lex-leader constraints leave some answers of each
//     orbit (lexleader.go).
package cnf
