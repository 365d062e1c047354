package datalog

// VariableTypes returns the types of a rule's variables: from the columns of positive
// atoms in which they occur, and from there along equalities.
func (p *Program) VariableTypes(r *Rule) []Type {
	types := make([]Type, len(r.Vars))
	for _, l := range r.Body {
		if l.Kind != Positive {
			continue
		}
		for i, t := range l.Atom.Args {
			if t.Kind == Variable && types[t.Var] == Unknown {
				types[t.Var] = p.Relations[l.Atom.Relation].Types[i]
			}
		}
	}
	adopt := func(to, from Term) bool {
		if to.Kind != Variable || types[to.Var] != Unknown {
			return false
		}
		types[to.Var] = from.Type(types)
		return types[to.Var] != Unknown
	}
	for again := true; again; {
		again = false
		for _, l := range r.Body {
			if l.Kind == Comparison && l.Op == Equal {
				again = adopt(l.Left, l.Right) || adopt(l.Right, l.Left) || again
			}
		}
	}
	return types
}

// Type returns the type of a term whose variables have the given types. A wildcard's is
// Unknown.
func (t Term) Type(types []Type) Type {
	switch t.Kind {
	case Variable:
		return types[t.Var]
	case Constant:
		return t.Value.Type()
	case Expression:
		return Integer
	default:
		return Unknown
	}
}
