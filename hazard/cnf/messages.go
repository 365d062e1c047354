package cnf

import (
	"molly/failure"
	"molly/hazard/solver"
)

// A chain is one message's latenesses, or those of its second copy, each of which is the one
// before and more: late by one round or more, by two, and so on, and lost.
//
// Invariant: a literal implies the one before it. No copy is there of what is lost. Where more
// than losses and crashes is admissible, a sender that has crashed or is down makes all false:
// models are scenarios in normal form. (Elsewhere a model may have omissions of a crashed node,
// which no function tells apart.)
type chain struct {
	faults   []failure.Fault
	literals []solver.Literal
	apart    bool // Variables have a literal for just this lateness
}

// lost is the literal of the omission, or 0 where it is none of the chain.
func (c *chain) lost() solver.Literal {
	last := len(c.faults) - 1
	if c.faults[last].Kind == failure.Omission {
		return c.literals[last]
	}
	return 0
}

// ofLateness reports whether it is a chain of latenesses, rather than of second copies.
func (c *chain) ofLateness() bool { return c.faults[0].Kind != failure.Twice }

// suffer makes the chain known that a fault is one of.
func (q *Question) suffer(of failure.Fault) {
	c := &chain{faults: q.chainOf(of)}
	for i, f := range c.faults {
		l := q.NewVar()
		q.faults.literal[f] = l
		q.faults.list = append(q.faults.list, Variable{f, l})
		c.literals = append(c.literals, l)
		if i > 0 {
			q.Add(-l, c.literals[i-1])
		}
	}
	q.faults.chains = append(q.faults.chains, c)
	q.uncounted = append(q.uncounted, Variable{c.faults[0], c.literals[0]})
	if sender := q.faults.ladder[of.Node]; sender != nil {
		q.silence(c, sender)
	}

	lost := q.faults.literal[failure.Omit(of.Node, of.To, of.Time)]
	copied := q.faults.literal[failure.TwiceBy(of.Node, of.To, of.Time, 1)]
	if lost != 0 && copied != 0 {
		q.Add(-lost, -copied)
	}
}

// silence says that nothing is late, lost or doubled of what a node sends while it is down or has
// crashed.
func (q *Question) silence(c *chain, sender *ladder) {
	if q.spec.Classic() {
		return
	}
	sent := c.faults[0].Time
	clause := []solver.Literal{-c.literals[0], -sender.rung[sent-1]}
	if sender.back != nil {
		clause = append(clause, sender.back[sent-1])
	}
	q.Add(clause...)
}

// chainOf lists the faults of the chain of a fault.
func (q *Question) chainOf(f failure.Fault) []failure.Fault {
	if f.Kind == failure.Twice {
		return q.spec.Copies(f.Node, f.To, f.Time)
	}
	return q.spec.Latenesses(f.Node, f.To, f.Time)
}

// tellApart gives the faults of chains literals that are true for just that lateness.
func (q *Question) tellApart() {
	just := map[failure.Fault]solver.Literal{}
	for _, c := range q.faults.chains {
		if c.apart {
			continue
		}
		c.apart = true
		for i, f := range c.faults[:len(c.faults)-1] { // the last one's variable is that literal
			l, more := c.literals[i], c.literals[i+1]
			exact := q.NewVar()
			q.Add(-exact, l)
			q.Add(-exact, -more)
			q.Add(exact, -l, more)
			just[f] = exact
		}
	}
	for i := range q.faults.list {
		if exact, ok := just[q.faults.list[i].Fault]; ok {
			q.faults.list[i].Happens = exact
		}
	}
}
