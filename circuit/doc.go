// Package circuit holds Boolean functions of faults as one shared graph, an and-inverter
// graph with structural hashing (Kuehlmann, Paruthi, Krohm and Ganai, 2002).
//
// A [Circuit] is an arena of nodes: the constant, fault variables, and n-ary ANDs.
// A [Lit] points at a node, complemented or not, so that negation costs nothing and
// an OR is a complemented AND of complements. Nodes are hash-consed: the same
// function built twice the same way is the same Lit, and Lits compare with ==.
// Building folds constants, repetitions, and x ∧ ¬x; a function that folds to
// [False] is false everywhere, but a function that is false everywhere need not
// fold.
//
// A node's children come before it, so one pass over the arena evaluates all.
// A Circuit is not safe for concurrent building; reading it is.
package circuit
