package dedalus

import (
	"fmt"
	"strings"
)

// String writes the program as Dedalus text, one clause a line, in the order in
// which it was read; includes are written out. Parsing the text gives the same
// program, but for positions.
func (p *Program) String() string {
	var b strings.Builder
	b.WriteString(p.settings.String())
	d := p.program
	if len(d.Stable) > 0 {
		var names []string
		for _, r := range d.Stable {
			names = append(names, d.Relations[r].Name)
		}
		b.WriteString("stable " + strings.Join(names, ", ") + ";\n")
	}
	for _, c := range p.order {
		switch c.kind {
		case ruleClause:
			b.WriteString(d.FormatRule(&d.Rules[c.index]))
		case lastingClause:
			b.WriteString(d.FormatLasting(d.Lasting[c.index]) + ";")
		case inputClause:
			b.WriteString(d.FormatInput(d.Inputs[c.index]) + ";")
		default:
			b.WriteString(d.FormatFact(d.Facts[c.index]))
			if c.count > 1 {
				fmt.Fprintf(&b, "..%d", d.Facts[c.index].Time+c.count-1)
			}
			b.WriteByte(';')
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
