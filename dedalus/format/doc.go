// Package format writes the text of a program in its one canonical layout, which docs/format.md
// describes. It changes white space and line breaks only, and never the program: the tokens stay,
// in their order, and so do the comments, but that a comma or a semicolon that follows a comment
// comes before it. Formatting what is formatted changes nothing.
//
// A text becomes rows: lines of code with the comment behind them. A clause is rendered in the
// first of some layouts that fits (clause.go), token by token (writer.go); the rows are joined with
// their comments in columns (row.go).
package format
