package syntax

// Role is what a token of a clause stands for.
type Role int

// The roles. A token that is neither a name nor a word nor a constant has NoRole.
const (
	NoRole        Role = iota
	RoleHead           // a relation that the clause defines: of a rule, a fact or an input
	RolePremise        // a relation in a positive premise
	RoleNegated        // a relation under notin
	RoleStable         // a relation that a stable clause names
	RoleVariable       // a variable; in the file that declares it, a constant's name is RoleConstant
	RoleWildcard       // _
	RoleAggregate      // count, sum, min, max, or what stands in the place of one
	RoleConstant       // what a const clause gives a value to, and its uses in the same file
	RoleNumber         // an integer that is a value
	RoleText           // a string that is a value
	RoleTime           // what follows an @: a number, or next, async
	RoleFile           // of an include
	RoleWord           // notin, include, stable, const, may
)

// Roles returns the role of each of the clause's Tokens.
func (c *Clause) Roles() []Role {
	roles := make([]Role, len(c.Tokens))
	r := reader{clause: c, declares: stuck{before: c.Tokens, end: c.End}.declaration()}
	for i := range c.Tokens {
		roles[i] = r.role(i)
	}
	return roles
}

// reader goes over the tokens of a clause.
type reader struct {
	clause   *Clause
	declares string // stable, const or may, where that begins the clause
	inBody   bool   // behind :-
	inTime   bool   // behind @
	depth    int    // of parentheses
}

// role returns the role of token i, the one that comes next.
func (r *reader) role(i int) Role {
	t := r.clause.Tokens[i]
	if t.Type != Int && t.Type != Ident && t.Type != Dots && t.Value != "-" {
		r.inTime = t.Value == "@" && r.depth == 0
	}
	switch {
	case t.Type == Implies:
		r.inBody = true
	case t.Value == "(":
		r.depth++
	case t.Value == ")":
		r.depth--
	case t.Type == Keyword, i == 0 && r.declares != "":
		return RoleWord
	case r.inTime && (t.Type == Int || t.Type == Ident):
		return RoleTime
	case t.Type == String && r.clause.Tokens[0].Value == "include":
		return RoleFile
	case t.Type == Int:
		return RoleNumber
	case t.Type == String:
		return RoleText
	case t.Type == Ident:
		return r.name(i)
	}
	return NoRole
}

// name returns the role of a name.
func (r *reader) name(i int) Role {
	list := r.clause.Tokens
	var p, next Token
	if i > 0 {
		p = list[i-1]
	}
	if i+1 < len(list) {
		next = list[i+1]
	}
	switch t := list[i]; {
	case r.declares == "stable":
		return RoleStable
	case r.declares == "const" && i == 1:
		return RoleConstant
	case r.depth <= 0 && !r.inBody:
		return RoleHead
	case p.Value == "notin":
		return RoleNegated
	case r.depth <= 0 && (next.Value == "(" || startsPremise(p) && (next.Value == "," || next.Value == "")):
		return RolePremise // perhaps without its columns yet
	case !r.inBody && next.Value == "<":
		return RoleAggregate
	case t.Value == "_":
		return RoleWildcard
	case r.clause.file.constants[t.Value]:
		return RoleConstant
	default:
		return RoleVariable
	}
}
