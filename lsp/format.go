package lsp

import (
	"unicode/utf8"

	"molly/dedalus/format"
)

// formatting gives a document its canonical layout: one edit, of what changes.
func (q *request) formatting(p documentParams) ([]TextEdit, error) {
	d, err := q.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	old, base := d.text.body()
	laidOut, err := format.Source(d.path, old)
	if err != nil {
		return nil, err
	}
	if laidOut == old {
		return []TextEdit{}, nil
	}
	from, end := common(old, laidOut)
	edit := TextEdit{d.text.between(base+from, base+len(old)-end), laidOut[from : len(laidOut)-end]}
	return []TextEdit{edit}, nil
}

// common is how many bytes two texts have in common at the beginning, and then at the end, in whole characters and whole
// ends of lines.
func common(a, b string) (head, tail int) {
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for head > 0 && (head < len(a) && !utf8.RuneStart(a[head]) || head < len(b) && !utf8.RuneStart(b[head]) || a[head-1] == '\r') {
		head--
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for tail > 0 && (!utf8.RuneStart(a[len(a)-tail]) || a[len(a)-tail] == '\n' || !utf8.RuneStart(b[len(b)-tail])) {
		tail--
	}
	return head, tail
}
