package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"molly/dedalus"
	"molly/dedalus/syntax"
)

// relations adds the relations of the programs, with their columns, and where they can be read also the builtins.
func (c *completing) relations(builtins bool) {
	seen := map[string]bool{}
	for _, file := range c.together(c.d.path) {
		x := c.index(file)
		for _, name := range x.order {
			places := slices.DeleteFunc(slices.Clone(x.relations[name]), func(s symbol) bool {
				return s.clause == c.clause || s.role == syntax.RoleStable // what is being typed; what has no columns
			})
			if len(places) > 0 && !seen[name] && c.builtin(file, name) == nil {
				seen[name] = true
				c.add(0, name, call(name, c.columns(places[0])), completeFunction, c.form(places[0]), outcomeWords[name])
			}
		}
	}
	if !builtins {
		for _, name := range outcomes {
			if !seen[name] {
				c.add(1, name, name+"(", completeFunction, "invariant", outcomeWords[name])
			}
		}
		return
	}
	for _, b := range dedalus.Builtins() {
		if !seen[b.Name] || c.builtin(c.d.path, b.Name) != nil {
			_, columns, _ := strings.Cut(strings.TrimSuffix(b.Form, ")"), "(")
			c.add(1, b.Name, call(b.Name, strings.Split(columns, ", ")), completeFunction, b.Form, builtinWords[b.Name])
		}
	}
}

// call is a relation with places for its columns.
func call(name string, columns []string) string {
	places := make([]string, len(columns))
	for i, column := range columns {
		places[i] = fmt.Sprintf("${%d:%s}", i+1, column)
	}
	return name + "(" + strings.Join(places, ", ") + ")"
}

// variables adds those of the clause.
func (c *completing) variables(rank int) {
	if c.clause == nil {
		return
	}
	_, base := c.d.text.body()
	constants := c.request.constants(c.d.path)
	seen := map[string]bool{}
	for i, role := range c.clause.Roles() {
		t := c.clause.Tokens[i]
		if kindOf(role, t.Value, constants) == variable && !seen[t.Value] && t.Pos.Offset+base != c.from {
			seen[t.Value] = true
			c.add(rank, t.Value, t.Value, completeVariable, "", "")
		}
	}
}

func (c *completing) constants(rank int) {
	for _, name := range sortedKeys(c.request.constants(c.d.path)) {
		c.add(rank, name, name, completeConstant, "constant", "")
	}
}

// nodes adds the names of nodes: those that directives name, and what facts begin with.
func (c *completing) nodes(quoted bool) {
	seen := map[string]bool{}
	add := func(name string) {
		if seen[name] || name == "" {
			return
		}
		seen[name] = true
		insert := name
		if quoted {
			insert = strconv.Quote(name)
		}
		c.add(2, insert, strings.ReplaceAll(insert, "$", `\$`), completeValue, "node", "")
	}
	for _, file := range c.together(c.d.path) {
		f := c.syntax(file)
		if f == nil {
			continue
		}
		for _, t := range f.Comments() {
			said, ok := strings.CutPrefix(t.Value, "//")
			for _, word := range strings.Fields(said) {
				if list, names := strings.CutPrefix(word, "nodes="); ok && names && isDirective(said) {
					for _, name := range strings.Split(list, ",") {
						add(name)
					}
				}
			}
		}
		for _, clause := range f.Clauses {
			if t := clause.Tokens; len(t) > 2 && clause != c.clause && t[1].Value == "(" && t[2].Type == syntax.String {
				if name, err := strconv.Unquote(t[2].Value); err == nil {
					add(name)
				}
			}
		}
	}
}

// files adds the files that can be included: those in the folder, and below it.
func (c *completing) files(typed string) {
	folder := filepath.Dir(c.d.path)
	for _, file := range c.folders.beside(c.d.path) {
		if rel, err := filepath.Rel(folder, file); err == nil && file != c.d.path {
			rel = filepath.ToSlash(rel)
			if strings.HasPrefix(rel, typed) {
				c.add(0, rel, rel, completeFile, "", "")
			}
		}
	}
}
