package wire

import (
	"molly/sweep"
)

// Sweep is the result of molly sweep.
type Sweep struct {
	Schema   int        `json:"schema"`
	Program  []string   `json:"program"`           // the files
	Nodes    []string   `json:"nodes"`             // the nodes of the runs
	MaxEOT   int        `json:"max_eot"`           // the largest EOT
	Crashes  [2]int     `json:"crashes"`           // from how many crashes to how many
	Stopped  string     `json:"stopped,omitempty"` // what ended the sweep early
	Variants []*Variant `json:"variants"`          // one, or one for each combination of --shift
}

// Variant is what became of the program with its facts at certain times.
type Variant struct {
	Shift string        `json:"shift,omitempty"` // the combination
	Paths []Path        `json:"paths,omitempty"` // a path for each number of crashes
	Cells []sweep.Entry `json:"cells,omitempty"` // with --grid, in the place of paths: the table, by EOT, crashes and EFF
}

// Path is the path of the LDFI paper for one number of crashes.
type Path struct {
	Crashes   int           `json:"crashes"`             // how many nodes may crash
	Ending    sweep.Ending  `json:"ending"`              // how the path ends
	Minimal   *sweep.Entry  `json:"minimal,omitempty"`   // of a broken path: the specification that breaks
	Largest   *sweep.Entry  `json:"largest,omitempty"`   // the last cell that held, and was not vacuous
	Transient []sweep.Entry `json:"transient,omitempty"` // the violations that a later EOT cured
	Cells     []sweep.Entry `json:"cells"`               // all that were looked at, in order
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
