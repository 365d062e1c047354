package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	stepCommand = regexp.MustCompile(`(?m)^molly (step .* --script (\S+) --save (\S+))$`)
	drawCommand = regexp.MustCompile(`(?m)^molly ((?:draw|trace) .* -o (docs/gallery/\S+))$`)
	image       = regexp.MustCompile(`!\[[^\]]+\]\((?:docs/)?(gallery/[^)]+)\)`)
)

// The pictures in docs/gallery are what the commands in docs/gallery.md draw.
func TestGallery(t *testing.T) {
	page := readPage(t, "docs/gallery.md")
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if !*update {
		t.Chdir(t.TempDir())
		if err := os.MkdirAll("docs/gallery", 0o777); err != nil {
			t.Fatal(err)
		}
	} else {
		t.Chdir(top)
	}
	for _, m := range stepCommand.FindAllStringSubmatch(page, -1) { // executions that are drawn
		folder := filepath.Dir(m[2])
		if err := os.CopyFS(folder, os.DirFS(filepath.Join(top, folder))); err != nil && !*update {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		if code := run(words(m[1]), nil, &stdout, &stderr); code != exitOK {
			t.Errorf("molly %s ends with %d: %s", m[1], code, stderr.String())
		}
		defer os.Remove(m[3])
	}
	var drawn []string
	for _, m := range drawCommand.FindAllStringSubmatch(page, -1) {
		var stdout, stderr bytes.Buffer
		if code := run(words(m[1]), nil, &stdout, &stderr); code != exitOK {
			t.Errorf("molly %s ends with %d: %s", m[1], code, stderr.String())
			continue
		}
		got, err := os.ReadFile(m[2])
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(top, m[2]))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what its command draws; go test ./cmd/molly -run TestGallery -update draws it", m[2])
		}
		drawn = append(drawn, strings.TrimPrefix(m[2], "docs/"))
	}
	slices.Sort(drawn)
	var shown []string
	for _, m := range image.FindAllStringSubmatch(page, -1) {
		shown = append(shown, m[1])
	}
	if slices.Sort(shown); !slices.Equal(drawn, shown) || len(drawn) < 10 {
		t.Errorf("the page draws %q and shows %q", drawn, shown)
	}
	files, err := filepath.Glob(filepath.Join(top, "docs/gallery/*"))
	if err != nil || len(files) != len(drawn) {
		t.Errorf("docs/gallery has %d files, the page draws %d", len(files), len(drawn))
	}
	for _, m := range image.FindAllStringSubmatch(readPageAt(t, top, "README.md"), -1) {
		if !slices.Contains(drawn, m[1]) {
			t.Errorf("the README shows %s, which the gallery does not draw", m[1])
		}
	}
}

func readPageAt(t *testing.T, top, name string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(top, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
