package lsp

import (
	"slices"
	"strings"

	"molly/dedalus"
	"molly/dedalus/syntax"
)

// The types and modifiers of semantic tokens, in the order of the legend.
const (
	tokenComment = iota
	tokenKeyword
	tokenFunction
	tokenVariable
	tokenString
	tokenNumber
	tokenOperator
	tokenMacro
)

var tokenTypes = []string{"comment", "keyword", "function", "variable", "string", "number", "operator", "macro"}

const (
	modifierDefinition = 1 << iota
	modifierReadonly
	modifierDefaultLibrary
)

var tokenModifiers = []string{"definition", "readonly", "defaultLibrary"}

type semanticTokens struct {
	Data []int `json:"data"`
}

// semanticTokens are what the tokens of a document stand for.
func (q *request) semanticTokens(p documentParams) (*semanticTokens, error) {
	d, err := q.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	_, base := d.text.body()
	f := q.syntax(d.path)
	constants := q.constants(d.path)
	builtin := map[string]bool{}
	for _, b := range dedalus.Builtins() {
		builtin[b.Name] = q.builtin(d.path, b.Name) != nil
	}
	out := &semanticTokens{Data: []int{}}
	var last Position
	emit := func(from, to, typ, modifiers int) {
		for from < to { // a token is on one line
			end := to
			if i := strings.IndexAny(d.text.content[from:to], "\r\n"); i >= 0 {
				end = from + i
			}
			if r := d.text.between(from, end); end > from {
				column := r.Start.Character
				if r.Start.Line == last.Line {
					column -= last.Character
				}
				out.Data = append(out.Data, r.Start.Line-last.Line, column, r.End.Character-r.Start.Character, typ, modifiers)
				last = r.Start
			}
			for from = end; from < to && (d.text.content[from] == '\r' || d.text.content[from] == '\n'); from++ {
			}
		}
	}
	next := 0 // the clause
	for i := 0; i < len(f.Tokens); i++ {
		for next < len(f.Clauses) && f.Clauses[next].Last <= i {
			next++
		}
		if next < len(f.Clauses) && f.Clauses[next].First == i {
			c := f.Clauses[next]
			roles, at := c.Roles(), 0
			for ; i < c.Last; i++ {
				t := f.Tokens[i]
				if t.Type == syntax.Comment {
					q.comment(t, base, emit)
					continue
				}
				role := syntax.NoRole
				if at < len(c.Tokens) && c.Tokens[at].Pos == t.Pos {
					role = roles[at]
					at++
				}
				if typ, modifiers := tokenType(t, role, constants, builtin); typ >= 0 {
					emit(t.Pos.Offset+base, t.Pos.Offset+base+len(t.Value), typ, modifiers)
				}
			}
			i--
			continue
		}
		if t := f.Tokens[i]; t.Type == syntax.Comment || t.Type == syntax.OpenComment {
			q.comment(t, base, emit)
		}
	}
	return out, nil
}

// comment emits a comment: the keyword of a directive or an expectation, and its settings, stand out.
func (q *request) comment(t syntax.Token, base int, emit func(from, to, typ, modifiers int)) {
	start, end := t.Pos.Offset+base, t.Pos.Offset+base+len(t.Value)
	said, ok := strings.CutPrefix(t.Value, "//")
	trimmed := strings.TrimLeft(said, " \t")
	keyword, _, _ := strings.Cut(trimmed, ":")
	if !ok || keyword != "molly" && keyword != "expect" || !strings.HasPrefix(trimmed, keyword+":") {
		emit(start, end, tokenComment, 0)
		return
	}
	word := start + len("//") + len(said) - len(trimmed)
	emit(start, word, tokenComment, 0)
	emit(word, word+len(keyword)+1, tokenMacro, 0)
	emit(word+len(keyword)+1, end, tokenComment, 0)
}

// tokenType is the type and the modifiers of a token of a clause; -1 for what has none.
func tokenType(t syntax.Token, role syntax.Role, constants, builtin map[string]bool) (typ, modifiers int) {
	switch role {
	case syntax.RoleHead:
		return tokenFunction, modifierDefinition
	case syntax.RolePremise, syntax.RoleNegated, syntax.RoleStable:
		if builtin[t.Value] {
			return tokenFunction, modifierDefaultLibrary
		}
		return tokenFunction, 0
	case syntax.RoleVariable, syntax.RoleConstant:
		if role == syntax.RoleConstant || constants[t.Value] {
			return tokenVariable, modifierReadonly
		}
		return tokenVariable, 0
	case syntax.RoleWildcard:
		return tokenVariable, 0
	case syntax.RoleAggregate:
		return tokenFunction, modifierDefaultLibrary
	case syntax.RoleWord:
		return tokenKeyword, 0
	case syntax.RoleTime:
		if t.Type == syntax.Int {
			return tokenNumber, 0
		}
		return tokenKeyword, 0
	}
	switch {
	case t.Type == syntax.String, t.Type == syntax.OpenString:
		return tokenString, 0
	case t.Type == syntax.Int:
		return tokenNumber, 0
	case t.Type == syntax.Implies, t.Type == syntax.Compare, t.Type == syntax.Dots,
		t.Type == syntax.Punct && slices.Contains([]string{"+", "-", "*", "/", "%", "@"}, t.Value):
		return tokenOperator, 0
	}
	return -1, 0
}
