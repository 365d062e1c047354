package datalog

// Relation describes a relation of a program.
type Relation struct {
	Name  string
	Types []Type // one a column; its length is the number of columns
}

// Arity returns the relation's number of columns.
func (r Relation) Arity() int { return len(r.Types) }

// Stratum is a set of relations that depend on each other within a time, or a
// single relation.
type Stratum struct {
	Relations []RelID
	Recursive bool // some relation here depends on one of this stratum
}

// Program is a whole checked program.
//
// Invariants: every rule and fact has as many arguments as its relation has
// columns; Strata holds every relation once, and a relation after all those that
// it depends on within a time; Pre and Post are both set or both NoRelation.
type Program struct {
	Relations []Relation
	Facts     []Fact
	Rules     []Rule
	Strata    []Stratum

	// Crash is the built-in relation crash(Observer, Node, Time), or NoRelation
	// where the program does not read it. No rule and no fact defines it.
	Crash RelID
	// Pre and Post are the invariant's relations.
	Pre, Post RelID
	// Persistent are the relations that a rule p(X1,…,Xk)@next :- p(X1,…,Xk)
	// keeps; they are the outcome where there are no Pre and Post.
	Persistent []RelID
}

// Lookup finds a relation by name.
func (p *Program) Lookup(name string) (RelID, bool) {
	for i, r := range p.Relations {
		if r.Name == name {
			return RelID(i), true
		}
	}
	return NoRelation, false
}

// HasInvariant reports whether the program states pre and post itself.
func (p *Program) HasInvariant() bool { return p.Pre != NoRelation }

// Places returns the strings in the first columns of facts, each once, in order
// of appearance: the nodes of a run whose nodes are not given.
func (p *Program) Places() []string {
	var places []string
	seen := map[string]bool{}
	for _, f := range p.Facts {
		if len(f.Args) == 0 || f.Args[0].Type() != Text {
			continue
		}
		if name := f.Args[0].Text(); !seen[name] {
			seen[name] = true
			places = append(places, name)
		}
	}
	return places
}
