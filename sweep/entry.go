package sweep

import (
	"fmt"
	"slices"

	"molly/failure"
)

// Entry is a specification and its answer, a cell of a path or of the table, in JSON: in a journal
// and in the result of a sweep. An EFF of 1 also represents 0.
type Entry struct {
	failure.Bounds
	Verdict Answer `json:"verdict"` // the answer
	Vacuous bool   `json:"vacuous"` // no admissible execution owes anything
	// the first scenario in which something is owed, where the failure-free run owes nothing;
	// such a cell was asked for
	OnlyUnder *failure.Faults `json:"owed_only_under_faults,omitempty"`
	// in a cell that was asked for: the first counterexample, or a scenario in which a number
	// does not fit
	Counterexample *failure.Faults `json:"counterexample,omitempty"`
	// in a cell that was not asked for: the one with the same EOT that it follows from
	From  *failure.Bounds `json:"from,omitempty"`
	Error string          `json:"error,omitempty"` // where a number does not fit
}

// NewEntry returns a cell as it is written.
func NewEntry(c Cell) Entry {
	e := Entry{Bounds: c.Spec.Bounds(), Verdict: c.Answer, Vacuous: c.Vacuous, Error: c.Error}
	if len(c.OnlyUnder) > 0 {
		under := c.OnlyUnder.Faults()
		e.OnlyUnder = &under
	}
	if c.From != nil {
		from := c.From.Bounds()
		e.From = &from
	} else if c.Answer == Breaks || c.Answer == Overflow {
		found := c.Scenario.Faults()
		e.Counterexample = &found
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
		if err := faults(c.Scenario).Admissible(c.Spec, nodes); err != nil {
			return c, err
		}
	}
	if e.OnlyUnder != nil {
		c.OnlyUnder = e.OnlyUnder.Scenario()
		if err := faults(c.OnlyUnder).Admissible(c.Spec, nodes); err != nil {
			return c, err
		}
		if len(c.OnlyUnder) == 0 || c.Vacuous || broken {
			return c, fmt.Errorf("owed_only_under_faults %v", c.OnlyUnder)
		}
	}
	return c, nil
}

// faults is a scenario without its inputs. Which there are the program says, not the entry.
func faults(s failure.Scenario) failure.Scenario {
	return slices.DeleteFunc(slices.Clone(s), func(f failure.Fault) bool { return f.Kind == failure.Input })
}
