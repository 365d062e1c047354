package randprog

import (
	"fmt"
	"strings"
)

// scope is the variables that a rule has bound so far, with their kinds.
type scope struct {
	names []string
	kinds []kind
	here  string // where the rule runs: a variable or a constant
}

// scopeOf makes a scope from names and kinds in turn. The rule runs at the first.
func scopeOf(pairs ...any) *scope {
	s := &scope{here: pairs[0].(string)}
	for i := 0; i < len(pairs); i += 2 {
		s.bind(pairs[i].(string), pairs[i+1].(kind))
	}
	return s
}

func (s *scope) bind(name string, k kind) {
	s.names = append(s.names, name)
	s.kinds = append(s.kinds, k)
}

// fresh binds a new variable.
func (s *scope) fresh(k kind) string {
	name := fmt.Sprintf("%c%d", "NSVH"[k], len(s.names))
	s.bind(name, k)
	return name
}

// of returns the variables of a kind.
func (s *scope) of(k kind) []string {
	var out []string
	for i, n := range s.names {
		if s.kinds[i] == k {
			out = append(out, n)
		}
	}
	return out
}

// variable picks a bound variable of a kind, or a constant where there is none.
func (g *generator) variable(s *scope, k kind) string {
	if list := s.of(k); len(list) > 0 {
		return pick(g, list...)
	}
	return g.constant(k)
}

// join writes literals one after the other.
func join(literals []string) string { return strings.Join(literals, ", ") }
