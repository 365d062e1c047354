package eval

import (
	"iter"

	"molly/circuit"
	"molly/datalog"
)

// FactID numbers the facts of a run or space: tuples of a relation at a time.
type FactID int32

// FiringID numbers the rule firings.
type FiringID int32

// none ends the lists that are linked by numbers.
const none = -1

// Lineage is what evaluation leaves: every fact, every rule firing that concludes
// it, and for each the literal that says in which scenarios it holds. It is read
// by numbers, and never changes once it is handed out.
type Lineage struct {
	*Evaluator
	eot    int
	values *values

	tables   []table // by time, then relation; time 0 holds the timeless crash
	facts    []factRecord
	firings  []firingRecord
	premises []FactID // of all firings: positive premises, then absent facts
	groups   []groupRecord
	bindings []FiringID // of all groups
	rows     []rowRecord
	drawn    []valueID // the heads of aggregate rules' bindings

	sometimes map[FactID]circuit.Lit // facts that are given in some scenarios only
	lost      []lostRecord
	overflows []Overflow
	exchanges []bool // by node: some message goes to or from another node
}

type table struct {
	tupleSet
	number  int32 // index into Lineage.tables
	ids     []FactID
	indexes []*index // by number; nil until used
}

type factRecord struct {
	table   int32 // index into Lineage.tables
	local   int32 // number within the table
	lit     circuit.Lit
	firings int32 // the first firing that concludes it
	rows    int32 // the first aggregate row that is it
	given   bool
}

// firingRecord is one binding of a rule's body.
//
// Invariant: premises[first:first+positives] are the facts of the body's positive
// atoms, in body order; those up to first+total are facts that a negated atom
// matches and that may hold. The binding of an aggregate rule is in no list; its
// head's values are at drawn[next:], the aggregated variable in its column; after them comes the
// time at which it arrives where the rule is asynchronous.
type firingRecord struct {
	rule  int32
	time  int32
	head  FactID // none for the binding of an aggregate rule
	lit   circuit.Lit
	next  int32 // the next firing with the same head
	first int32
	total int32
}

// groupRecord is a group of an aggregate rule: bindings[first:end].
type groupRecord struct {
	rule, time int32
	first, end int32
}

// rowRecord says that a group's aggregates can have the values of the fact head.
type rowRecord struct {
	head  FactID
	group int32
	lit   circuit.Lit
	next  int32 // the next row with the same head
}

// lostRecord is a message that was sent and cannot arrive.
type lostRecord struct {
	rule, time int32
	from       valueID
	args       []valueID
}

func (l *Lineage) table(relation, time int) *table {
	return &l.tables[time*len(l.program.Relations)+relation]
}

// EOT is the last time of the run or space.
func (l *Lineage) EOT() int { return l.eot }

// Facts returns the number of facts. Facts that turned out false in every scenario
// are counted, but no relation holds them.
func (l *Lineage) Facts() int { return len(l.facts) }

// Firings returns the number of rule firings, bindings of aggregates included.
func (l *Lineage) Firings() int { return len(l.firings) }

// Relation returns the fact's relation.
func (l *Lineage) Relation(f FactID) datalog.RelID {
	return datalog.RelID(int(l.facts[f].table) % len(l.program.Relations))
}

// Time returns the time at which the fact holds; 0 for a fact of crash or outage, which holds
// at every time.
func (l *Lineage) Time(f FactID) int {
	return int(l.facts[f].table) / len(l.program.Relations)
}

// Args returns the fact's tuple.
func (l *Lineage) Args(f FactID) []datalog.Value {
	return l.decode(l.row(f))
}

// Fact returns the fact itself.
func (l *Lineage) Fact(f FactID) datalog.Fact {
	return datalog.Fact{Relation: l.Relation(f), Args: l.Args(f), Time: l.Time(f)}
}

func (l *Lineage) row(f FactID) []valueID {
	r := &l.facts[f]
	return l.tables[r.table].row(int(r.local))
}

func (l *Lineage) decode(row []valueID) []datalog.Value {
	args := make([]datalog.Value, len(row))
	for i, v := range row {
		args[i] = l.values.list[v]
	}
	return args
}

// Lit returns the function that says in which scenarios the fact holds. It is never
// false; in a run it is always true.
func (l *Lineage) Lit(f FactID) circuit.Lit { return l.facts[f].lit }

// Given reports whether the program states the fact itself, if only as an input, or it is of a
// builtin relation. [Lineage.Stated] says in which scenarios it is there by that.
func (l *Lineage) Given(f FactID) bool { return l.facts[f].given || l.Time(f) == 0 }

// At returns the facts of a relation at a time, in the order in which they were
// found. The caller must not change the slice. crash and outage hold at every time.
func (l *Lineage) At(r datalog.RelID, time int) []FactID {
	if l.timeless(r) {
		time = 0
	}
	if time < 0 || time > l.eot {
		return nil
	}
	return l.table(int(r), time).ids
}

