package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/internal/flagvalue"
	"molly/viz/format"
	"molly/viz/scene"
)

// figureFlags say how a picture looks and where it goes.
type figureFlags struct {
	outputs []string
	format  string
	style   scene.Style
	width   flagvalue.Length
	title   string
	letters bool // are outlines
}

func (f *figureFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write the picture to `file`, in the format of its extension: "+strings.Join(format.Names(), ", ")+"; - is standard output (repeatable)")
	flags.StringVar(&f.format, "format", "", "the format for -o -")
	flagvalue.Choose(c, &f.style.Family, "font", "the font", scene.ParseFamily, "sans", "serif", "mono")
	flags.Float64Var(&f.style.Size, "size", scene.DefaultSize, "the size of the text, in `points`; with --width it may be down to 7, unless it is given")
	flags.Var(&f.width, "width", "the width of the whole picture, which is laid out for it, such as 84mm, 3.3in or 240pt")
	flags.BoolVar(&f.style.Mono, "mono", false, "black and grey")
	flags.BoolVar(&f.style.Neutral, "neutral", false, "only words of the program, for figures in any language")
	flags.BoolVar(&f.letters, "outlines", false, "draw letters as outlines, which look the same where there are no fonts (they cannot be searched)")
	flags.StringVar(&f.title, "title", "", "the heading; by default the program, the specification and the faults")
	flagvalue.Complete(c, "format", format.Names()...)
	for _, flag := range []string{"size", "width", "title"} {
		flagvalue.Complete(c, flag)
	}
}

// laidOut is the style of a picture: one that is laid out for a width chooses its size of text, unless that is given.
func (f *figureFlags) laidOut(c *cobra.Command) scene.Style {
	style := f.style
	if style.Width = f.width.Points; style.Width > 0 && !c.Flags().Changed("size") {
		style.Size = 0
	}
	return style
}

// targets reads where a picture goes, before anything is drawn.
func (f *figureFlags) targets() ([]format.Target, error) {
	if len(f.outputs) == 0 {
		return nil, usageError("no output file: give -o out.svg, or -o - --format svg")
	}
	if s := f.style.Size; !(s >= 1 && s <= 100) {
		return nil, usageError("--size %v: it must be from 1 to 100 points", s)
	}
	if f.format != "" && !slices.Contains(f.outputs, "-") {
		return nil, usageError("--format is for -o -; the format of a file is that of its extension")
	}
	list, err := format.Targets(f.outputs, f.format)
	if err != nil {
		return nil, usageError("-o %v", err)
	}
	return list, nil
}

// writePicture writes a picture to all of its targets. Where it is too large for a format, it says
// so, and what makes it smaller, if anything does.
func (t *tool) writePicture(s *scene.Scene, f *figureFlags, targets []format.Target, smaller string) error {
	if w := f.width.Points; w > 0 && s.W > w+0.01 {
		text, ways := s.SmallestText(), "give more"
		if size := math.Floor(text*w/s.W*10) / 10; size >= 3 { // such text can be read, on a screen
			ways += fmt.Sprintf(", or --size %.1f", size)
		}
		if smaller != "" {
			ways += "; " + smaller
		}
		return usageError("--width %s: with text of %.3g points the picture needs %.0fmm: %s", f.width.String(), text, math.Ceil(s.W*25.4/72), ways)
	}
	written := s
	if f.letters {
		written = s.Outlined()
	}
	if err := format.Write(written, targets, &t.Out); err != nil {
		return usageError("%v", err)
	}
	for _, to := range targets {
		if problem := to.Format.TooLarge(s); problem != "" {
			t.show(dedalus.Diagnostics{dedalus.Warned("large-picture", "%s: the picture has %.0f by %.0f points: %s; %s", quote(to.Path), s.W, s.H, problem, strings.TrimPrefix(smaller+", and SVG has no such limit", ", "))})
		}
	}
	return nil
}
