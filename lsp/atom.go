package lsp

import (
	"strings"

	"molly"
	"molly/datalog"
	"molly/dedalus/syntax"
)

// An atom is a relation with its arguments in a clause, by indices of the clause's tokens.
//
// Invariant: name < open; the arguments are between open and closed; a time, where there is one, is up to end.
type atom struct {
	name, open, closed, end int
}

// atomsOf are the atoms of a clause, in the order of the text. One that is not closed goes on to the end of the clause.
func atomsOf(c *syntax.Clause, roles []syntax.Role) []atom {
	var list []atom
	for i := range c.Tokens {
		if r := roles[i]; r != syntax.RoleHead && r != syntax.RolePremise && r != syntax.RoleNegated {
			continue
		}
		if i+1 >= len(c.Tokens) || c.Tokens[i+1].Value != "(" {
			continue
		}
		a := atom{name: i, open: i + 1, closed: len(c.Tokens), end: len(c.Tokens)}
		depth := 0
		for j := a.open; j < len(c.Tokens); j++ {
			switch c.Tokens[j].Value {
			case "(":
				depth++
			case ")":
				depth--
			}
			if depth == 0 {
				a.closed, a.end = j, j+1
				break
			}
		}
		if a.end < len(c.Tokens) && c.Tokens[a.end].Value == "@" {
			for a.end++; a.end < len(c.Tokens) && (roles[a.end] == syntax.RoleTime || c.Tokens[a.end].Type == syntax.Dots); a.end++ {
			}
		}
		list = append(list, a)
	}
	return list
}

// arguments cuts the arguments of an atom: each is a slice of the clause's tokens.
func (a atom) arguments(c *syntax.Clause) (list [][2]int) {
	depth, from := 0, a.open+1
	for j := a.open + 1; j < a.closed; j++ {
		switch c.Tokens[j].Value {
		case "(":
			depth++
		case ")":
			depth--
		case ",":
			if depth == 0 {
				list = append(list, [2]int{from, j})
				from = j + 1
			}
		}
	}
	if from < a.closed || len(list) > 0 {
		list = append(list, [2]int{from, a.closed})
	}
	return list
}

// tupleAt writes the tuple that an offset of a document is in, as a pattern: what is no constant is a wildcard. It is
// empty where there is none.
func (n *snapshot) tupleAt(d *document, offset int, p *molly.Program) string {
	f := n.syntax(d.path)
	_, base := d.text.body()
	offset -= base
	c := f.ClauseAt(offset)
	if c == nil {
		return ""
	}
	constants := map[string]datalog.Value{}
	for _, k := range p.Constants() {
		constants[k.Name] = k.Value
	}
	for _, a := range atomsOf(c, c.Roles()) {
		last := c.Tokens[a.end-1]
		if offset < c.Tokens[a.name].Pos.Offset || offset > last.Pos.Offset+len(last.Value) {
			continue
		}
		var args []string
		for _, arg := range a.arguments(c) {
			args = append(args, pattern(c.Tokens[arg[0]:arg[1]], constants))
		}
		tuple := c.Tokens[a.name].Value + "(" + strings.Join(args, ", ") + ")"
		if a.end > a.closed+2 && c.Tokens[a.closed+2].Type == syntax.Int {
			tuple += "@" + c.Tokens[a.closed+2].Value
		}
		return tuple
	}
	return ""
}

// pattern is an argument where it is a constant, else a wildcard.
func pattern(tokens []syntax.Token, constants map[string]datalog.Value) string {
	switch {
	case len(tokens) == 1 && (tokens[0].Type == syntax.String || tokens[0].Type == syntax.Int):
		return tokens[0].Value
	case len(tokens) == 2 && tokens[0].Value == "-" && tokens[1].Type == syntax.Int:
		return "-" + tokens[1].Value
	case len(tokens) == 1:
		if v, ok := constants[tokens[0].Value]; ok {
			return v.String()
		}
	}
	return "_"
}
