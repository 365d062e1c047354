package rewrite

import (
	"molly/datalog"
	"molly/datalog/flat"
)

// Program is a Dedalus program as plain Datalog, with the way back.
//
// Invariants: relation i of Source is relation i of Datalog, with one more column, the time;
// Clock, Times, the firings relations and the snapshots come after those. Rules[i] is the
// rewriting of Source.Rules[i]. All names in Datalog are different.
type Program struct {
	Source *datalog.Program
	// Datalog holds the rewriting. The facts of boot, outage, member and now are not given here, nor
	// are inputs, nor what nodes that are down do not do and what stable relations then keep.
	// Its rules are deductive and read no absolute time, its facts
	// are of a single time, and no place is meant by a first column: it is plain Datalog. Pre,
	// Post, Crash and Persistent are left to Source. Strata is empty: what is negated or
	// aggregated belongs to an earlier time or stratum of Source, so the program is locally
	// stratified, but its relations need not be.
	Datalog *datalog.Program
	// Clock is clock(From, To, Sent, Arrives): what From concludes at time Sent for To gets
	// there at Arrives, which is Sent + 1. Facts that nothing here gives: the faults decide.
	Clock datalog.RelID
	// Times holds the times of the run. It has one column, and its facts are not given here.
	Times     datalog.RelID
	Rules     []Rule
	Lasting   []int      // the IDs of the rules that state the source's lasting facts, in their order
	Snapshots []Snapshot // in the order of their first use

	protocol []bool // by relation of Source: see Observes
}

// Rule is the rewriting of one rule: a rule that concludes its firings from the body, and one
// that reads the head from the firings. The two have the same variables.
//
// Invariants: column i of Firings is variable i of both rules; Now and Then are the last
// variables, and equal for a deductive rule.
type Rule struct {
	Source  *datalog.Rule
	Firings datalog.RelID
	Columns []Column // of Firings
	// Body and Head are the IDs of the two rules in Program.Datalog.
	Body, Head int
	// Now is the time at which the premises hold, Then the time of the conclusion.
	Now, Then datalog.VarID
}

// ColumnKind says what a column of a firings relation holds.
type ColumnKind uint8

// The kinds of columns, in their order.
const (
	Binding  ColumnKind = iota // a variable of the source rule, the one with the column's number
	Wildcard                   // what a _ of a positive premise stands for
	Computed                   // a computed column of the head
	Time                       // when the premises hold
	Arrival                    // when the conclusion holds, where that is another time
)

// Column is a column of a firings relation.
type Column struct {
	Kind ColumnKind
	// Premise is the index in the source rule's body of a Wildcard's premise.
	Premise int
	// Argument is the index of a Wildcard in its premise, of a Computed column in the head.
	Argument int
}

// Snapshot is a relation that holds, from an absolute time on, what another held at it.
type Snapshot struct {
	Relation datalog.RelID
	Of       datalog.RelID
	Time     int
	Rule     int // the ID of its rule in Program.Datalog
}

// Snapshot returns the snapshot that a relation is, if it is one.
func (p *Program) Snapshot(r datalog.RelID) (Snapshot, bool) {
	for _, s := range p.Snapshots {
		if s.Relation == r {
			return s, true
		}
	}
	return Snapshot{}, false
}

// Flat returns the rule that concludes the firings of a rule, without nested terms.
func (p *Program) Flat(r Rule) *flat.Rule {
	var computed []datalog.VarID
	for v, c := range r.Columns {
		if c.Kind == Computed {
			computed = append(computed, datalog.VarID(v))
		}
	}
	return flat.New(p.Datalog, &p.Datalog.Rules[r.Body], computed...)
}
