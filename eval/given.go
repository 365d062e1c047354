package eval

import (
	"molly/circuit"
	"molly/datalog"
)

// What the program states: facts at a time, facts from a time on, inputs, and the builtin
// relations boot, member and now.

type givenFact struct {
	relation int
	tuple    []valueID
}

// lastingFact holds from a time on.
type lastingFact struct {
	givenFact
	from int
}

// inputFact may be there at a time.
type inputFact struct {
	givenFact
	name   string // as a fault has it
	number int    // of its clause, from 1
}

// state makes the program's facts and inputs ready.
func (e *Evaluator) state(p *datalog.Program) {
	given := func(r datalog.RelID, args []datalog.Value) givenFact {
		g := givenFact{relation: int(r)}
		for _, v := range args {
			g.tuple = append(g.tuple, e.values.id(v))
		}
		return g
	}
	for _, f := range p.Facts {
		e.given[f.Time] = append(e.given[f.Time], given(f.Relation, f.Args))
	}
	for _, f := range p.Lasting {
		e.lasting = append(e.lasting, lastingFact{given(f.Relation, f.Args), f.Time})
	}
	for i, c := range e.choices.List() {
		in := &p.Inputs[i]
		for _, t := range in.Times {
			e.inputs[t] = append(e.inputs[t], inputFact{given(in.Relation, in.Args), c.Tuple, i + 1})
		}
	}
}

// receive adds what the program gives for this time.
func (m *machine) receive() {
	for _, g := range m.given[m.now] {
		m.give(g, m.isUp(g.tuple[0]))
	}
	for _, l := range m.lasting {
		if l.from <= m.now {
			m.give(l.givenFact, m.isUp(l.tuple[0]))
		}
	}
	for _, in := range m.inputs[m.now] {
		m.give(in.givenFact, m.circuit.And(m.net.Chosen(in.name, in.number, m.now), m.isUp(in.tuple[0])))
	}
	m.receiveBuiltins()
}

func (m *machine) receiveBuiltins() {
	p := m.program
	if p.Boot == datalog.NoRelation && p.Member == datalog.NoRelation && p.Now == datalog.NoRelation {
		return
	}
	for _, name := range m.nodes {
		node := m.values.id(datalog.String(name))
		if p.Boot != datalog.NoRelation {
			m.give(givenFact{int(p.Boot), []valueID{node}}, m.net.Boots(name, m.now))
		}
		m.memberAndNow(node, m.now, m.isUp(node))
	}
}

// memberAndNow gives what member(Node, Other) and now(Node, Time) hold at a node.
func (m *machine) memberAndNow(node valueID, time int, lit circuit.Lit) {
	if m.program.Member != datalog.NoRelation {
		for _, other := range m.nodes {
			m.give(givenFact{int(m.program.Member), []valueID{node, m.values.id(datalog.String(other))}}, lit)
		}
	}
	if m.program.Now != datalog.NoRelation {
		m.give(givenFact{int(m.program.Now), []valueID{node, m.values.number(int64(time))}}, lit)
	}
}

// give adds a fact that is stated for now, in the scenarios in which it is.
func (m *machine) give(g givenFact, lit circuit.Lit) {
	if lit == circuit.False {
		return
	}
	id, _ := m.insert(m.table(g.relation, m.now), g.tuple)
	f := &m.facts[id]
	if f.given {
		return // facts come before inputs, which are there less often; no two inputs are the same
	}
	f.given = true
	if lit != circuit.True {
		m.sometimes[id] = lit
	}
}

// Stated says in which scenarios a fact is stated, by the program or as a builtin: false for a
// fact that only rules conclude.
func (l *Lineage) Stated(f FactID) circuit.Lit {
	switch lit, sometimes := l.sometimes[f]; {
	case l.Time(f) == 0:
		return l.Lit(f)
	case !l.facts[f].given:
		return circuit.False
	case sometimes:
		return lit
	}
	return circuit.True
}
