package cnf

import (
	"molly/failure"
	"molly/hazard/solver"
)

// A Measure is a number of a scenario that counterexamples should have small (failure.Measure).
type Measure uint8

// The measures, in the order in which they count.
const (
	Faults Measure = iota
	Inputs
	NotLate // faults but late messages
	Rounds
	NotBack // faults but outages
	Down
	measures
)

// Of returns the measure of a scenario.
func (m Measure) Of(s failure.Scenario) int {
	of := s.Measure()
	return [measures]int{of.Faults, of.Inputs, of.Faults - of.Late, of.Rounds, of.Faults - of.Outages, of.Down}[m]
}

// Matters reports whether scenarios with equal measures before this one may differ in it.
func (m Measure) Matters(spec failure.Spec) bool {
	switch m {
	case Inputs:
		return spec.Inputs != nil
	case NotLate:
		return spec.Delay > 0
	case Rounds:
		return spec.Delay > 0 || spec.Twice
	case NotBack, Down:
		return spec.Restarts > 0
	}
	return true
}

// measured counts what makes up a measure, as far as it is known.
type measured struct {
	counter                 counter
	chains, ladders, inputs int // how many of them the counter knows
}

// AtMostOf returns a literal that is true only where a measure is at most k; false where it
// always is.
func (q *Question) AtMostOf(m Measure, k int) (few solver.Literal, ok bool) {
	if m == Faults {
		return q.AtMost(k)
	}
	of := &q.measured[m]
	of.counter.insert(q.unitsOf(m, of))
	over, ok := of.counter.atLeast(q, k+1)
	return -over, ok
}

// unitsOf returns literals that count for a measure, each by one, and that it does not know yet.
func (q *Question) unitsOf(m Measure, of *measured) (units []solver.Literal) {
	f := &q.faults
	if m == Inputs {
		for _, v := range f.inputs[of.inputs:] {
			units = append(units, v.Happens)
		}
		of.inputs = len(f.inputs)
		return units
	}
	for _, c := range f.chains[of.chains:] {
		units = append(units, q.unitsOfChain(m, c)...)
	}
	of.chains = len(f.chains)
	for _, l := range f.ladders[of.ladders:] {
		switch m {
		case NotLate:
			units = append(units, l.rung.top())
		case NotBack:
			units = append(units, q.lasting(l))
		case Down:
			units = append(units, q.downAt(l)...)
		}
	}
	of.ladders = len(f.ladders)
	return units
}

func (q *Question) unitsOfChain(m Measure, c *chain) []solver.Literal {
	lost := c.lost()
	switch {
	case m == NotBack, m == NotLate && !c.ofLateness():
		return c.literals[:1]
	case m == NotLate && lost != 0:
		return []solver.Literal{lost}
	case m == Rounds && lost == 0:
		return c.literals
	case m == Rounds:
		var units []solver.Literal
		for _, l := range c.literals[:len(c.literals)-1] {
			unit := q.NewVar() // late by so much, and not lost
			q.Add(-l, lost, unit)
			units = append(units, unit)
		}
		return units
	}
	return nil
}

// EachInput makes all inputs known, those that nothing asked for depends on, too.
func (q *Question) EachInput() {
	for _, c := range q.spec.Inputs.Until(q.spec.EOT) {
		for _, f := range c {
			q.variable(f)
		}
	}
}
