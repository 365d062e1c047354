package datalog

import (
	"fmt"

	"molly/failure"
)

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

// Input is a fact that may be there or not: an execution has it at one of some times, or not
// at all. It is what `may p("a")@2..6;` states.
type Input struct {
	Relation RelID
	Args     []Value
	Times    []int    // sorted, at least one
	Pos      Position // of the clause that states it
}

// Program is a whole checked program.
//
// Invariants: every rule and fact has as many arguments as its relation has
// columns; Strata holds every relation once, and a relation after all those that
// it depends on within a time; Pre and Post are both set or both NoRelation; no two
// inputs are the same tuple.
type Program struct {
	Relations []Relation
	Facts     []Fact
	Lasting   []Fact  // each holds from its Time on, to the end of the run
	Inputs    []Input // what may be there or not
	Rules     []Rule
	Strata    []Stratum

	// Crash is the built-in relation crash(Observer, Node, Time), or NoRelation
	// where the program does not read it. No rule and no fact defines it.
	Crash RelID
	// Boot, Outage, Member and Now are the other built-in relations boot(Node),
	// outage(Observer, Node, From, Until), member(Node, Other) and now(Node, Time), each
	// NoRelation where the program does not read it. No rule and no fact defines them: a program
	// that defines member or now itself has relations of its own.
	Boot, Outage, Member, Now RelID
	// Pre and Post are the invariant's relations.
	Pre, Post RelID
	// Never is the invariant's relation that must be empty at every time, or NoRelation.
	Never RelID
	// Stable are the relations whose tuples survive an outage, sorted.
	Stable []RelID
	// Persistent are the relations that a rule p(X1,…,Xk)@next :- p(X1,…,Xk)
	// keeps; they are the outcome where there are no Pre and Post and no Never.
	Persistent []RelID
}

// NewProgram returns a program without anything.
func NewProgram() *Program {
	return &Program{
		Crash: NoRelation, Boot: NoRelation, Outage: NoRelation, Member: NoRelation, Now: NoRelation,
		Pre: NoRelation, Post: NoRelation, Never: NoRelation,
	}
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

// Rule returns a rule by its number. After the program's own rules come those that hold over what
// is stable while a node is down, p(X1,…,Xk)@next :- p(X1,…,Xk), one for each stable relation.
func (p *Program) Rule(id int) *Rule {
	if id < len(p.Rules) {
		return &p.Rules[id]
	}
	relation := p.Stable[id-len(p.Rules)]
	r := &Rule{ID: id, Timing: Inductive, Head: Head{Relation: relation}}
	atom := Atom{Relation: relation}
	for i := range p.Relations[relation].Types {
		x := Term{Kind: Variable, Var: VarID(i)}
		r.Vars = append(r.Vars, fmt.Sprintf("X%d", i+1))
		r.Head.Args = append(r.Head.Args, HeadTerm{Term: x})
		atom.Args = append(atom.Args, x)
	}
	r.Body = []Literal{{Kind: Positive, Atom: atom}}
	r.Location = &atom.Args[0]
	return r
}

// HasInvariant reports whether the program states pre and post itself.
func (p *Program) HasInvariant() bool { return p.Pre != NoRelation }

// JudgesPersistence reports whether what persists is the outcome: the program states no
// invariant, neither by pre and post nor by never.
func (p *Program) JudgesPersistence() bool { return p.Pre == NoRelation && p.Never == NoRelation }

// BuiltIn reports whether a relation is one that the language gives.
func (p *Program) BuiltIn(r RelID) bool {
	return r != NoRelation && (r == p.Crash || r == p.Boot || r == p.Outage || r == p.Member || r == p.Now)
}

// Places returns the strings in the first columns of facts and inputs, each once: the nodes of
// a run whose nodes are not given. They are in order of appearance, but that the facts
// come before those that last, and both before inputs.
func (p *Program) Places() []string {
	var places []string
	seen := map[string]bool{}
	add := func(args []Value) {
		if len(args) == 0 || args[0].Type() != Text {
			return
		}
		if name := args[0].Text(); !seen[name] {
			seen[name] = true
			places = append(places, name)
		}
	}
	for _, f := range p.Facts {
		add(f.Args)
	}
	for _, f := range p.Lasting {
		add(f.Args)
	}
	for _, in := range p.Inputs {
		add(in.Args)
	}
	return places
}

// Choices returns the inputs as a specification knows them; nil where there are none. EOT is
// the last time that counts.
func (p *Program) Choices() *failure.Inputs {
	list := make([]failure.Choice, len(p.Inputs))
	for i, in := range p.Inputs {
		list[i] = failure.Choice{Tuple: FormatTuple(p.Relations[in.Relation].Name, in.Args), Times: in.Times}
	}
	return failure.NewInputs(list)
}
