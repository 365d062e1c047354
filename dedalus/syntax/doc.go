// Package syntax is the text of a program as it is written: tokens, comments, blank lines,
// clauses.
//
// Parse cuts a text into tokens and the tokens into clauses, and never fails. A text that is
// no program has tokens too: what is malformed has kinds of its own. Nothing is lost: the
// tokens, and the white space between them, are the text (File.Gap).
//
// A clause knows its tokens, with the comments among them, and parses itself when it is asked
// for its tree (Clause.Tree). A clause that cannot be parsed has no tree, and a Problem
// instead; the others are not affected. Roles tell what each name of a clause stands for. They
// are derived from the tokens alone, so that a clause that is being typed has them, too.
//
// The tree is the grammar's. It takes a little more than the language has: what a tree cannot
// be, package dedalus reports when it builds a program of it.
package syntax
