package sweep

import (
	"fmt"

	"molly/failure"
)

// Entry is a cell as it is written to JSON, in a journal and in the result of a sweep. An EFF
// of 1 stands for 0, too.
type Entry struct {
	failure.Bounds
	Verdict Answer `json:"verdict"`
	// Vacuous means that no admissible execution owes anything.
	Vacuous bool `json:"vacuous"`
	// OnlyUnder is the first scenario in which something is owed, where that takes a fault.
	OnlyUnder *failure.Faults `json:"owed_only_under_faults,omitempty"`
	// Counterexample is there in a cell that was asked for, where it breaks or where a number
	// does not fit.
	Counterexample *failure.Faults `json:"counterexample,omitempty"`
	// From is, in a cell that was not asked for, the one that it follows from.
	From *failure.Bounds `json:"from,omitempty"`
	// Error says where a number does not fit.
	Error string `json:"error,omitempty"`
}

// NewEntry returns a cell as it is written.
func NewEntry(c Cell) Entry {
	e := Entry{Bounds: c.Spec.Bounds(), Verdict: c.Answer, Vacuous: c.Vacuous, Error: c.Error}
	if len(c.OnlyUnder) > 0 {
		faults := c.OnlyUnder.Faults()
		e.OnlyUnder = &faults
	}
	if c.From != nil {
		from := c.From.Bounds()
		e.From = &from
	} else if c.Answer == Breaks || c.Answer == Overflow {
		faults := c.Scenario.Faults()
		e.Counterexample = &faults
	}
	return e
}

// cell is the cell that an entry tells of, which was asked for.
func (e Entry) cell(nodes []string) (Cell, error) {
	c := Cell{Spec: e.Spec(), Answer: e.Verdict, Vacuous: e.Vacuous, Error: e.Error}
	if err := c.Spec.Validate(len(nodes)); err != nil {
		return c, err
	}
	broken := e.Verdict == Breaks || e.Verdict == Overflow
	if !broken && e.Verdict != Holds || broken != (e.Counterexample != nil) {
		return c, fmt.Errorf("verdict %q", e.Verdict)
	}
	if broken {
		c.Scenario = e.Counterexample.Scenario()
		if err := c.Scenario.Admissible(c.Spec, nodes); err != nil {
			return c, err
		}
	}
	if e.OnlyUnder != nil {
		c.OnlyUnder = e.OnlyUnder.Scenario()
		if err := c.OnlyUnder.Admissible(c.Spec, nodes); err != nil {
			return c, err
		}
		if len(c.OnlyUnder) == 0 || c.Vacuous || broken {
			return c, fmt.Errorf("owed_only_under_faults %v", c.OnlyUnder)
		}
	}
	return c, nil
}
