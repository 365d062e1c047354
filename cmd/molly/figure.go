package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/internal/atomicfile"
	"molly/viz/format"
	"molly/viz/scene"
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
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write the picture to `file`, in the format that its ending names: "+strings.Join(format.Names(), ", ")+"; - is standard output (repeatable)")
	flags.StringVar(&f.format, "format", "", "the format for -o -")
	choose(c, &f.style.Family, "font", "the font", scene.ParseFamily, "sans", "serif", "mono")
	flags.Float64Var(&f.style.Size, "size", scene.DefaultSize, "the size of the text, in `points`")
	flags.Var(&f.width, "width", "make the whole picture so wide, text included, such as 84mm, 3.3in or 240pt")
	flags.BoolVar(&f.style.Mono, "mono", false, "black and grey")
	flags.BoolVar(&f.style.Neutral, "neutral", false, "no words but those of the program, for figures in any language")
	flags.StringVar(&f.title, "title", "", "the heading; by default the program, the specification and the faults")
	complete(c, "format", format.Names()...)
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

// target is a file that a picture goes to.
type target struct {
	path   string // or "-"
	format format.Format
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
		return target{}, usageError("-o - needs a --format: %s", strings.Join(format.Names(), ", "))
	}
	if known, found := format.ByName(f.format); found {
		return target{"-", known}, nil
	}
	return target{}, usageError("there is no format %s: choose %s", quote(f.format), strings.Join(format.Names(), ", "))
}

// byEnding finds the format of a file that a flag names.
func byEnding(flag, path string) (target, error) {
	if known, found := format.ByPath(path); found {
		return target{path, known}, nil
	}
	all := strings.Join(format.Endings(), ", ")
	if ending := strings.ToLower(filepath.Ext(path)); ending != "" {
		return target{}, usageError("%s %s: nothing is known of %s; the endings are %s", flag, quote(path), ending, all)
	}
	return target{}, usageError("%s %s: its ending must name a format: %s", flag, quote(path), all)
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
		if contents[i], err = to.format.Write(s); err != nil {
			return usageError("the picture cannot be written as %s: %v", to.format.Name, err)
		}
	}
	for _, to := range targets {
		if problem := to.format.TooLarge(s); problem != "" {
			t.show(dedalus.Diagnostics{{
				Severity: dedalus.Warning, Code: "large-picture", Width: 1,
				Message: fmt.Sprintf("%s: the picture has %.0f by %.0f points: %s; %s", quote(to.path), s.W, s.H, problem, smaller),
			}})
		}
	}
	for i, to := range targets {
		if to.path == "-" {
			t.out.Write(contents[i])
		} else if err := atomicfile.Write(to.path, contents[i]); err != nil {
			return usageError("the picture cannot be written: %v", err)
		}
	}
	return nil
}
