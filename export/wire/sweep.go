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
	Cells []sweep.Entry `json:"cells,omitempty"` // with --grid, instead of paths: the table, by EOT, crashes and EFF
}

// Path is the path of the LDFI paper for one number of crashes.
type Path struct {
	Crashes   int           `json:"crashes"`             // how many nodes may crash
	Ending    sweep.Ending  `json:"ending"`              // how the path ends
	Minimal   *sweep.Entry  `json:"minimal,omitempty"`   // of a broken path: the specification that breaks
	Largest   *sweep.Entry  `json:"largest,omitempty"`   // the last cell that held, and was not vacuous
	Transient []sweep.Entry `json:"transient,omitempty"` // the violations that a later EOT cured
	Cells     []sweep.Entry `json:"cells"`               // all that were tried, in order
}

// NewSweep returns the result of a sweep of the files of a program.
func NewSweep(files, nodes []string, o sweep.Options, r *sweep.Result) Sweep {
	j := Sweep{
		Schema: Schema, Program: files, Nodes: nodes, MaxEOT: o.MaxEOT, Crashes: [2]int{o.MinCrashes, o.MaxCrashes}, Stopped: sweep.Reason(r.Stopped),
	}
	for _, s := range r.Variants {
		v := &Variant{Shift: s.Variant.Name()}
		for _, p := range s.Paths {
			v.Paths = append(v.Paths, Path{
				Crashes: p.Crashes, Ending: p.Ending, Minimal: entry(p.Minimal), Largest: entry(p.Largest), Transient: entries(p.Transient), Cells: entries(p.Cells),
			})
		}
		for _, r := range s.Rows {
			for _, cells := range r.Cells {
				v.Cells = append(v.Cells, entries(cells)...)
			}
		}
		j.Variants = append(j.Variants, v)
	}
	return j
}

func entry(c *sweep.Cell) *sweep.Entry {
	if c == nil {
		return nil
	}
	e := sweep.NewEntry(*c)
	return &e
}

func entries(list []sweep.Cell) []sweep.Entry {
	out := []sweep.Entry{}
	for _, c := range list {
		out = append(out, sweep.NewEntry(c))
	}
	return out
}
