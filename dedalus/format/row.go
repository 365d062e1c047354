package format

import (
	"strings"
	"unicode/utf8"
)

// row is a line of the result: code, a comment behind it, or a comment alone.
//
// Invariant: code or comment is not empty.
type row struct {
	blank   bool // an empty line comes before it
	indent  int
	code    string // or a comment on a line of its own
	only    bool   // code is such a comment
	comment string // behind the code, or continuing the comment behind the code above
}

// width is the number of columns up to the end of the code.
func (r row) width() int {
	if r.code == "" {
		return 0
	}
	return r.indent + utf8.RuneCountInString(r.code)
}

// aligned reports whether the row has a comment that stands in one column with those of its
// neighbours.
func (r row) aligned() bool {
	return r.comment != "" && !strings.Contains(r.comment, "\n") && !strings.Contains(r.code, "\n")
}

// apart is the number of spaces between code and the comment behind it.
const apart = 2

// join writes rows as a text. The comments behind consecutive rows stand in one column.
func join(list []row) string {
	var b strings.Builder
	for i := 0; i < len(list); {
		end, width := i, 0
		for end < len(list) && list[end].aligned() && (end == i || !list[end].blank) {
			width = max(width, list[end].width())
			if list[end].code == "" {
				width = max(width, deepest)
			}
			end++
		}
		if end == i {
			width = list[i].width()
			end++
		}
		for _, r := range list[i:end] {
			r.write(&b, width+apart)
		}
		i = end
	}
	return b.String()
}

// write writes a row with its comment at a column, from 0.
func (r row) write(b *strings.Builder, column int) {
	if r.blank {
		b.WriteByte('\n')
	}
	if r.code != "" {
		b.WriteString(strings.Repeat(" ", r.indent) + r.code)
	}
	if r.comment != "" {
		b.WriteString(strings.Repeat(" ", max(apart, column-r.width())) + r.comment)
	}
	b.WriteByte('\n')
}
