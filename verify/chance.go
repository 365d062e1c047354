package verify

import (
	"context"
	"math/big"

	"molly/circuit/bdd"
)

// Chance says how likely a violation is, where messages are lost and nodes crash independently.
type Chance struct {
	Violating  *big.Float // that the scenario is admissible and violates the invariant
	Admissible *big.Float // that the scenario is admissible
	// Quotient is the chance that an admissible scenario violates the invariant; 0 where none
	// is possible.
	Quotient *big.Float
}

// Chance weighs the scenarios that were counted. The error is the context's.
func (t *Tally) Chance(ctx context.Context, rates bdd.Rates) (Chance, error) {
	violating, err := t.Function.Probability(ctx, rates)
	if err != nil {
		return Chance{}, err
	}
	c := Chance{violating, bdd.Admissible(t.Spec, len(t.Nodes), rates), new(big.Float)}
	if c.Admissible.Sign() > 0 {
		c.Quotient.Quo(c.Violating, c.Admissible)
	}
	return c, nil
}
