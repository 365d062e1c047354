package prototype

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"

	"molly/internal/atomicfile"
	"molly/viz/dot"
	"molly/viz/scene"
	"molly/viz/svg"
)

// Writer writes the folder.
type Writer struct {
	folder *atomicfile.Folder
	runs   []Run
}

// NewWriter begins a folder at a path. Its end must be Close or Abandon.
func NewWriter(path string) (*Writer, error) {
	folder, err := atomicfile.Create(path, IsFolder)
	if err != nil {
		return nil, err
	}
	return &Writer{folder: folder}, nil
}

var files = regexp.MustCompile(`^(runs\.json|run_\d+_(spacetime\.(dot|svg)|provenance\.(dot|svg)|(pre|post)_provenance\.json))$`)

// IsFolder reports whether the names are those of such a folder.
func IsFolder(_ string, names []string) bool {
	runs := false
	for _, n := range names {
		if !files.MatchString(n) {
			return false
		}
		runs = runs || n == "runs.json"
	}
	return runs
}

// Bytes returns how much has been written.
func (w *Writer) Bytes() int { return w.folder.Bytes() }

// Abandon leaves nothing behind.
func (w *Writer) Abandon() { w.folder.Remove() }

// Add adds the next run.
func (w *Writer) Add(x Execution) error {
	n := len(w.runs)
	x.Run.Iteration = n
	w.runs = append(w.runs, x.Run)
	if x.Lineage == nil {
		x.Lineage = &scene.Scene{W: 10, H: 10, Face: x.SpaceTime.Face}
	}
	pre, err := encode(x.Pre)
	if err != nil {
		return err
	}
	post, err := encode(x.Post)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name    string
		content []byte
	}{
		{"spacetime.dot", spaceTime(x.Run)}, {"spacetime.svg", svg.Write(x.SpaceTime)},
		{"provenance.dot", dot.Write(x.Lineage)}, {"provenance.svg", svg.Write(x.Lineage)},
		{"pre_provenance.json", pre}, {"post_provenance.json", post},
	} {
		if err := w.folder.Write(fmt.Sprintf("run_%d_%s", n, f.name), f.content); err != nil {
			return err
		}
	}
	return nil
}

// Close writes runs.json, and puts the folder in its place.
func (w *Writer) Close() error {
	runs, err := encode(w.runs)
	if err != nil {
		return err
	}
	if err := w.folder.Write("runs.json", runs); err != nil {
		return err
	}
	return w.folder.Finish()
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(v)
	return b.Bytes(), err
}
