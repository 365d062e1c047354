package lsp

import (
	"regexp"
	"slices"

	"molly/dedalus"
	"molly/dedalus/syntax"
)

type renameRange struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// prepareRename says whether what is at a place can have another name.
func (q *request) prepareRename(p positionParams) (*renameRange, error) {
	s, err := q.renamed(p)
	if err != nil {
		return nil, err
	}
	return &renameRange{q.span(s.file, s.token), s.name}, nil
}

// renamed is the symbol at a place, where it can have another name.
func (q *request) renamed(p positionParams) (symbol, error) {
	d, offset, err := q.at(p)
	if err != nil {
		return symbol{}, err
	}
	s, ok := q.symbolAt(d, offset)
	switch {
	case !ok:
		return s, invalid("no relation, variable or constant is here")
	case s.kind == relation && slices.Contains(outcomes, s.name):
		return s, invalid("%s is what the invariant is called: it cannot have another name", s.name)
	case s.kind == relation && q.builtin(s.file, s.name) != nil:
		return s, invalid("%s is built in: it cannot have another name", s.name)
	}
	return s, nil
}

// outcomes are the relations to which the language gives a meaning, if a program defines them.
var outcomes = []string{"pre", "post", "never"}

// reserved are words that no name can be.
var reserved = []string{"notin", "include", "_", "clock"}

var nameForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.?]*$`)

// rename gives a symbol another name, wherever it stands.
func (q *request) rename(p renameParams) (*WorkspaceEdit, error) {
	s, err := q.renamed(p.positionParams)
	if err != nil {
		return nil, err
	}
	if p.NewName == s.name {
		return &WorkspaceEdit{}, nil
	}
	if err := q.nameable(s, p.NewName); err != nil {
		return nil, err
	}
	edits := map[string][]TextEdit{}
	for _, o := range q.everywhere(s) {
		edits[o.file] = append(edits[o.file], TextEdit{q.span(o.file, o.token), p.NewName})
	}
	return q.edit(edits), nil
}

// nameable says why a symbol cannot have a name, if it cannot.
func (q *request) nameable(s symbol, name string) error {
	switch {
	case !nameForm.MatchString(name):
		return invalid("%q is no name: a name has letters, digits, _, . and ?, and begins with a letter or _", name)
	case slices.Contains(reserved, name):
		return invalid("%s is a reserved word", name)
	}
	if s.kind == variable {
		if q.constants(s.file)[name] {
			return invalid("%s is a constant of the program", name)
		}
		if slices.ContainsFunc(s.clause.Tokens, func(t syntax.Token) bool { return t.Type == syntax.Ident && t.Value == name }) &&
			len(inClause(s.file, s.clause, name, variable, nil)) > 0 {
			return invalid("the rule has a variable %s", name)
		}
		return nil
	}
	if s.kind == relation {
		if slices.Contains(outcomes, name) {
			return invalid("%s is what the invariant is called: a relation with this name would mean something else", name)
		}
		for _, b := range dedalus.Builtins() {
			if b.Name == name {
				return invalid("%s is built in", name)
			}
		}
	}
	for _, file := range q.connected(s.file, s.name) {
		if f := q.syntax(file); f == nil {
			continue
		}
		if s.kind == relation && len(q.occurrences(file, name, relation)) > 0 {
			return invalid("there is a relation %s in %s", name, file)
		}
		if s.kind == constant {
			if len(q.occurrences(file, name, constant)) > 0 {
				return invalid("there is a variable or a constant %s in %s", name, file)
			}
		}
	}
	return nil
}
