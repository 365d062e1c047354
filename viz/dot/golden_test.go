package dot_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"molly/internal/scenes"
	"molly/viz/dot"
	"molly/viz/scene"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Every shape is written as it always was, in each typeface.
func TestGolden(t *testing.T) {
	for name, family := range map[string]scene.Family{"sans": scene.Sans, "serif": scene.Serif, "mono": scene.Mono} {
		got := dot.Write(scenes.All(family))
		path := "testdata/" + name + ".dot"
		if *update {
			if err := os.WriteFile(path, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s has changed (go test ./viz/dot -update)", path)
		}
	}
}
