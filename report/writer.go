package report

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"molly/viz"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
	"molly/viz/svg"
)

//go:embed assets/style.css
var style []byte

//go:embed assets/script.js
var script []byte

// fold is how many nodes of a lineage the page shows before it folds some.
const fold = 160

// Writer writes a page. It keeps of the executions only what the list of them shows.
type Writer struct {
	folder *Folder
	listed []entry
	first  viz.Trace
}

// entry is an execution in the list.
type entry struct {
	Name string
	Kind Kind
}

// NewWriter begins a page at a path. Its end must be Close or Abandon.
func NewWriter(path string) (*Writer, error) {
	folder, err := Create(path, IsReport)
	if err != nil {
		return nil, err
	}
	return &Writer{folder: folder}, nil
}

// Bytes returns how much has been written.
func (w *Writer) Bytes() int { return w.folder.Bytes() }

// Abandon leaves nothing behind.
func (w *Writer) Abandon() { w.folder.Remove() }

// Add adds an execution. The first one is what the others are compared with.
func (w *Writer) Add(e Execution) error {
	number := len(w.listed)
	w.listed = append(w.listed, entry{e.Name, e.Kind})
	d := executionData{
		Name: e.Name, Kind: e.Kind, Tried: e.Tried, Taught: e.Taught, Command: e.Command,
		First: e.Trace.First, Last: e.Trace.Last, Tables: tablesData(e.Tables), Rules: firingsData(e.Firings),
	}
	add := func(tab, name string, s *scene.Scene) error {
		file := fmt.Sprintf("pictures/%d-%s.svg", number, name)
		d.Pictures = append(d.Pictures, overlay(tab, file, s))
		return w.folder.Write(file, svg.Write(s))
	}
	if err := add("diagram", "run", lamport.Draw(thinned(e.Trace, nil), lamport.Options{})); err != nil {
		return err
	}
	if len(e.Lineage.Nodes) > 0 {
		if err := add("lineage", "lineage", lineage.Draw(e.Lineage, lineage.Options{Fold: fold})); err != nil {
			return err
		}
	}
	if number == 0 {
		w.first = e.Trace
	} else {
		before := e.Before
		if len(before.Nodes) == 0 {
			before = w.first
		}
		if err := add("difference", "difference", lamport.Compare(thinned(before, &e.Trace), thinned(e.Trace, &before), lamport.Options{})); err != nil {
			return err
		}
	}
	if len(e.Lost.Nodes) > 0 {
		if err := add("what was lost", "lost", lineage.Draw(e.Lost, lineage.Options{Fold: fold})); err != nil {
			return err
		}
	}
	data, err := json.Marshal(d) // escapes what HTML and scripts would misread
	if err != nil {
		return err
	}
	return w.folder.Write(fmt.Sprintf("data/%d.js", number), fmt.Appendf(nil, "report.add(%d, %s);\n", number, data))
}

// Close writes the rest, and puts the page in its place.
func (w *Writer) Close(r Report) error {
	page, err := index(r, w.listed)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name    string
		content []byte
	}{{"style.css", style}, {"script.js", script}, {"index.html", page}} {
		if err := w.folder.Write(f.name, f.content); err != nil {
			return err
		}
	}
	return w.folder.Finish()
}
