package lsp

import (
	"path/filepath"
	"strconv"

	"molly/dedalus/syntax"
)

// at returns the document and the offset of a place.
func (q *request) at(p positionParams) (*document, int, error) {
	d, err := q.document(p.TextDocument.URI)
	if err != nil {
		return nil, 0, err
	}
	return d, d.text.offset(p.Position), nil
}

// definition is where a relation is concluded or stated, a constant declared, a variable bound, or an included file.
func (q *request) definition(p positionParams) ([]Location, error) {
	d, offset, err := q.at(p)
	if err != nil {
		return nil, err
	}
	if file := q.includedAt(d, offset); file != "" {
		return []Location{{URI: q.uri(file)}}, nil
	}
	s, ok := q.symbolAt(d, offset)
	if !ok {
		return nil, nil
	}
	places := q.everywhere(s)
	if s.kind == variable {
		return []Location{q.location(binding(places))}, nil
	}
	var list []Location
	for _, o := range places {
		if o.defines() {
			list = append(list, q.location(o))
		}
	}
	return list, nil
}

// binding is the place of a variable's clause that binds it: the first argument of a positive premise, or else the
// first place.
func binding(places []symbol) symbol {
	c := places[0].clause
	for _, a := range atomsOf(c, c.Roles()) {
		if a.name == 0 || c.Roles()[a.name] != syntax.RolePremise {
			continue
		}
		for _, arg := range a.arguments(c) {
			for _, o := range places {
				if arg[0] == o.index && arg[1] == o.index+1 {
					return o
				}
			}
		}
	}
	return places[0]
}

// includedAt is the path of the file that an include clause names at an offset; empty where there is none.
func (n *snapshot) includedAt(d *document, offset int) string {
	_, base := d.text.body()
	f := n.syntax(d.path)
	i := f.TokenAt(offset - base)
	if i < 1 || f.Tokens[i].Type != syntax.String || f.Tokens[i-1].Value != "include" {
		return ""
	}
	name, err := strconv.Unquote(f.Tokens[i].Value)
	if err != nil {
		return ""
	}
	roots, _ := n.programsOf(d.path)
	for _, folder := range []string{filepath.Dir(d.path), filepath.Dir(roots[0])} {
		path := name
		if !filepath.IsAbs(name) {
			path = filepath.Join(folder, name)
		}
		if path = realPath(path); n.syntax(path) != nil {
			return path
		}
	}
	return ""
}

// references are all places where a symbol stands.
func (q *request) references(p referenceParams) ([]Location, error) {
	d, offset, err := q.at(p.positionParams)
	if err != nil {
		return nil, err
	}
	s, ok := q.symbolAt(d, offset)
	if !ok {
		return nil, nil
	}
	list := []Location{}
	for _, o := range q.everywhere(s) {
		if p.Context.IncludeDeclaration || !o.defines() {
			list = append(list, q.location(o))
		}
	}
	return list, nil
}

type documentHighlight struct {
	Range Range `json:"range"`
	Kind  int   `json:"kind"`
}

// highlights are the places of the document where a symbol stands: written where it is defined, else read.
func (q *request) highlights(p positionParams) ([]documentHighlight, error) {
	d, offset, err := q.at(p)
	if err != nil {
		return nil, err
	}
	s, ok := q.symbolAt(d, offset)
	if !ok {
		return nil, nil
	}
	places := inClause(s.file, s.clause, s.name, variable, q.constants(s.file))
	if s.kind != variable {
		places = q.occurrences(s.file, s.name, s.kind)
	}
	list := []documentHighlight{}
	for _, o := range places {
		highlight := documentHighlight{q.span(o.file, o.token), 2}
		if o.defines() {
			highlight.Kind = 3
		}
		list = append(list, highlight)
	}
	return list, nil
}
