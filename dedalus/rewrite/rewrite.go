package rewrite

import (
	"slices"

	"molly/datalog"
)

// clockName is reserved in Dedalus: no program has such a relation.
const clockName = "clock"

// New rewrites a program.
func New(source *datalog.Program) *Program {
	w := &rewriter{
		Program: Program{Source: source, Datalog: datalog.NewProgram(), protocol: ofProtocol(source)},
		taken:   map[string]bool{},
	}
	for _, r := range source.Relations {
		w.taken[r.Name] = true
		w.relation(r.Name, append(slices.Clone(r.Types), datalog.Integer))
	}
	w.Clock = w.relation(clockName, []datalog.Type{datalog.Text, datalog.Text, datalog.Integer, datalog.Integer})
	w.Times = w.relation(fresh(w.taken, "time"), []datalog.Type{datalog.Integer})
	for _, f := range source.Facts {
		f.Args = append(slices.Clone(f.Args), datalog.Int(int64(f.Time)))
		f.Time = 1
		w.Datalog.Facts = append(w.Datalog.Facts, f)
	}
	for _, f := range source.Lasting {
		w.lasting(f)
	}
	for i := range source.Rules {
		w.rewrite(&source.Rules[i])
	}
	return &w.Program
}
