package main

import "molly/sweep"

// sweepJSON is the result of a sweep.
type sweepJSON struct {
	Schema  int      `json:"schema"`
	Program []string `json:"program"`
	Nodes   []string `json:"nodes"`
	MaxEOT  int      `json:"max_eot"`
	Crashes [2]int   `json:"crashes"`
	Stopped string   `json:"stopped,omitempty"`

	Variants []*sweptJSON `json:"variants"`
}

// sweptJSON is what became of one variant of the program.
type sweptJSON struct {
	Shift string     `json:"shift,omitempty"`
	Paths []pathJSON `json:"paths,omitempty"`
	Cells []cellJSON `json:"cells,omitempty"` // of the table
}

type pathJSON struct {
	Crashes   int          `json:"crashes"`
	Ending    sweep.Ending `json:"ending"`
	Minimal   *cellJSON    `json:"minimal,omitempty"`
	Largest   *cellJSON    `json:"largest,omitempty"`
	Transient []cellJSON   `json:"transient,omitempty"`
	Cells     []cellJSON   `json:"cells"`
}

// cellJSON is a cell of a path or a table, or of a journal.
type cellJSON struct {
	EOT     int          `json:"eot"`
	EFF     int          `json:"eff"`
	Crashes int          `json:"crashes"`
	Verdict sweep.Answer `json:"verdict"`
	Vacuous bool         `json:"vacuous"`
	// OnlyUnder is the first scenario in which something is owed, where that takes a fault.
	OnlyUnder *scenarioJSON `json:"owed_only_under_faults,omitempty"`
	// Counterexample is there in cells that were asked for.
	Counterexample *scenarioJSON `json:"counterexample,omitempty"`
	// From is, in the others, the EFF and the crashes of the cell that they follow from.
	From  *[2]int `json:"from,omitempty"`
	Error string  `json:"error,omitempty"`
}

func (j *sweepJSON) begin(s *sweeping) {
	j.Schema, j.Program, j.Nodes = schema, s.files, s.nodes
	j.MaxEOT, j.Crashes = s.flags.maxEOT, [2]int{s.flags.crashes.from, s.flags.crashes.to}
}

func (j *sweepJSON) variant(name string) { j.Variants = append(j.Variants, &sweptJSON{Shift: name}) }

func (j *sweepJSON) row(r sweep.Row) {
	v := j.Variants[len(j.Variants)-1]
	for _, cells := range r.Cells {
		v.Cells = append(v.Cells, cellsJSON(cells)...)
	}
}

func (j *sweepJSON) path(p *sweep.Path) {
	out := pathJSON{Crashes: p.Crashes, Ending: p.Ending, Transient: cellsJSON(p.Transient), Cells: cellsJSON(p.Cells)}
	if p.Minimal != nil {
		c := newCellJSON(*p.Minimal)
		out.Minimal = &c
	}
	if p.Largest != nil {
		c := newCellJSON(*p.Largest)
		out.Largest = &c
	}
	v := j.Variants[len(j.Variants)-1]
	v.Paths = append(v.Paths, out)
}

func cellsJSON(list []sweep.Cell) []cellJSON {
	out := []cellJSON{}
	for _, c := range list {
		out = append(out, newCellJSON(c))
	}
	return out
}

func newCellJSON(c sweep.Cell) cellJSON {
	j := cellJSON{EOT: c.Spec.EOT, EFF: c.Spec.EFF, Crashes: c.Spec.Crashes, Verdict: c.Answer, Vacuous: c.Vacuous, OnlyUnder: onlyUnderJSON(c.OnlyUnder), Error: c.Error}
	if c.From != nil {
		j.From = &[2]int{c.From.EFF, c.From.Crashes}
	} else if c.Answer == sweep.Breaks || c.Answer == sweep.Overflow {
		faults := faultsJSON(c.Scenario)
		j.Counterexample = &faults
	}
	return j
}
