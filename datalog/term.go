package datalog

// RelID numbers the relations of a program: an index into Program.Relations.
type RelID int

// NoRelation is in the place of a relation that a program does not have.
const NoRelation RelID = -1

// VarID numbers the variables of one rule: an index into Rule.Vars.
type VarID int

// TermKind tells the four kinds of terms apart.
type TermKind uint8

// The kinds of terms.
const (
	Variable TermKind = iota
	Constant
	Wildcard
	Expression
)

// Operator is an arithmetic operator.
type Operator byte

// The arithmetic operators; Div truncates and Rem has the sign of the dividend.
const (
	Add Operator = '+'
	Sub Operator = '-'
	Mul Operator = '*'
	Div Operator = '/'
	Rem Operator = '%'
)

// Term is an argument of an atom or a side of a comparison.
type Term struct {
	Kind  TermKind
	Var   VarID // of a Variable
	Value Value // of a Constant
	// Op, Left and Right are those of an Expression.
	Op          Operator
	Left, Right *Term
}

// Variables calls yield for each variable in t, from left to right, with
// repetitions.
func (t Term) Variables(yield func(VarID)) {
	switch t.Kind {
	case Variable:
		yield(t.Var)
	case Expression:
		t.Left.Variables(yield)
		t.Right.Variables(yield)
	}
}

// Aggregate is an aggregate function of a rule's head.
type Aggregate uint8

// The aggregates. NoAggregate marks an ordinary column, by which the others are
// grouped.
const (
	NoAggregate Aggregate = iota
	Count
	Sum
	Min
	Max
)

func (a Aggregate) String() string {
	return [...]string{"", "count", "sum", "min", "max"}[a]
}

// HeadTerm is a column of a rule's head: a term, or an aggregate of a variable.
type HeadTerm struct {
	Aggregate Aggregate
	Term      Term // a Variable where Aggregate is set
}
