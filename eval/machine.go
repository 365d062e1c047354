package eval

import (
	"context"

	"molly/circuit"
	"molly/datalog"
)

// machine is an evaluation under way: the lineage so far and what the joins need.
type machine struct {
	Lineage
	ctx      context.Context
	circuit  *circuit.Circuit
	net      network // nil in a single step: what is sent goes to the outbox
	constant bool    // faults are constants: every literal is true

	now     int     // the time whose step is running
	next    int     // the time of what is kept and sent
	skip    []bool  // by relation: not computed at this time; nil for none
	node    valueID // whose single step is running
	running *rule   // the rule whose join is running
	err     error   // ends everything as soon as it is set
	ticks   int

	arithmetic arithmetic
	slots      []valueID // the bindings of the running join
	key        []valueID // scratch space for keys
	matched    []FactID  // premises of the running join, by number
	absent     []FactID  // facts that its negated atoms match
	lits       []circuit.Lit
	head       []valueID
	windows    []windowBounds // by relation, of the recursive stratum that is running

	links    [][]link               // by sender and receiver; nil until used
	underWay []arrival              // of the links, at this time
	waiting  map[waiting][]FiringID // bindings of aggregates that arrive later than at the next time
	outages  bool                   // nodes may be down
	downNow  []circuit.Lit          // by node, where outages
	downNext []circuit.Lit          // at the next time

	overflowed map[*rule]bool // rules that met an overflow in this time
	reached    circuit.Lit    // by overflow.go: where the rule under inspection overflows
	group      grouping
	growth     Growth
	past       int64     // bytes of the tables of times that are complete
	satSweep   *satSweep // nil where nothing is swept
	marks      []mark    // by time: after the deductive rules of that time
}

type windowBounds struct{ old, all int }

func newMachine(ctx context.Context, e *Evaluator, eot int, c *circuit.Circuit) *machine {
	m := &machine{ctx: ctx, circuit: c}
	m.Lineage = Lineage{Evaluator: e, eot: eot, values: e.values.clone(), exchanges: make([]bool, len(e.nodes))}
	relations := len(e.program.Relations)
	m.tables = make([]table, (eot+1)*relations)
	for i := range m.tables {
		m.tables[i].number = int32(i)
		m.tables[i].arity = e.program.Relations[i%relations].Arity()
	}
	slots := 0
	for _, r := range e.rules {
		slots = max(slots, r.slots)
	}
	m.slots = make([]valueID, slots)
	m.arithmetic = arithmetic{m.slotNumber, e.options.MaxInteger}
	m.key = make([]valueID, e.scratch)
	m.windows = make([]windowBounds, relations)
	m.overflowed = map[*rule]bool{}
	m.links = make([][]link, len(e.nodes))
	m.waiting = map[waiting][]FiringID{}
	m.sometimes = map[FactID]circuit.Lit{}
	m.marks = make([]mark, eot+1)
	return m
}

// run evaluates from the first time to EOT.
func (m *machine) run() error {
	m.enterFaults()
	for t := 1; t <= m.eot && m.err == nil; t++ {
		m.step(t)
		m.tick(len(m.program.Relations))
	}
	return m.err
}

// insert finds or makes the fact of a tuple.
func (m *machine) insert(t *table, tuple []valueID) (id FactID, added bool) {
	i, added := t.add(tuple)
	if !added {
		return t.ids[i], false
	}
	id = FactID(len(m.facts))
	m.facts = append(m.facts, factRecord{
		table: t.number, local: int32(i), lit: circuit.True, firings: none, rows: none,
	})
	t.ids = append(t.ids, id)
	if len(m.facts) > m.options.MaxFacts {
		m.fail(m.limitError("facts"))
	}
	return id, true
}

func (m *machine) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// tick notices now and then that the caller gave up, or that the circuit or the set of
// values grew too large. It is called wherever something may go on for long, with the size of the work
// done.
func (m *machine) tick(work int) {
	if m.ticks += work; m.ticks < 4096 {
		return
	}
	m.ticks = 0
	if err := context.Cause(m.ctx); err != nil {
		m.fail(m.ended(err))
	}
	if m.circuit.Len() > m.options.MaxFacts {
		m.fail(m.limitError("circuit nodes"))
	}
	if len(m.values.list) > m.options.MaxFacts {
		m.fail(m.limitError("numbers and strings"))
	}
}

func (t *table) index(number int, columns []int) *index {
	for len(t.indexes) <= number {
		t.indexes = append(t.indexes, nil)
	}
	if t.indexes[number] == nil {
		t.indexes[number] = &index{columns: columns}
	}
	return t.indexes[number]
}

// reset empties the table and keeps its memory.
func (t *table) reset() {
	t.tupleSet.reset()
	t.ids = t.ids[:0]
	for _, x := range t.indexes {
		if x != nil {
			x.reset()
		}
	}
}

// tableFor is the table that an atom reads at the current time, or nil.
func (m *machine) tableFor(relation, at int) *table {
	switch {
	case at > m.now:
		return nil
	case m.timeless(datalog.RelID(relation)):
		return m.table(relation, 0)
	case at > 0:
		return m.table(relation, at)
	default:
		return m.table(relation, m.now)
	}
}
