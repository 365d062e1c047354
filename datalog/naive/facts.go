package naive

import "molly/datalog"

// Tuple is a tuple of a relation at a time. Tuples of crash and outage, which are timeless,
// have Time 0.
type Tuple struct {
	Relation datalog.RelID
	Time     int
	Args     []datalog.Value
}

// Firing is an instance of a rule whose conclusion is drawn: its body held, and
// its message, where it sends one, arrived. What arrives twice makes two firings.
type Firing struct {
	// Rule is the number of the rule. What a stable relation holds over while its node is down is
	// a firing, too; its rule is as [datalog.Program.Rule] numbers it.
	Rule     int
	Time     int     // when the body held
	Then     int     // for which time it concludes
	Premises []Tuple // what the positive atoms matched, in the order of the body
	Head     *Tuple  // nil for a rule that aggregates: many firings make one row
}

// Message is what a rule sends, whether it arrives or not. Where the rule
// aggregates, each aggregate's column holds the value that it would aggregate.
type Message struct {
	Relation datalog.RelID
	From, To string
	Sent     int
	Args     []datalog.Value
	Arrivals []int // the times at which it arrives, up to EOT
}

// Overflow says that a rule met a value that does not fit into 64 bits, at a
// time; of a sum of what arrives, that is the time before. Its conclusion is not drawn, and the
// run continues.
type Overflow struct {
	Rule, Time int
}
