package dedalus

import "molly/datalog"

// checker runs the checks of one program. Each has its own file and
// reports all that it finds.
//
// The checks that judge the whole program by what it does not say (a relation
// that nothing defines) are left out when a part of it could not be read, those
// of little weight (a relation that nothing reads) when there is any error.
type checker struct {
	*reporter
	clauses []*clause
	stable  []named // the relations that are declared so
	consts  []*constant
	broken  bool

	relations []*relation // in order of appearance
	byName    map[string]*relation
	types     typeInference
	times     []timed
	ranges    int // how many facts the ranges state
}

// relation is what the checks know of a relation. Its number is its place in the
// order of appearance.
type relation struct {
	name    string
	id      datalog.RelID
	columns int
	first   span   // where the number of columns was taken from
	defs    []use  // facts and heads
	reads   []use  // premises
	types   []node // one a column
}

// named is a name at its place.
type named struct {
	span
	name string
}

// use is an appearance of a relation.
type use struct {
	span
	columns int
}

// The names of the relations that the language gives a meaning to.
const (
	clockName = "clock"
	preName   = "pre"
	postName  = "post"
	neverName = "never"
	goodName  = "good" // the prototype's older form of an invariant
)

// timed is an absolute time that the program mentions.
type timed struct {
	span
	time int
	what string // what never is, where the run ends before that time
	line string
}
