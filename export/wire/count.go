package wire

import (
	"math/big"

	"molly/verify"
)

// Count is the result of molly count.
type Count struct {
	Schema int  `json:"schema"`
	Spec   Spec `json:"spec"`
	// Scenarios is the number of admissible scenarios in normal form.
	Scenarios string `json:"scenarios"`
	// Violating is the number of those that violate the invariant.
	Violating string `json:"violating"`
	// ByFaults has an entry for each number of faults, from none.
	ByFaults []ByFaults `json:"by_faults"`
	// Probabilities is there where rates were given: an entry for each loss rate.
	Probabilities []Chance `json:"probabilities,omitempty"`
	Diagram       Diagram  `json:"diagram"`
	Owed
	Warnings []Diagnostic `json:"warnings"`
	Elapsed  float64      `json:"elapsed_s"`
}

// ByFaults has the numbers of scenarios with so many faults.
type ByFaults struct {
	Faults    int    `json:"faults"`
	Scenarios string `json:"scenarios"`
	Violating string `json:"violating"`
}

// Chance is how likely a violation is at some rates.
type Chance struct {
	Loss  string `json:"loss"`  // the probability that a message is lost
	Crash string `json:"crash"` // the probability that a node crashes at a time
	// Violating is the probability that the scenario is admissible and violates the invariant.
	Violating string `json:"violating"`
	// Admissible is the probability that the scenario is admissible.
	Admissible string `json:"admissible"`
	// Quotient is the one divided by the other; left out where no admissible scenario can
	// happen.
	Quotient string `json:"quotient,omitempty"`
}

// Diagram is the size of the decision diagram.
type Diagram struct {
	Nodes   int `json:"nodes"`
	Choices int `json:"choices"`
}

// NewCount returns a tally, without probabilities, warnings and time.
func NewCount(t *verify.Tally) Count {
	out := Count{
		Schema: Schema, Spec: NewSpec(t.Spec, t.Nodes),
		Scenarios: verify.Total(t.Scenarios).String(), Violating: verify.Total(t.Violating).String(),
		Diagram: Diagram{t.Function.Nodes(), t.Function.Choices()},
		Owed:    newOwed(t.Owed.Nothing(), t.Owed.First), Warnings: []Diagnostic{},
	}
	for k, n := range t.Scenarios {
		out.ByFaults = append(out.ByFaults, ByFaults{k, n.String(), t.Violating[k].String()})
	}
	return out
}

// NewChance returns the probabilities at some rates, which stand as they were written.
func NewChance(loss, crash string, violating, admissible, quotient *big.Float) Chance {
	c := Chance{Loss: loss, Crash: crash, Violating: decimal(violating), Admissible: decimal(admissible)}
	if admissible.Sign() > 0 {
		c.Quotient = decimal(quotient)
	}
	return c
}

// decimal writes a probability with 10 digits.
func decimal(p *big.Float) string { return p.Text('g', 10) }
