// Package symmetry finds the permutations of the nodes that leave a program as it is.
//
// A permutation π of the nodes renames every string of a program that is the name of a
// node, in facts and in rules. It is a symmetry when this yields the same program: the
// same set of facts and the same set of rules, up to the names of variables and the order
// of premises. Then π maps the run under a scenario to the run under the renamed
// scenario, tuple by tuple: nothing that the language can do tells one name from another,
// but to compare names by order ("<" and its like, min, max). So a symmetry must also
// leave every node alone whose name may come to such a place (ordered.go). It must also
// map the limits of a specification, which say what links lose and which nodes may crash, to
// themselves, and leave every node alone that an input names (statement.go).
// docs/how-it-works.md has the proof.
//
// [Find] works in three steps.
//
//  1. Facts and rules become clauses: literals with holes instead of nodes' names
//     (clause.go). Colours of nodes are refined by the clauses in which they occur, and
//     where, and with which colours, until nothing changes (colour.go). Nodes of
//     different colours are not exchanged by any symmetry.
//  2. Transpositions inside a colour are tried first. Nodes that each may be exchanged
//     with each other form classes: thirty equal nodes cost twenty-nine trials
//     (find.go).
//  3. What is left is searched by backtracking: where the first nodes stay, can the next
//     one go to that place? Nodes already in its orbit need no search, so at most n-1
//     searches succeed (backtrack.go).
//
// Colours are hashes, and only guide the search: what is reported has been verified, by
// renaming the program and comparing the sets (verify.go). The work is bounded. Where the
// bound is reached, the group is the one that the transpositions generate: smaller than
// it might be, but a group of symmetries all the same.
package symmetry
