package lsp

import (
	"slices"

	"molly/dedalus"
	"molly/dedalus/syntax"
)

// kind is what a name of a program stands for.
type kind int

const (
	noSymbol kind = iota
	relation
	variable
	constant
)

// symbol is a name at a place of a document.
type symbol struct {
	kind   kind
	name   string
	role   syntax.Role
	token  syntax.Token
	file   string // the path
	clause *syntax.Clause
	index  int // of the token in the clause's tokens
}

// kindOf is what a name with a role stands for. In files that another one gives constants to, a constant looks like a
// variable.
func kindOf(role syntax.Role, name string, constants map[string]bool) kind {
	switch role {
	case syntax.RoleHead, syntax.RolePremise, syntax.RoleNegated, syntax.RoleStable:
		return relation
	case syntax.RoleConstant:
		return constant
	case syntax.RoleVariable:
		if constants[name] {
			return constant
		}
		return variable
	}
	return noSymbol
}

// symbolAt is the name that an offset of a document is in or at the end of.
func (n *snapshot) symbolAt(d *document, offset int) (symbol, bool) {
	f := n.syntax(d.path)
	_, base := d.text.body()
	c := f.ClauseAt(offset - base)
	if c == nil {
		return symbol{}, false
	}
	roles := c.Roles()
	for i, t := range c.Tokens {
		if from := t.Pos.Offset + base; from <= offset && offset <= from+len(t.Value) {
			s := symbol{kindOf(roles[i], t.Value, n.constants(d.path)), t.Value, roles[i], t, d.path, c, i}
			if s.kind != noSymbol {
				return s, true
			}
		}
	}
	return symbol{}, false
}

// constants are the names of constants in the programs of a file.
func (n *snapshot) constants(path string) map[string]bool {
	names := map[string]bool{}
	for _, file := range n.together(path) {
		f := n.syntax(file)
		if f == nil {
			continue
		}
		for _, c := range f.Clauses {
			if len(c.Tokens) > 2 && c.Tokens[0].Value == "const" && c.Tokens[1].Type == syntax.Ident && c.Tokens[2].Value == "=" {
				names[c.Tokens[1].Value] = true
			}
		}
	}
	return names
}

// together are the files of the programs of a file, the file itself first.
func (n *snapshot) together(path string) []string {
	list := []string{path}
	roots, _ := n.programsOf(path)
	for _, root := range roots {
		for _, file := range n.filesOf(root) {
			if !slices.Contains(list, file) {
				list = append(list, file)
			}
		}
	}
	return list
}

// connected are the files in which a name means the same relation or constant as in one file: those of its programs, and
// of all programs beside it that share a file with these in which the name occurs.
func (n *snapshot) connected(path, name string) []string {
	list := n.together(path)
	candidates := n.beside(path)
	for i := 0; i < len(list); i++ {
		if !n.mentions(list[i], name) {
			continue
		}
		for _, root := range candidates {
			files := n.filesOf(root)
			if !slices.Contains(files, list[i]) {
				continue
			}
			for _, file := range files {
				if !slices.Contains(list, file) {
					list = append(list, file)
				}
			}
		}
	}
	return list
}

// index is where names stand in a file.
type index struct {
	names     map[string]bool     // all
	relations map[string][]symbol // the places of each relation, in the order of the text
	order     []string            // the relations, in the order of their first places
}

// index returns that of a file.
func (n *snapshot) index(path string) *index {
	n.mu.Lock()
	x, known := n.indices[path]
	n.mu.Unlock()
	if known {
		return x
	}
	x = &index{names: map[string]bool{}, relations: map[string][]symbol{}}
	if f := n.syntax(path); f != nil {
		for _, c := range f.Clauses {
			for i, role := range c.Roles() {
				t := c.Tokens[i]
				if t.Type == syntax.Ident {
					x.names[t.Value] = true
				}
				if kindOf(role, t.Value, nil) != relation {
					continue
				}
				if len(x.relations[t.Value]) == 0 {
					x.order = append(x.order, t.Value)
				}
				x.relations[t.Value] = append(x.relations[t.Value], symbol{relation, t.Value, role, t, path, c, i})
			}
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.indices[path] = x
	return x
}

// mentions reports whether a name stands in a file.
func (n *snapshot) mentions(path, name string) bool { return n.index(path).names[name] }

// occurrences are the places where a relation or a constant stands in a file, in the order of the text.
func (n *snapshot) occurrences(path, name string, k kind) []symbol {
	if k == relation {
		return n.index(path).relations[name]
	}
	f := n.syntax(path)
	if f == nil || !n.mentions(path, name) {
		return nil
	}
	var list []symbol
	for _, c := range f.Clauses {
		list = append(list, inClause(path, c, name, k, map[string]bool{name: true})...)
	}
	return list
}

// inClause are the places where a name stands in a clause.
func inClause(path string, c *syntax.Clause, name string, k kind, constants map[string]bool) []symbol {
	if !slices.ContainsFunc(c.Tokens, func(t syntax.Token) bool { return t.Value == name }) {
		return nil
	}
	var list []symbol
	for i, role := range c.Roles() {
		if t := c.Tokens[i]; t.Value == name && kindOf(role, name, constants) == k {
			list = append(list, symbol{k, name, role, t, path, c, i})
		}
	}
	return list
}

// everywhere are the places where a symbol stands: in its clause, or in all files where it means the same.
func (n *snapshot) everywhere(s symbol) []symbol {
	if s.kind == variable {
		return inClause(s.file, s.clause, s.name, variable, n.constants(s.file))
	}
	var list []symbol
	for _, file := range n.connected(s.file, s.name) {
		list = append(list, n.occurrences(file, s.name, s.kind)...)
	}
	return list
}

// defines reports whether a symbol is where its name gets its meaning: a head, a const clause, or the premise that binds
// a variable.
func (s symbol) defines() bool {
	switch s.kind {
	case relation:
		return s.role == syntax.RoleHead
	case constant:
		return s.index == 1 && s.clause.Tokens[0].Value == "const"
	}
	return false
}

// builtin returns the builtin that a relation of a file's programs is; nil where it is none.
func (n *snapshot) builtin(path, name string) *dedalus.Builtin {
	for _, b := range dedalus.Builtins() {
		if b.Name != name {
			continue
		}
		for _, file := range n.together(path) {
			if b.Free && slices.ContainsFunc(n.occurrences(file, name, relation), symbol.defines) {
				return nil
			}
		}
		return &b
	}
	return nil
}

// location is where a symbol stands.
func (q *request) location(s symbol) Location {
	return Location{q.uri(s.file), q.span(s.file, s.token)}
}

// span is the range of a token of a file.
func (q *request) span(path string, t syntax.Token) Range {
	text := q.text(path, q.enc)
	_, base := text.body()
	from := t.Pos.Offset + base
	return text.between(from, from+len(t.Value))
}
