package png_test

import (
	"bytes"
	"flag"
	"image"
	stdpng "image/png"
	"os"
	"testing"

	"molly/internal/scenes"
	"molly/viz/png"
	"molly/viz/scene"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Every shape is painted as it always was: pixel by pixel, but for a rounding.
func TestGolden(t *testing.T) {
	written, err := png.Write(scenes.All(scene.Sans))
	if err != nil {
		t.Fatal(err)
	}
	const path = "testdata/sans.png"
	if *update {
		if err := os.WriteFile(path, written, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, want := decoded(t, written), decoded(t, golden)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("it has %v, want %v", got.Bounds(), want.Bounds())
	}
	different := 0
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			r, g, b, _ := got.At(x, y).RGBA()
			r2, g2, b2, _ := want.At(x, y).RGBA()
			if max(r, r2)-min(r, r2) > 0x300 || max(g, g2)-min(g, g2) > 0x300 || max(b, b2)-min(b, b2) > 0x300 {
				different++
			}
		}
	}
	if different > 0 {
		t.Errorf("%d pixels differ from %s (go test ./viz/png -update)", different, path)
	}
	if r, g, b, _ := got.At(0, 0).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff {
		t.Error("the paper is not white")
	}
}

func decoded(t *testing.T, file []byte) image.Image {
	t.Helper()
	m, err := stdpng.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
