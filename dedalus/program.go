package dedalus

import (
	"fmt"

	"molly/datalog"
)

// Program is a checked program.
type Program struct {
	program  *datalog.Program
	order    []clauseRef
	settings Settings
	sources  []Source
	times    []timed
}

// clauseRef names a fact or a rule of the lowered program.
type clauseRef struct {
	fact  bool
	index int
}

// timed is an absolute time that the program mentions.
type timed struct {
	span
	time int
	fact bool
	line string
}

// Datalog returns the lowered program. It is the same value at each call and must
// not be changed.
func (p *Program) Datalog() *datalog.Program { return p.program }

// Settings returns what the files say about the program's runs.
func (p *Program) Settings() Settings { return p.settings }

// Sources returns the texts that the program was read from, in the order of
// reading.
func (p *Program) Sources() []Source { return p.sources }

// Horizon warns about every absolute time that a run up to eot does not reach, and about
// what such a run needs when it is there no longer.
func (p *Program) Horizon(eot int) Diagnostics {
	var list Diagnostics
	for _, t := range p.times {
		if t.time <= eot {
			continue
		}
		what := "so this atom is never true"
		if t.fact {
			what = "so this fact is never there"
		}
		list = append(list, Diagnostic{
			Severity: Warning, Pos: t.pos, Code: "horizon", Line: t.line, Width: t.width,
			Message: fmt.Sprintf("the run ends at time %d, before %d, %s", eot, t.time, what),
		})
	}
	return append(list, p.dropped(eot)...)
}
