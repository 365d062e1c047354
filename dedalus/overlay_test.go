package dedalus

import (
	"path/filepath"
	"testing"
)

// A text of the overlay stands for a file that is named, for one that is included, and for one that does
// not exist, whatever name leads to it.
func TestOverlay(t *testing.T) {
	dir := write(t, map[string]string{
		"main.ded":     `include "sub/part.ded"; main("x")@1;`,
		"sub/part.ded": `part("x")@1;`,
	})
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	overlay := map[string]string{
		filepath.Join(dir, "sub", "part.ded"): `unsaved("x")@1; include "new.ded";`,
		filepath.Join(dir, "sub", "new.ded"):  `new("x")@1;`,
	}
	l := Loader{Overlay: overlay}
	for _, name := range []string{"main.ded", "./sub/../main.ded", filepath.Join(dir, "main.ded")} {
		if got := facts(mustLoad(t, l, name)); got != "unsaved new main" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := facts(mustLoad(t, l, "sub/new.ded")); got != "new" {
		t.Error(got)
	}
	if got := facts(mustLoad(t, Loader{}, "main.ded")); got != "part main" {
		t.Error("without the overlay:", got)
	}
}
