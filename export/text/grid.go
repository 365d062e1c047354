package text

import (
	"fmt"
	"io"
	"strings"

	"molly/sweep"
)

// tableHead writes the head of the table of a sweep. Of the options it reads MaxEOT, MinCrashes
// and MaxCrashes.
func tableHead(w io.Writer, o sweep.Options) error {
	line := "\n EOT"
	for crashes := o.MinCrashes; crashes <= o.MaxCrashes; crashes++ {
		line += fmt.Sprintf("  %-*s", columnWidth(o, crashes), crashCount(crashes))
	}
	_, err := fmt.Fprintf(w, "%s\n", strings.TrimRight(line, " "))
	return err
}

// columnWidth is the width of the column for a number of crashes: a sign for each EFF.
func columnWidth(o sweep.Options, crashes int) int {
	return max(o.MaxEOT, len(crashCount(crashes)))
}

// tableRow writes a row of the table: a sign for each EFF from 1 on.
func tableRow(w io.Writer, style Style, o sweep.Options, r sweep.Row) error {
	alone := false
	for _, cells := range r.Cells {
		for _, c := range cells {
			alone = alone || c.Alone()
		}
	}
	line := fmt.Sprintf("%4d", r.EOT)
	for i, cells := range r.Cells {
		line += "  "
		for _, c := range cells {
			line += sign(style, c, alone)
		}
		if i+1 < len(r.Cells) {
			line += strings.Repeat(" ", columnWidth(o, o.MinCrashes+i)-len(cells))
		}
	}
	_, err := fmt.Fprintf(w, "%s\n", line)
	return err
}

// sign is a cell of the table. alone means that the failure-free run of the row violates the
// invariant.
func sign(style Style, c sweep.Cell, alone bool) string {
	switch {
	case c.Answer == sweep.Holds && c.Vacuous:
		return style.Paint(Doubt, "-")
	case c.Answer == sweep.Holds && len(c.OnlyUnder) > 0:
		return style.Paint(Good, "f")
	case c.Answer == sweep.Holds:
		return style.Paint(Good, "+")
	case c.Answer == sweep.Breaks && alone:
		return style.Paint(Bad, "0")
	case c.Answer == sweep.Breaks:
		return style.Paint(Bad, "x")
	case c.Answer == sweep.Overflow:
		return style.Paint(Doubt, "!")
	}
	return style.Paint(Faint, "?")
}