// timeless reports whether a relation holds the same at every time.
func (l *Lineage) timeless(r datalog.RelID) bool {
	return r == l.program.Crash || r == l.program.Outage
}

// Find returns the fact that is the given tuple at a time.
func (l *Lineage) Find(r datalog.RelID, time int, args []datalog.Value) (FactID, bool) {
	if l.timeless(r) {
		time = 0
	}
	if time < 0 || time > l.eot || len(args) != l.program.Relations[r].Arity() {
		return none, false
	}
	row := make([]valueID, len(args))
	for i, a := range args {
		id, known := l.values.known(a)
		if !known {
			return none, false
		}
		row[i] = id
	}
	t := l.table(int(r), time)
	i := t.find(row)
	if i < 0 {
		return none, false
	}
	return t.ids[i], true
}

// Firing is a binding of all premises of a rule.
type Firing struct {
	Rule int // datalog.Rule.ID; that of holding over what is stable is of [datalog.Program.Rule]
	Time int // when the premises held
	Then int // for when it concludes: for an asynchronous rule the time at which the message arrives
	// Head is what it concludes; a binding of an aggregate rule concludes nothing by
	// itself, and Head is negative.
	Head FactID
	// Lit says in which scenarios the firing happens.
	Lit circuit.Lit
	// Premises are the facts of the positive atoms, in body order.
	Premises []FactID
	// Absent are facts that a negated atom matches: each may hold in some other
	// scenario, and holds in none in which this firing happens. A run has none.
	Absent []FactID
}

// Firing returns a firing. The caller must not change its slices.
func (l *Lineage) Firing(id FiringID) Firing {
	r := &l.firings[id]
	all := l.premises[r.first : r.first+r.total]
	n := len(l.rules[r.rule].positives)
	return Firing{
		Rule: int(r.rule), Time: int(r.time), Then: l.then(id), Head: r.head, Lit: r.lit,
		Premises: all[:n:n], Absent: all[n:],
	}
}

// then is the time for which a firing concludes.
func (l *Lineage) then(id FiringID) int {
	f := &l.firings[id]
	rule := l.rules[f.rule]
	switch {
	case rule.Timing == datalog.Deductive:
		return int(f.time)
	case rule.Timing == datalog.Asynchronous && f.head != none:
		return l.Time(f.head)
	case rule.Timing == datalog.Asynchronous:
		return int(l.drawn[int(f.next)+len(rule.head)])
	}
	return int(f.time) + 1
}

// FiringsOf yields the firings that conclude a fact.
func (l *Lineage) FiringsOf(f FactID) iter.Seq[FiringID] {
	return func(yield func(FiringID) bool) {
		for i := l.facts[f].firings; i != none; i = l.firings[i].next {
			if !yield(FiringID(i)) {
				return
			}
		}
	}
}

// Row is a fact that an aggregate rule concludes from a group of bindings.
type Row struct {
	Rule     int
	Time     int // when the bindings held; of an asynchronous rule the time before they arrive
	Head     FactID
	Lit      circuit.Lit // says in which scenarios the group has this value
	Bindings []FiringID  // all bindings of the group that may happen
}

// RowsOf yields the aggregates that conclude a fact.
func (l *Lineage) RowsOf(f FactID) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := l.facts[f].rows; i != none; i = l.rows[i].next {
			r := &l.rows[i]
			g := &l.groups[r.group]
			if !yield(Row{
				Rule: int(g.rule), Time: int(g.time), Head: r.head, Lit: r.lit,
				Bindings: l.bindings[g.first:g.end:g.end],
			}) {
				return
			}
		}
	}
}

// Sender returns who sends the message of an asynchronous firing: the place where its
// rule runs.
func (l *Lineage) Sender(id FiringID) datalog.Value {
	r := l.rules[l.firings[id].rule]
	if r.location.kind == datalog.Constant {
		return l.values.list[r.location.value]
	}
	f := l.Firing(id)
	for i, literal := range r.positives {
		a := &r.Body[literal].Atom
		if a.Args[0].Kind == datalog.Variable && int(a.Args[0].Var) == r.location.slot {
			return l.values.list[l.row(f.Premises[i])[0]]
		}
	}
	return datalog.Value{}
}

// Silent returns the nodes that no message goes to or comes from, other than their
// own to themselves.
func (l *Lineage) Silent() []string {
	var silent []string
	for i, exchanges := range l.exchanges {
		if !exchanges {
			silent = append(silent, l.nodes[i])
		}
	}
	return silent
}

// Skips reports whether a relation was left out at a time, because nothing but the
// invariant at EOT reads it (Options.SkipObservers): that it holds nothing then says
// nothing.
func (l *Lineage) Skips(r datalog.RelID, time int) bool {
	return l.options.SkipObservers && time < l.eot && l.observer[r]
}
