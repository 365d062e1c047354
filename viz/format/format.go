// Package format knows the formats in which pictures are written: their names, the endings of
// their files, their limits.
package format

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"molly/viz/dot"
	"molly/viz/pdf"
	"molly/viz/png"
	"molly/viz/scene"
	"molly/viz/svg"
	"molly/viz/tikz"
)

// Format is a way to write a picture.
type Format struct {
	Name    string
	Endings []string // of files, each with its dot
	write   func(*scene.Scene) ([]byte, error)
}

// All lists the formats.
func All() []Format {
	whole := func(write func(*scene.Scene) []byte) func(*scene.Scene) ([]byte, error) {
		return func(s *scene.Scene) ([]byte, error) { return write(s), nil }
	}
	return []Format{
		{"svg", []string{".svg"}, whole(svg.Write)},
		{"pdf", []string{".pdf"}, pdf.Write},
		{"png", []string{".png"}, png.Write},
		{"dot", []string{".dot", ".gv"}, whole(dot.Write)},
		{"tikz", []string{".tikz", ".tex"}, whole(tikz.Write)},
	}
}

// Names lists the names of the formats.
func Names() []string {
	var list []string
	for _, f := range All() {
		list = append(list, f.Name)
	}
	return list
}

// Endings lists the endings of files of all formats.
func Endings() []string {
	var list []string
	for _, f := range All() {
		list = append(list, f.Endings...)
	}
	return list
}

// ByName finds a format by its name.
func ByName(name string) (f Format, found bool) {
	return find(func(f Format) bool { return f.Name == name })
}

// ByPath finds the format of a file by the ending of its name, in upper or lower case.
func ByPath(path string) (f Format, found bool) {
	ending := strings.ToLower(filepath.Ext(path))
	return find(func(f Format) bool { return slices.Contains(f.Endings, ending) })
}

func find(is func(Format) bool) (f Format, found bool) {
	all := All()
	i := slices.IndexFunc(all, is)
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}

// Write writes a picture. The same picture gives the same bytes.
func (f Format) Write(s *scene.Scene) ([]byte, error) { return f.write(s) }

// readableText is how many pixels high a text has to be.
const readableText = 6

// TooLarge says what the format does to a picture that is too large for it; where it is not, it
// says nothing.
func (f Format) TooLarge(s *scene.Scene) string {
	switch f.Name {
	case "pdf", "tikz":
		const largest = min(pdf.Largest, tikz.Largest)
		if within := s.Within(largest); within.W < s.W {
			return fmt.Sprintf("no side can have more than %d here, so it is drawn smaller, with text of %.1f points", int(largest), within.SmallestText())
		}
	case "png":
		text := s.SmallestText()
		if pixels := text * png.Scale(s); text > 0 && pixels < readableText {
			return fmt.Sprintf("its text is %.1f pixels high, too small to be read", pixels)
		}
	}
	return ""
}
