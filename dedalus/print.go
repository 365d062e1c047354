package dedalus

import (
	"strings"
)

// String writes the program as Dedalus text, one clause a line, in the order in
// which it was read; includes are written out. Parsing the text gives the same
// program, but for positions.
func (p *Program) String() string {
	var b strings.Builder
	b.WriteString(p.settings.String())
	for _, c := range p.order {
		if c.fact {
			b.WriteString(p.program.FormatFact(p.program.Facts[c.index]) + ";")
		} else {
			b.WriteString(p.program.FormatRule(&p.program.Rules[c.index]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// String writes the settings as a directive line; it is empty when there are none.
func (s Settings) String() string {
	words := s.Words()
	if len(words) == 0 {
		return ""
	}
	return "// molly: " + strings.Join(words, " ") + "\n"
}
