package lsp

import (
	"strings"
	"unicode/utf8"

	"molly/dedalus/syntax"
)

// The kinds of symbols, as the protocol numbers them.
const (
	symbolFile     = 1
	symbolEvent    = 24
	symbolFunction = 12
	symbolConstant = 14
	symbolProperty = 7
	symbolKey      = 20
)

type documentSymbol struct {
	Name           string `json:"name"`
	Detail         string `json:"detail,omitempty"`
	Kind           int    `json:"kind"`
	Range          Range  `json:"range"`
	SelectionRange Range  `json:"selectionRange"`
}

// documentSymbols are the clauses of a document.
func (q *request) documentSymbols(p documentParams) ([]documentSymbol, error) {
	d, err := q.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	list := []documentSymbol{}
	_, base := d.text.body()
	f := q.syntax(d.path)
	for _, c := range f.Clauses {
		name, detail, kind, chosen := clauseSymbol(c)
		if kind == 0 {
			continue
		}
		last := f.Tokens[c.Last-1]
		list = append(list, documentSymbol{
			Name: name, Detail: detail, Kind: kind, SelectionRange: q.span(d.path, chosen),
			Range: d.text.between(f.Tokens[c.First].Pos.Offset+base, last.Pos.Offset+len(last.Value)+base),
		})
	}
	return list, nil
}

// clauseSymbol is how a clause is listed, and the token that is chosen in it. A clause that defines nothing is of kind 0.
func clauseSymbol(c *syntax.Clause) (name, detail string, kind int, chosen syntax.Token) {
	if len(c.Tokens) < 2 {
		return "", "", 0, chosen
	}
	switch first, second := c.Tokens[0], c.Tokens[1]; {
	case first.Type == syntax.Keyword && first.Value == "include":
		return second.Value, "include", symbolFile, second
	case first.Value == "const" && second.Type == syntax.Ident:
		return second.Value, written(c.Tokens[2:]), symbolConstant, second
	}
	roles := c.Roles()
	for i, t := range c.Tokens {
		switch roles[i] {
		case syntax.RoleStable:
			return written(c.Tokens), "stable", symbolProperty, t
		case syntax.RoleHead:
			end, detail, kind := len(c.Tokens), "fact", symbolKey
			if roles[0] == syntax.RoleWord {
				detail = "input"
			}
			for j, u := range c.Tokens {
				if u.Type == syntax.Implies {
					end, detail, kind = j, "rule", symbolFunction
					if c.Tokens[j-1].Value == "async" {
						kind = symbolEvent
					}
					break
				}
			}
			return written(c.Tokens[i:end]), detail, kind, t
		}
	}
	return "", "", 0, chosen
}

// written writes tokens in a line: as they stand, with one space where there is any.
func written(tokens []syntax.Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && tokens[i-1].Pos.Offset+len(tokens[i-1].Value) < t.Pos.Offset {
			b.WriteByte(' ')
		}
		b.WriteString(t.Value)
	}
	text := b.String()
	if utf8.RuneCountInString(text) > 80 {
		text = string([]rune(text)[:79]) + "…"
	}
	return text
}

type workspaceSymbolParams struct {
	Query string `json:"query"`
}

type workspaceSymbol struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      Location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// maxSymbols is how many symbols of a workspace are listed.
const maxSymbols = 500

// workspaceSymbols are the clauses of all files of the workspace that define a relation or a constant whose name has
// the letters of the query in their order.
func (q *request) workspaceSymbols(p workspaceSymbolParams) ([]workspaceSymbol, error) {
	list := []workspaceSymbol{}
	for _, file := range q.work.all() {
		if q.ctx.Err() != nil {
			return nil, q.ctx.Err()
		}
		f := q.syntax(file)
		if f == nil {
			continue
		}
		for _, c := range f.Clauses {
			name, _, kind, chosen := clauseSymbol(c)
			if kind == 0 || kind == symbolFile || !hasLetters(chosen.Value, p.Query) {
				continue
			}
			list = append(list, workspaceSymbol{name, kind, Location{q.uri(file), q.span(file, chosen)}, ""})
			if len(list) == maxSymbols {
				return list, nil
			}
		}
	}
	return list, nil
}

// hasLetters reports whether a name has the letters of a query in their order, in any case.
func hasLetters(name, query string) bool {
	rest := strings.ToLower(name)
	for _, r := range strings.ToLower(query) {
		i := strings.IndexRune(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[i+utf8.RuneLen(r):]
	}
	return true
}
