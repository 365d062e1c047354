package lsp

import (
	"strings"

	"molly/dedalus/syntax"
)

type signatureHelp struct {
	Signatures      []signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

type signature struct {
	Label      string      `json:"label"`
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	Label string `json:"label"`
}

// signatures are the columns of the relation among whose arguments a place is.
func (q *request) signatures(p positionParams) (*signatureHelp, error) {
	d, offset, err := q.at(p)
	if err != nil {
		return nil, err
	}
	_, base := d.text.body()
	c := q.syntax(d.path).ClauseAt(offset - base)
	if c == nil {
		return nil, nil
	}
	roles := c.Roles()
	for _, a := range atomsOf(c, roles) {
		if c.Tokens[a.open].Pos.Offset+base >= offset || a.closed < len(c.Tokens) && c.Tokens[a.closed].Pos.Offset+base < offset {
			continue
		}
		name := c.Tokens[a.name]
		form := q.form(symbol{relation, name.Value, roles[a.name], name, d.path, c, a.name})
		if b := q.builtin(d.path, name.Value); b != nil {
			form = b.Form
		}
		help := &signatureHelp{Signatures: []signature{{Label: form}}}
		_, columns, _ := strings.Cut(strings.TrimSuffix(form, ")"), "(")
		for _, column := range strings.Split(columns, ", ") {
			help.Signatures[0].Parameters = append(help.Signatures[0].Parameters, parameter{column})
		}
		for _, arg := range a.arguments(c) {
			if end := arg[1]; end < len(c.Tokens) && c.Tokens[end].Type == syntax.Punct && c.Tokens[end].Value == "," && c.Tokens[end].Pos.Offset+base < offset {
				help.ActiveParameter++
			}
		}
		return help, nil
	}
	return nil, nil
}
