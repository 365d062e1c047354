package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// apart reports whether a message is drawn where it is sent and, as another arrow, where it
// arrives.
func apart(m Message) bool {
	return m.Copy || m.Arrives > m.Sent+1 && (!m.Lost || m.Ending != OnItsWay)
}

// arrivalLabel names what arrives apart from where it was sent.
func arrivalLabel(m Message) string {
	label := fmt.Sprintf("%s@%d", m.Label, m.Sent)
	if m.Copy {
		label += " again"
	}
	return label
}

// head is what is at the end of an arrow: of one that is under way, or else arrives or is lost.
func (d *diagram) head(m Message, underWay bool) rune {
	left := d.column[m.To] < d.column[m.From]
	switch {
	case underWay && left:
		return '↙'
	case underWay:
		return '↘'
	case m.Lost:
		return '✗'
	case left:
		return '◀'
	}
	return '▶'
}

// switches marks the outages that begin or end at a time, and the inputs.
func (d *diagram) switches(rows [][]rune, time int) [][]rune {
	for _, o := range d.Outages {
		switch column, ok := d.column[o.Node]; {
		case !ok:
		case o.From == time:
			rows = d.sign(rows, time, column, '┴', "")
		case o.Until == time:
			rows = d.sign(rows, time, column, '┬', "")
		}
	}
	for _, in := range d.Inputs {
		if column, ok := d.column[in.Node]; ok && in.Time == time {
			rows = d.sign(rows, time, column, '◆', in.Text)
		}
	}
	return rows
}

// sign marks something at a node on the first of a time's lines, before what the node sends. There
// may have to be one more line.
func (d *diagram) sign(rows [][]rune, time, column int, sign rune, text string) [][]rune {
	at := column * d.width
	if strings.ContainsRune("│╎ ", rows[0][at]) && text == "" {
		rows[0][at] = sign
		return rows
	}
	row := d.lives(time)
	row[at] = sign
	text = runewidth.Truncate(text, d.width-3, "…")
	if column == len(d.Nodes)-1 {
		row = append(row, []rune(" "+text)...)
	} else {
		copy(row[at+2:at+d.width], []rune(text))
	}
	return slices.Insert(rows, 0, row)
}

// legend explains the signs that are not in every diagram.
func (d *diagram) legend() {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	shown := func(is func(Message) bool) (Message, bool) {
		i := slices.IndexFunc(d.Messages, func(m Message) bool { return m.From != m.To && is(m) })
		if i < 0 {
			return Message{}, false
		}
		return d.Messages[i], true
	}
	if m, ok := shown(func(m Message) bool { return apart(m) && !m.Copy && m.Ending != AfterEnd }); ok {
		add("↘ is late; %s is the arrival of what was sent at %d", arrivalLabel(m), m.Sent)
	}
	if _, ok := shown(func(m Message) bool { return m.Ending == AfterEnd }); ok {
		add("↘ without an arrival comes after time %d", d.Last)
	}
	if m, ok := shown(func(m Message) bool { return m.Copy && m.Ending != AfterEnd }); ok {
		add("%s is the second copy of what was sent at %d", arrivalLabel(m), m.Sent)
	}
	if len(d.Outages) > 0 {
		add("┴ down, ┬ back")
	}
	if slices.ContainsFunc(d.Inputs, func(in Input) bool { _, ok := d.column[in.Node]; return ok }) {
		add("◆ an input")
	}
	if parts != nil {
		d.line(fmt.Sprintf(margin, "") + strings.Join(parts, "; "))
	}
}
