package main

import (
	"fmt"
	"strings"

	"molly/sweep"
)

// write prints a part of the result at once: a sweep takes its time, and what is decided
// is worth reading. Nothing is printed so where JSON is wanted.
func (s *sweeping) write(format string, args ...any) {
	if s.flags.sources.json {
		return
	}
	s.printf(format, args...)
	s.flush()
}

func (s *sweeping) title() {
	s.write("%s: EOT up to %d, %s, nodes %s\n", s.name(), s.flags.maxEOT, s.crashes(), strings.Join(s.nodes, ", "))
}

func (s *sweeping) crashes() string {
	if c := s.flags.crashes; c.from != c.to {
		return fmt.Sprintf("%d to %d crashes", c.from, c.to)
	}
	return crashCount(s.flags.crashes.from)
}

func crashCount(n int) string {
	switch n {
	case 0:
		return "no crashes"
	case 1:
		return "one crash"
	}
	return fmt.Sprintf("%d crashes", n)
}

func (s *sweeping) heading(title string) {
	s.write("\n%s\n", s.style.paint(colourTitle, title))
}

// beginPath prints the heading of a path.
func (s *sweeping) beginPath(crashes int) {
	s.heading(strings.ToUpper(crashCount(crashes)[:1]) + crashCount(crashes)[1:])
}

// cell prints a step of the path.
func (s *sweeping) cell(c sweep.Cell) {
	text := s.answer(c)
	switch {
	case c.Answer == sweep.Overflow:
		text += ": " + c.Error
	case c.Answer == sweep.Breaks && !c.Alone():
		text += " " + c.Scenario.String()
	}
	s.write("  %-12s %s\n", pathSpec(c), text)
}

// pathSpec writes a cell's specification with the paper's EFF 0, which means the same
// as 1.
func pathSpec(c sweep.Cell) string {
	spec := c.Spec
	if spec.EFF == 1 {
		spec.EFF = 0
	}
	return spec.String()
}

// answer says in a word what is known of a cell.
func (s *sweeping) answer(c sweep.Cell) string {
	switch {
	case c.Answer == sweep.Holds && c.Vacuous:
		return s.style.paint(colourDoubt, "vacuous")
	case c.Answer == sweep.Holds && len(c.OnlyUnder) > 0:
		return s.style.paint(colourGood, "certified") + ", owed only under faults"
	case c.Answer == sweep.Holds:
		return s.style.paint(colourGood, "certified")
	case c.Alone():
		return s.style.paint(colourBad, "wrong without any fault")
	case c.Answer == sweep.Breaks:
		return s.style.paint(colourBad, "counterexample")
	}
	return s.style.paint(colourDoubt, string(c.Answer))
}

// endPath says what the path came to.
func (s *sweeping) endPath(p *sweep.Path) {
	held := "nothing held"
	if p.Largest != nil {
		held = "the last that held is " + pathSpec(*p.Largest)
	}
	if n := len(p.Transient); n > 0 {
		s.write("  %s, which a later EOT cures\n", count(n, "transient violation"))
	}
	switch p.Ending {
	case sweep.Broken:
		s.write("  %s from %s on: no EOT up to %d cures it; %s\n", s.style.paint(colourBad, "broken"), pathSpec(*p.Minimal), s.flags.maxEOT, held)
		if len(s.flags.shifts.list) == 0 { // the file has other times than the sweep
			e := *s.session
			e.spec = p.Minimal.Spec
			s.write("  See for yourself: %s\n", e.replay("run", p.Minimal.Scenario))
		}
	case sweep.Certified:
		s.write("  %s up to %s\n", s.style.paint(colourGood, "certified"), pathSpec(*p.Largest))
	case sweep.NoGoodRun:
		s.write("  %s: no EOT up to %d has a failure-free run that is right, and something to lose there or under faults\n", s.style.paint(colourDoubt, "nothing to sweep"), s.flags.maxEOT)
	case sweep.Overflows:
		s.write("  a number does not fit; %s\n", held)
	case sweep.Stopped:
		s.write("  %s: %s; %s\n", s.style.paint(colourDoubt, "not complete"), s.json.Stopped, held)
	}
}

// beginTable prints the head of the table.
func (s *sweeping) beginTable() {
	width := s.flags.maxEOT
	line := "\n EOT"
	for crashes := s.flags.crashes.from; crashes <= s.flags.crashes.to; crashes++ {
		line += "  " + pad(crashCount(crashes), max(width, len(crashCount(crashes))))
	}
	s.write("%s\n", strings.TrimRight(line, " "))
}

func pad(text string, width int) string { return text + strings.Repeat(" ", max(0, width-len(text))) }

// row prints a row of the table: a sign for each EFF from 1 on.
func (s *sweeping) row(r sweep.Row) {
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
			line += s.sign(c, alone)
		}
		if i+1 < len(r.Cells) {
			line += strings.Repeat(" ", max(s.flags.maxEOT, len(crashCount(s.flags.crashes.from+i)))-len(cells))
		}
	}
	s.write("%s\n", line)
}

// sign is a cell of the table.
func (s *sweeping) sign(c sweep.Cell, alone bool) string {
	switch {
	case c.Answer == sweep.Holds && c.Vacuous:
		return s.style.paint(colourDoubt, "-")
	case c.Answer == sweep.Holds && len(c.OnlyUnder) > 0:
		return s.style.paint(colourGood, "f")
	case c.Answer == sweep.Holds:
		return s.style.paint(colourGood, "+")
	case c.Answer == sweep.Breaks && alone:
		return s.style.paint(colourBad, "0")
	case c.Answer == sweep.Breaks:
		return s.style.paint(colourBad, "x")
	case c.Answer == sweep.Overflow:
		return s.style.paint(colourDoubt, "!")
	}
	return s.style.paint(colourFaint, "?")
}

// legend ends the text.
func (s *sweeping) legend() {
	if s.flags.grid {
		s.write("\nThe columns are EFF 1, 2, 3 … up to EOT; EFF 0 is the same as 1.\n" +
			"+ certified  f certified, owed only under faults  - certified, but vacuous\nx counterexample  0 wrong without any fault  ! a number does not fit  ? not decided\n")
	}
	if s.json.Stopped == "" {
		return
	}
	s.write("\n%s %s.\n", s.style.paint(colourDoubt, "Not complete:"), s.json.Stopped)
	if s.flags.journal != "" {
		s.write("The same command goes on from %s.\n", s.flags.journal)
	} else {
		s.write("With --journal FILE a sweep can go on where it was.\n")
	}
}
