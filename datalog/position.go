package datalog

import "fmt"

// Position is a place in a source file. Line and Column count from 1; Column
// counts characters, not bytes. The zero Position means "nowhere".
type Position struct {
	File   string
	Line   int
	Column int
}

// IsValid reports whether p names a place.
func (p Position) IsValid() bool { return p.Line > 0 }

// String gives "file:line:column", the form that editors follow.
func (p Position) String() string {
	if !p.IsValid() {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Short gives "file:line", for places where a whole line is meant.
func (p Position) Short() string {
	if !p.IsValid() {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}
