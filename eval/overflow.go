package eval

import (
	"molly/circuit"
	"molly/datalog"
)

// Whether a rule overflows must not depend on the order in which it is joined: a join that
// ends early may never compute the expression that overflows. So the join only drops a binding
// that overflows and marks the rule. When the facts that the rule reads are complete, its
// instances are evaluated in full, in Kleene's strong three-valued logic ("Introduction to
// Metamathematics", 1952, §64): for each binding of the positive atoms' plain columns, extended
// by the equalities, a literal is true, false, or unknown where it contains an overflow. The
// overflow is reached in the scenarios in which no literal is false. An expression without a value
// (x/0) makes the instance not exist.

// inspectOverflows evaluates in full the rules that met an overflow.
func (m *machine) inspectOverflows() {
	if len(m.overflowed) == 0 {
		return
	}
	for _, r := range m.rules { // in the order of the rules
		if m.overflowed[r] {
			delete(m.overflowed, r)
			m.inspectRule(r)
		}
	}
}

func (m *machine) inspectRule(r *rule) {
	if r.late == nil {
		return
	}
	m.reached = circuit.False
	m.apply(r.late)
	if m.reached != circuit.False {
		m.overflows = append(m.overflows, Overflow{Rule: r.ID, Time: m.now, Lit: m.reached})
	}
}

// binding holds what is known about a rule's variables in one inspected instance.
type binding struct {
	m          *machine
	r          *rule
	known      []outcome // by variable
	arithmetic arithmetic
}

// inspect judges one binding of the plain columns of all positive atoms.
func (m *machine) inspect(r *rule) {
	b := &binding{m: m, r: r, known: make([]outcome, len(r.Vars))}
	b.arithmetic = arithmetic{b.variable, m.options.MaxInteger}
	for v := range b.known {
		b.known[v] = unassigned
	}
	for _, i := range r.positives {
		for _, a := range r.Body[i].Atom.Args {
			if a.Kind == datalog.Variable {
				b.known[a.Var] = defined
			}
		}
	}
	// Values first; a variable overflows only if no equality gives it a value.
	for b.extend(defined) {
	}
	for b.extend(overflow) {
	}
	lits := len(m.lits)
	reached, overflowed := b.judge()
	if reached && overflowed && b.located() {
		m.reached = m.circuit.Or(m.reached, m.circuit.And(m.lits...))
	}
	m.lits = m.lits[:lits]
}

// located adds that the location of the instance is up, and reports whether it may be.
func (b *binding) located() bool {
	if !b.m.outages || b.r.residence.observer {
		return true
	}
	if b.r.residence.premise >= 0 {
		return b.m.require(b.m.isUp(b.m.located(b.r, 0)))
	}
	head, o := b.term(&b.r.Head.Args[0].Term)
	return o != defined || b.m.require(b.m.isUp(head))
}

// extend gives variables what equalities give them, if that is as wanted.
func (b *binding) extend(wanted outcome) bool {
	grown := false
	for i := range b.r.Body {
		l := &b.r.Body[i]
		if l.Kind != datalog.Comparison || l.Op != datalog.Equal {
			continue
		}
		for _, side := range [2][2]*datalog.Term{{&l.Left, &l.Right}, {&l.Right, &l.Left}} {
			if side[0].Kind != datalog.Variable || b.known[side[0].Var] != unassigned {
				continue
			}
			if v, o := b.term(side[1]); o == wanted {
				b.m.slots[side[0].Var] = v
				b.known[side[0].Var] = o
				grown = true
			}
		}
	}
	return grown
}

// term computes a term of the rule as far as its variables are known.
func (b *binding) term(t *datalog.Term) (valueID, outcome) {
	switch t.Kind {
	case datalog.Constant:
		return b.m.values.id(t.Value), defined
	case datalog.Variable:
		return b.m.slots[t.Var], b.known[t.Var]
	case datalog.Wildcard:
		return 0, defined
	}
	n, o := b.arithmetic.number(t)
	if o != defined {
		return 0, o
	}
	return b.m.values.number(n), defined
}

// variable is the integer that a variable has, where it is known.
func (b *binding) variable(v datalog.VarID) (int64, outcome) {
	if o := b.known[v]; o != defined {
		return 0, o
	}
	return b.m.slotNumber(v)
}

// judge decides every literal that can be decided, and adds to the machine's
// literals what negated atoms require. It reports whether the instance can hold, and
// whether something in it overflowed.
func (b *binding) judge() (holds, overflowed bool) {
	m := b.m
	holds = true
	note := func(o outcome) bool {
		overflowed = overflowed || o == overflow
		if o == undefined || o == unassigned {
			holds = false
		}
		return o == defined
	}
	for i := range b.r.Head.Args {
		_, o := b.term(&b.r.Head.Args[i].Term)
		note(o)
	}
	premise := 0
	for i := range b.r.Body {
		l := &b.r.Body[i]
		switch l.Kind {
		case datalog.Comparison:
			x, ox := b.term(&l.Left)
			y, oy := b.term(&l.Right)
			decided := note(ox)
			decided = note(oy) && decided
			if decided && !l.Op.Holds(m.values.list[x].Compare(m.values.list[y])) {
				holds = false
			}
		case datalog.Positive:
			row := m.row(m.matched[premise])
			premise++
			for c := range l.Atom.Args {
				if a := &l.Atom.Args[c]; a.Kind == datalog.Expression {
					if v, o := b.term(a); note(o) && v != row[c] {
						holds = false
					}
				}
			}
		case datalog.Negative:
			var parts []keyPart
			var key []valueID
			decided := true
			for c := range l.Atom.Args {
				a := &l.Atom.Args[c]
				if a.Kind == datalog.Wildcard {
					continue
				}
				v, o := b.term(a)
				decided = note(o) && decided
				parts, key = append(parts, keyPart{column: c}), append(key, v)
			}
			if decided && holds && !m.refute(int(l.Atom.Relation), l.Atom.At, -1, parts, key) {
				holds = false
			}
		}
	}
	return holds, overflowed
}
