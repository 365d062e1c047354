package lsp

// codeLenses are the verdicts on the lines that ask for them.
func (q *request) codeLenses(p documentParams) ([]codeLens, error) {
	d, err := q.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	list := []codeLens{}
	for _, j := range q.jobsOf(q.Server, d.path) {
		if j.line == 0 {
			continue // it is shown as diagnostics
		}
		title := "verifying …"
		if o, ok := q.verdicts.known(j.key); ok {
			title = o.title
		}
		at := d.text.between(d.text.place(j.line, 1), d.text.place(j.line, len(d.text.content)+1))
		list = append(list, codeLens{at, &Command{title, verifyCommand, []any{
			target{URI: d.uri, Line: &at.Start.Line, Show: true},
		}}})
	}
	return list, nil
}
