package format

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"molly/viz/scene"
)

// Each format is found by its name and by each ending, and writes what files of it begin with.
func TestFormats(t *testing.T) {
	face := scene.NewTypeface(scene.Sans)
	picture := &scene.Scene{W: 40, H: 20, Face: face, Items: []scene.Item{{Shapes: []scene.Shape{
		scene.Text{At: scene.Point{X: 5, Y: 15}, String: "a", Size: 10},
	}}}}
	begins := map[string]string{"svg": "<svg", "pdf": "%PDF", "png": "\x89PNG", "dot": "digraph", "tikz": "%"}
	for _, name := range Names() {
		f, found := ByName(name)
		if !found || f.Name != name || begins[name] == "" {
			t.Fatalf("%s: %v", name, found)
		}
		content, err := f.Write(picture)
		if err != nil || !bytes.Contains(content[:min(len(content), 200)], []byte(begins[name])) {
			t.Errorf("%s: %v, %.60q", name, err, content)
		}
		if got := f.TooLarge(picture); got != "" {
			t.Errorf("%s: %s", name, got)
		}
		for _, ending := range f.Endings {
			if !slices.Contains(Endings(), ending) {
				t.Errorf("%s is no ending", ending)
			}
			if g, found := ByPath("some/file" + ending); !found || g.Name != name {
				t.Errorf("%s: %v, %s", ending, found, g.Name)
			}
		}
	}
	if f, found := ByPath("A.SVG"); !found || f.Name != "svg" {
		t.Errorf("%v, %s", found, f.Name)
	}
	for _, path := range []string{"picture", "picture.gif", ".svg.old", ""} {
		if f, found := ByPath(path); found {
			t.Errorf("%q: %s", path, f.Name)
		}
	}
	if _, found := ByName("gif"); found {
		t.Error("gif is a format")
	}
}

// A picture that is too large is drawn smaller, in PDF and TikZ, or with few pixels.
func TestTooLarge(t *testing.T) {
	face := scene.NewTypeface(scene.Sans)
	large := &scene.Scene{W: 40_000, H: 40_000, Face: face, Items: []scene.Item{{Shapes: []scene.Shape{
		scene.Text{At: scene.Point{X: 5, Y: 15}, String: "a", Size: 10},
	}}}}
	for name, too := range map[string]bool{"svg": false, "pdf": true, "png": true, "dot": false, "tikz": true} {
		f, _ := ByName(name)
		if got := f.TooLarge(large); (got != "") != too {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A picture goes to all targets, or to none where a format does not take it.
func TestWrite(t *testing.T) {
	picture := &scene.Scene{W: 40, H: 20, Face: scene.NewTypeface(scene.Sans)}
	path := filepath.Join(t.TempDir(), "picture.svg")
	file, err := File(path)
	if err != nil {
		t.Fatal(err)
	}
	dot, _ := ByName("dot")
	var standard bytes.Buffer
	if err := Write(picture, []Target{file, {"-", dot}}, &standard); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Contains(got, []byte("<svg")) || !strings.Contains(standard.String(), "digraph") {
		t.Errorf("%.60q, %v; %.60q", got, err, standard.String())
	}
	standard.Reset()
	refusing := Format{Name: "none", write: func(*scene.Scene) ([]byte, error) { return nil, errors.New("no") }}
	if err := Write(picture, []Target{{"-", dot}, {path, refusing}}, &standard); err == nil || standard.Len() > 0 {
		t.Errorf("%v, %.60q", err, standard.String())
	}
	for path, want := range map[string]string{"a.gif": "unknown extension .gif: choose .svg, .pdf, .png, .dot, .gv, .tikz, .tex", "a": "its extension must name a format: .svg, .pdf, .png, .dot, .gv, .tikz, .tex"} {
		if _, err := File(path); err == nil || err.Error() != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}
