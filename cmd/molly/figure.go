package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/viz/dot"
	"molly/viz/pdf"
	"molly/viz/png"
	"molly/viz/scene"
	"molly/viz/svg"
	"molly/viz/tikz"
)

// figureFlags say how a picture looks and where it goes.
type figureFlags struct {
	outputs []string
	format  string
	style   scene.Style
	width   length
	title   string
}

func (f *figureFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write the picture to `file`, in the format that its ending names: "+strings.Join(formatNames(), ", ")+"; - is standard output (repeatable)")
	flags.StringVar(&f.format, "format", "", "the format for -o -")
	choose(c, &f.style.Family, "font", "the font", scene.ParseFamily, "sans", "serif", "mono")
	flags.Float64Var(&f.style.Size, "size", scene.DefaultSize, "the size of the text, in `points`")
	flags.Var(&f.width, "width", "make the whole picture so wide, text included, such as 84mm, 3.3in or 240pt")
	flags.BoolVar(&f.style.Mono, "mono", false, "black and grey")
	flags.BoolVar(&f.style.Neutral, "neutral", false, "no words but those of the program, for figures in any language")
	flags.StringVar(&f.title, "title", "", "the heading; by default the program, the specification and the faults")
	complete(c, "format", formatNames()...)
	for _, flag := range []string{"size", "width", "title"} {
		complete(c, flag)
	}
}

// length is a flag with a length, in points.
type length struct{ points float64 }

// units are in points.
var units = []struct {
	name   string
	points float64
}{{"mm", 72 / 25.4}, {"cm", 720 / 25.4}, {"in", 72}, {"pt", 1}}

func (l *length) Set(text string) error {
	for _, u := range units {
		number, found := strings.CutSuffix(text, u.name)
		if !found {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x*u.points >= 10 && x*u.points <= 14_400) {
			return fmt.Errorf("it must be a length from 10pt to 14400pt")
		}
		l.points = x * u.points
		return nil
	}
	return fmt.Errorf("it must be a number with mm, cm, in or pt")
}

func (l *length) String() string {
	if l.points == 0 {
		return ""
	}
	return strconv.FormatFloat(l.points, 'g', 6, 64) + "pt"
}

func (l *length) Type() string { return "length" }

// format is a way to write a picture.
type format struct {
	name    string
	endings []string
	write   func(*scene.Scene) ([]byte, error)
}

// formats are all that there are.
func formats() []format {
	whole := func(write func(*scene.Scene) []byte) func(*scene.Scene) ([]byte, error) {
		return func(s *scene.Scene) ([]byte, error) { return write(s), nil }
	}
	return []format{
		{"svg", []string{".svg"}, whole(svg.Write)},
		{"pdf", []string{".pdf"}, pdf.Write},
		{"png", []string{".png"}, png.Write},
		{"dot", []string{".dot", ".gv"}, whole(dot.Write)},
		{"tikz", []string{".tikz", ".tex"}, whole(tikz.Write)},
	}
}

func formatNames() []string {
	var list []string
	for _, f := range formats() {
		list = append(list, f.name)
	}
	return list
}

// target is a file that a picture goes to.
type target struct {
	path   string // or "-"
	format format
}

// targets reads where a picture shall go, before anything is drawn.
func (f *figureFlags) targets() ([]target, error) {
	if len(f.outputs) == 0 {
		return nil, usageError("nothing says where the picture shall go: give -o out.svg, or -o - --format svg")
	}
	if s := f.style.Size; !(s >= 1 && s <= 100) {
		return nil, usageError("--size %v: it must be from 1 to 100 points", s)
	}
	var list []target
	for _, path := range f.outputs {
		if slices.ContainsFunc(list, func(t target) bool { return filepath.Clean(t.path) == filepath.Clean(path) }) {
			return nil, usageError("-o %s stands there twice", quote(path))
		}
		var t target
		var err error
		if path == "-" {
			t, err = f.standard()
		} else {
			t, err = byEnding("-o", path)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	if f.format != "" && !slices.Contains(f.outputs, "-") {
		return nil, usageError("--format is for -o -; a file's format is that of its ending")
	}
	return list, nil
}

// standard is standard output.
func (f *figureFlags) standard() (target, error) {
	if f.format == "" {
		return target{}, usageError("-o - needs a --format: %s", strings.Join(formatNames(), ", "))
	}
	for _, known := range formats() {
		if known.name == f.format {
			return target{"-", known}, nil
		}
	}
	return target{}, usageError("there is no format %s: choose %s", quote(f.format), strings.Join(formatNames(), ", "))
}

// byEnding finds the format of a file that a flag names.
func byEnding(flag, path string) (target, error) {
	ending := strings.ToLower(filepath.Ext(path))
	var all []string
	for _, known := range formats() {
		if slices.Contains(known.endings, ending) {
			return target{path, known}, nil
		}
		all = append(all, known.endings...)
	}
	if ending == "" {
		return target{}, usageError("%s %s: its ending must name a format: %s", flag, quote(path), strings.Join(all, ", "))
	}
	return target{}, usageError("%s %s: nothing is known of %s; the endings are %s", flag, quote(path), ending, strings.Join(all, ", "))
}

// writePicture writes a picture to all of its targets. A file is whole or not there. Where it is
// too large for a format, it says so, and what makes it smaller.
func (t *tool) writePicture(s *scene.Scene, width length, targets []target, smaller string) error {
	if width.points > 0 {
		s = s.Scaled(width.points / s.W)
	}
	contents := make([][]byte, len(targets))
	for i, to := range targets {
		var err error
		if contents[i], err = to.format.write(s); err != nil {
			return usageError("the picture cannot be written as %s: %v", to.format.name, err)
		}
	}
	for _, to := range targets {
		if problem := tooLarge(s, to.format.name); problem != "" {
			t.show(dedalus.Diagnostics{{
				Severity: dedalus.Warning, Code: "large-picture", Width: 1,
				Message: fmt.Sprintf("%s: the picture has %.0f by %.0f points: %s; %s", quote(to.path), s.W, s.H, problem, smaller),
			}})
		}
	}
	for i, to := range targets {
		if to.path == "-" {
			t.out.Write(contents[i])
		} else if err := writeWhole(to.path, contents[i]); err != nil {
			return usageError("the picture cannot be written: %v", err)
		}
	}
	return nil
}

// readableText is how many pixels high a text has to be.
const readableText = 6

// tooLarge says what a format does to a picture that is too large for it, or nothing.
func tooLarge(s *scene.Scene, format string) string {
	text := s.SmallestText()
	switch format {
	case "pdf", "tikz":
		if within := s.Within(min(pdf.Largest, tikz.Largest)); within.W < s.W {
			return fmt.Sprintf("no side can have more than %d here, so it is drawn smaller, with text of %.1f points", int(min(pdf.Largest, tikz.Largest)), within.SmallestText())
		}
	case "png":
		if pixels := text * png.Scale(s); text > 0 && pixels < readableText {
			return fmt.Sprintf("its text is %.1f pixels high, too small to be read", pixels)
		}
	}
	return ""
}

// writeWhole writes a file under another name, and renames it when it is complete. What
// is there and is no file, such as /dev/stdout, is written as it is.
func writeWhole(path string, content []byte) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, content, 0o644)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the first error says what went wrong
		}
	}()
	_, err = f.Write(content)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
