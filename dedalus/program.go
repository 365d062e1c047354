package dedalus

import (
	"molly/datalog"
	"molly/failure"
)

// Program is a checked program.
type Program struct {
	program   *datalog.Program
	order     []clauseRef
	settings  Settings
	inputs    *failure.Inputs // of program: one value, so that specifications compare
	sources   []Source
	constants []Constant
	times     []timed
	ignores   []Ignore
	warnings  Diagnostics // of the checks, also those that are ignored
}

// clauseRef names what a clause of the text became in the lowered program.
type clauseRef struct {
	kind  clauseKind
	index int
	count int // of the facts of a range
}

// clauseKind says which list of the program an index is of.
type clauseKind uint8

const (
	ruleClause clauseKind = iota
	factClause
	lastingClause
	inputClause
)

// Datalog returns the lowered program. It is the same value at each call and must
// not be changed.
func (p *Program) Datalog() *datalog.Program { return p.program }

// Settings returns what the files say about the program's runs.
func (p *Program) Settings() Settings { return p.settings }

// Sources returns the texts that the program was read from, in the order of
// reading.
func (p *Program) Sources() []Source { return p.sources }

// Line is the line of the program's text that a position names, or "".
func (p *Program) Line(at datalog.Position) string {
	for _, s := range p.sources {
		if s.Name == at.File {
			return newSource(s, folder{}).line(at.Line)
		}
	}
	return ""
}
