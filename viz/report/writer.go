package report

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"molly/dedalus/highlight"
	"molly/internal/atomicfile"
	"molly/viz"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
)

//go:embed assets/style.css
var style string

//go:embed assets/script.js
var script []byte

// Boxes is about how many boxes of a lineage the page shows first.
const Boxes = lineage.Readable

// unfolded is how many boxes it shows when it is asked for all of them.
const unfolded = 800

// Writer writes a page. It keeps of the executions what the list of them shows, and what they
// have in common.
type Writer struct {
	folder *atomicfile.Folder
	listed []entry
	first  viz.Trace
	shared shared
}

// entry is an execution in the list.
type entry struct {
	Name string
	Kind Kind
}

// NewWriter begins a page at a path. Its end must be Close or Abandon.
func NewWriter(path string) (*Writer, error) {
	folder, err := atomicfile.Create(path, IsReport)
	if err != nil {
		return nil, err
	}
	return &Writer{folder: folder}, nil
}

// Bytes returns how much has been written, and what executions have in common, which is
// written last, as far as it has come.
func (w *Writer) Bytes() int { return w.folder.Bytes() + w.shared.bytes() }

// Abandon leaves nothing behind.
func (w *Writer) Abandon() { w.folder.Remove() }

// Add adds an execution. The first one is what the others are compared with.
func (w *Writer) Add(e Execution) error {
	number := len(w.listed)
	w.listed = append(w.listed, entry{e.Name, e.Kind})
	d := executionData{
		Name: e.Name, Kind: e.Kind, Tried: e.Tried, Taught: e.Taught, Command: e.Command,
		First: e.Trace.First, Last: e.Trace.Last, Tables: w.shared.tables(e.Tables), Rules: w.shared.rules(e.Firings),
	}
	p := &pictures{writer: w, number: number}
	p.add("diagram", "run", lamport.Draw(thinned(e.Trace, nil), lamport.Options{}))
	p.lineage("lineage", "lineage", e.Lineage)
	if number == 0 {
		w.first = e.Trace
	} else {
		before := e.Before
		if len(before.Nodes) == 0 {
			before = w.first
		}
		p.add("difference", "difference", lamport.Compare(thinned(before, &e.Trace), thinned(e.Trace, &before), lamport.Options{}))
	}
	p.lineage("what was lost", "lost", e.Lost)
	if p.err != nil {
		return p.err
	}
	d.Pictures = p.list
	return w.script(fmt.Sprintf("data/%d.js", number), "execution", number, d)
}

// pictures writes the pictures of an execution.
type pictures struct {
	writer *Writer
	number int
	list   []pictureData
	err    error
}

// add writes a picture under a new tab.
func (p *pictures) add(tab, name string, s *scene.Scene) {
	p.list = append(p.list, pictureData{Tab: tab, Name: p.write(name, s)})
}

// lineage adds a lineage, if there is one; where that leaves something out, a second time with
// more.
func (p *pictures) lineage(tab, name string, l Lineage) {
	boxes := len(l.Whole.Nodes)
	if boxes == 0 {
		return
	}
	p.add(tab, name, lineage.Draw(l.Shown, lineage.Options{Fold: Boxes, Of: boxes}))
	if boxes > Boxes {
		last := &p.list[len(p.list)-1]
		last.Boxes = boxes
		last.Whole = p.write(name+"-whole", lineage.Draw(l.Whole, lineage.Options{Fold: unfolded}))
	}
}

func (p *pictures) write(name string, s *scene.Scene) string {
	name = fmt.Sprintf("%d-%s", p.number, name)
	if p.err == nil {
		p.err = p.writer.script("pictures/"+name+".js", "picture", name, p.writer.shared.picture(s))
	}
	return name
}

// script writes a file with one call, which gives the page data under a name.
func (w *Writer) script(file, call string, name, data any) error {
	var list [2][]byte
	for i, x := range []any{name, data} {
		var err error
		if list[i], err = json.Marshal(x); err != nil { // escapes what HTML and scripts would misread
			return err
		}
	}
	return w.folder.Write(file, fmt.Appendf(nil, "report.%s(%s, %s);\n", call, list[0], list[1]))
}

// Close writes the rest, and puts the page in its place.
func (w *Writer) Close(r Report) error {
	page, err := index(r, w.listed)
	if err != nil {
		return err
	}
	if err := w.script("data/shared.js", "shared", len(w.listed), w.shared.data()); err != nil {
		return err
	}
	for _, f := range []struct {
		name    string
		content []byte
	}{{"style.css", []byte(style + "\n" + highlight.Style)}, {"script.js", script}, {"index.html", page}} {
		if err := w.folder.Write(f.name, f.content); err != nil {
			return err
		}
	}
	return w.folder.Finish()
}
