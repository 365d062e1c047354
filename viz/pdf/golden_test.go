package pdf_test

import (
	"bytes"
	"compress/zlib"
	"flag"
	"io"
	"os"
	"regexp"
	"testing"

	"molly/internal/scenes"
	"molly/viz/pdf"
	"molly/viz/scene"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Every shape is written as it always was: the page's drawing, with its size.
func TestGolden(t *testing.T) {
	file, err := pdf.Write(scenes.All(scene.Sans))
	if err != nil {
		t.Fatal(err)
	}
	again, err := pdf.Write(scenes.All(scene.Sans))
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("it is another file each time: %v", err)
	}
	var got []byte
	for _, box := range regexp.MustCompile(`/MediaBox \[[^]]*\]`).FindAll(file, -1) {
		got = append(append(got, box...), '\n')
	}
	for _, s := range regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`).FindAllSubmatch(file, -1) {
		text := s[1]
		if r, err := zlib.NewReader(bytes.NewReader(text)); err == nil {
			if text, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if bytes.Contains(text, []byte(" l\n")) || bytes.Contains(text, []byte(" l ")) { // what draws lines
			got = append(got, text...)
		}
	}
	const path = "testdata/sans.txt"
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) || len(got) < 1000 {
		t.Errorf("%s has changed (go test ./viz/pdf -update), or is too short", path)
	}
}
