package wire

import (
	"molly/sweep"
)

// Sweep is the result of molly sweep.
type Sweep struct {
	Schema  int      `json:"schema"`
	Program []string `json:"program"` // the files
	Nodes   []string `json:"nodes"`
	MaxEOT  int      `json:"max_eot"`
	Crashes [2]int   `json:"crashes"` // from, to
	// Stopped says what ended the sweep early.
	Stopped string `json:"stopped,omitempty"`
	// Variants has one entry, or one for each combination of --shift.
	Variants []*Variant `json:"variants"`
}

// Variant is what became of the program with its facts at certain times.
type Variant struct {
	Shift string `json:"shift,omitempty"`
	// Paths has a path for each number of crashes.
	Paths []Path `json:"paths,omitempty"`
	// Cells are, with --grid, those of the table, by EOT, crashes and EFF.
	Cells []sweep.Entry `json:"cells,omitempty"`
}

// Path is the path of the LDFI paper for one number of crashes.
type Path struct {
	Crashes int          `json:"crashes"`
	Ending  sweep.Ending `json:"ending"`
	// Minimal is the specification that breaks.
	Minimal *sweep.Entry `json:"minimal,omitempty"`
	// Largest is the last cell that holds and is not vacuous.
	Largest *sweep.Entry `json:"largest,omitempty"`
	// Transient are violations that a later EOT cures.
	Transient []sweep.Entry `json:"transient,omitempty"`
	// Cells are all that were looked at, in order.
	Cells []sweep.Entry `json:"cells"`
}

// Variant begins the results of a variant of the program.
func (j *Sweep) Variant(shift string) { j.Variants = append(j.Variants, &Variant{Shift: shift}) }

// Row adds a row of the table to the last variant.
func (j *Sweep) Row(r sweep.Row) {
	v := j.Variants[len(j.Variants)-1]
	for _, cells := range r.Cells {
		v.Cells = append(v.Cells, entries(cells)...)
	}
}

// Path adds a path to the last variant.
func (j *Sweep) Path(p *sweep.Path) {
	out := Path{Crashes: p.Crashes, Ending: p.Ending, Transient: entries(p.Transient), Cells: entries(p.Cells)}
	if p.Minimal != nil {
		e := sweep.NewEntry(*p.Minimal)
		out.Minimal = &e
	}
	if p.Largest != nil {
		e := sweep.NewEntry(*p.Largest)
		out.Largest = &e
	}
	v := j.Variants[len(j.Variants)-1]
	v.Paths = append(v.Paths, out)
}

func entries(list []sweep.Cell) []sweep.Entry {
	out := []sweep.Entry{}
	for _, c := range list {
		out = append(out, sweep.NewEntry(c))
	}
	return out
}
