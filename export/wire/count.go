package wire

import (
	"math/big"

	"molly/verify"
)

// Count is the result of molly count. Its numbers are exact.
type Count struct {
	Schema    int        `json:"schema"`
	Spec      Spec       `json:"spec"`      // what was counted
	Scenarios string     `json:"scenarios"` // the number of admissible scenarios in normal form
	Violating string     `json:"violating"` // the number of those that violate the invariant
	ByFaults  []ByFaults `json:"by_faults"` // the same for each number of faults, from none to as many as there can be
	// with rates of faults, such as --loss, or --curve: an entry for each loss rate
	Probabilities []Chance `json:"probabilities,omitempty"`
	Diagram       Diagram  `json:"diagram"` // what the counting rests on
	Owed
	Warnings []Diagnostic `json:"warnings"`  // about the program
	Elapsed  float64      `json:"elapsed_s"` // the seconds that it took
}

// ByFaults has the numbers of scenarios with so many faults.
type ByFaults struct {
	Faults    int    `json:"faults"`    // the number of faults
	Scenarios string `json:"scenarios"` // the number of admissible scenarios
	Violating string `json:"violating"` // the number of those that violate the invariant
}

// Chance is how likely a violation is at some rates. Probabilities have 10 digits.
type Chance struct {
	Loss       string `json:"loss"`               // the probability that a message is lost; "" where none may be
	Crash      string `json:"crash"`              // the probability that a node crashes at a time
	Late       string `json:"late,omitempty"`     // the probability that a message that is not lost is late, where it may be
	Copy       string `json:"copy,omitempty"`     // the probability that a message that is not lost comes twice, where it may
	Restart    string `json:"restart,omitempty"`  // the probability that a node that crashes comes back, where it may
	Violating  string `json:"violating"`          // the probability that the scenario is admissible and violates the invariant
	Admissible string `json:"admissible"`         // the probability that the scenario is admissible
	Quotient   string `json:"quotient,omitempty"` // the one divided by the other, where the other is not 0
}

// Diagram is the size of the decision diagram.
type Diagram struct {
	Nodes   int `json:"nodes"`   // its nodes
	Choices int `json:"choices"` // its variables
}

// NewCount returns a tally and probabilities, without warnings and time.
func NewCount(t *verify.Tally, chances []verify.ChanceAt) Count {
	out := Count{
		Schema: Schema, Spec: NewSpec(t.Spec, t.Nodes),
		Scenarios: verify.Total(t.Scenarios).String(), Violating: verify.Total(t.Violating).String(),
		Diagram: Diagram{t.Function.Nodes(), t.Function.Choices()},
		Owed:    newOwed(t.Owed.Nothing(), t.Owed.First), Warnings: []Diagnostic{},
	}
	for k, n := range t.Scenarios {
		out.ByFaults = append(out.ByFaults, ByFaults{k, n.String(), t.Violating[k].String()})
	}
	for _, c := range chances {
		out.Probabilities = append(out.Probabilities, newChance(c))
	}
	return out
}

func newChance(c verify.ChanceAt) Chance {
	out := Chance{Loss: c.Loss, Crash: c.Crash, Late: c.Late, Copy: c.Copy, Restart: c.Restart, Violating: decimal(c.Violating), Admissible: decimal(c.Admissible)}
	if c.Admissible.Sign() > 0 {
		out.Quotient = decimal(c.Quotient)
	}
	return out
}

// decimal writes a probability with 10 digits.
func decimal(p *big.Float) string { return p.Text('g', 10) }
