package text

import (
	"fmt"
	"io"
	"strings"

	"molly/internal/numeral"
	"molly/sweep"
	"molly/verify"
)

// Swept writes what a sweep has just done. The options are those that [SweepTitle] reads.
func Swept(w io.Writer, style Style, s Subject, o sweep.Options, e sweep.Event) error {
	switch e.Kind {
	case sweep.VariantBegins:
		if len(e.Variant) == 0 {
			return nil
		}
		return Section(w, style, e.Variant.Name())
	case sweep.PathBegins:
		title := crashCount(e.Crashes)
		return Section(w, style, strings.ToUpper(title[:1])+title[1:])
	case sweep.CellLooked:
		return pathStep(w, style, e.Cell)
	case sweep.PathEnded:
		err := pathEnd(w, style, o.MaxEOT, e.Path)
		if err != nil || e.Path.Minimal == nil || len(e.Variant) > 0 { // the file has other times than the variant
			return err
		}
		s.Spec = e.Path.Minimal.Spec
		_, err = fmt.Fprintf(w, "  See for yourself: %s\n", s.Command("run", e.Path.Minimal.Scenario))
		return err
	case sweep.TableBegins:
		return tableHead(w, o)
	case sweep.RowDecided:
		return tableRow(w, style, o, e.Row)
	}
	return nil
}

// SweepTitle writes what is swept. Of the options it reads MaxEOT, MinCrashes and MaxCrashes.
func SweepTitle(w io.Writer, s Subject, o sweep.Options) error {
	crashes := crashCount(o.MinCrashes)
	if o.MinCrashes != o.MaxCrashes {
		crashes = fmt.Sprintf("%d to %d crashes", o.MinCrashes, o.MaxCrashes)
	}
	more := s.Spec.More()
	if more != "" {
		more = "; " + more
	}
	_, err := fmt.Fprintf(w, "%s: EOT up to %d, %s, nodes %s%s\n", s.Name(), o.MaxEOT, crashes, strings.Join(s.Nodes, ", "), more)
	return err
}

// crashCount says how many nodes crash.
func crashCount(n int) string {
	switch n {
	case 0:
		return "no crashes"
	case 1:
		return "one crash"
	}
	return fmt.Sprintf("%d crashes", n)
}

// pathStep writes a cell of a path.
func pathStep(w io.Writer, style Style, c sweep.Cell) error {
	text := answer(style, c)
	switch {
	case c.Answer == sweep.Overflow:
		text += ": " + c.Error
	case c.Answer == sweep.Breaks && !c.Alone():
		text += " " + c.Scenario.String()
	}
	_, err := fmt.Fprintf(w, "  %-12s %s\n", pathSpec(c), text)
	return err
}

// pathSpec writes a cell's specification with the paper's EFF 0 instead of 1, which means
// the same.
func pathSpec(c sweep.Cell) string {
	spec := c.Spec
	if spec.EFF == 1 {
		spec.EFF = 0
	}
	return spec.String()
}

// answer names the answer of a cell.
func answer(style Style, c sweep.Cell) string {
	switch {
	case c.Answer == sweep.Holds && c.Vacuous:
		return style.Paint(Doubt, "vacuous")
	case c.Answer == sweep.Holds && len(c.OnlyUnder) > 0:
		return style.Paint(Good, "certified") + ", owed " + verify.OnlyUnder(c.OnlyUnder)
	case c.Answer == sweep.Holds:
		return style.Paint(Good, "certified")
	case c.Alone():
		return style.Paint(Bad, "wrong without any fault")
	case c.Answer == sweep.Breaks:
		return style.Paint(Bad, "counterexample")
	}
	return style.Paint(Doubt, string(c.Answer))
}

// pathEnd writes what a path came to.
func pathEnd(w io.Writer, style Style, maxEOT int, path *sweep.Path) error {
	p := &printer{Style: style, w: w}
	held := "nothing held"
	if path.Largest != nil {
		held = "the last that held is " + pathSpec(*path.Largest)
	}
	if n := len(path.Transient); n > 0 {
		p.printf("  %s, which a later EOT cures\n", numeral.Count(n, "transient violation"))
	}
	switch path.Ending {
	case sweep.Broken:
		p.printf("  %s from %s on: no EOT up to %d cures it; %s\n", p.Paint(Bad, "broken"), pathSpec(*path.Minimal), maxEOT, held)
	case sweep.Certified:
		p.printf("  %s up to %s\n", p.Paint(Good, "certified"), pathSpec(*path.Largest))
	case sweep.NoGoodRun:
		p.printf("  %s: no EOT up to %d has a failure-free run that is right, and something to lose there or under faults\n", p.Paint(Doubt, "nothing to sweep"), maxEOT)
	case sweep.Overflows:
		p.printf("  a number does not fit; %s\n", held)
	case sweep.Stopped:
		p.printf("  %s: %s; %s\n", p.Paint(Doubt, "not complete"), sweep.Reason(path.Err), held)
	}
	return p.err
}

// SweepEnd ends the text of a sweep: what the signs of a table mean, and that it is not complete,
// if a bound stopped it. journal is the file from which it can continue, or "".
func SweepEnd(w io.Writer, style Style, table bool, stopped error, journal string) error {
	p := &printer{Style: style, w: w}
	if table {
		p.printf("\nThe columns are EFF 1, 2, 3 … up to EOT; EFF 0 is the same as 1.\n" +
			"+ certified  f certified, owed only under faults or with inputs  - certified, but vacuous\nx counterexample  0 wrong without any fault  ! a number does not fit  ? not decided\n")
	}
	if stopped == nil {
		return p.err
	}
	p.printf("\n%s %s.\n", p.Paint(Doubt, "Not complete:"), sweep.Reason(stopped))
	if journal != "" {
		p.printf("The same command continues from %s.\n", journal)
	} else {
		p.printf("With --journal FILE, a sweep can continue where it stopped.\n")
	}
	return p.err
}
