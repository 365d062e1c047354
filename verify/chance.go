package verify

import (
	"context"
	"fmt"
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
	c := Chance{violating, bdd.Admissible(t.Spec, t.Nodes, rates), new(big.Float)}
	if c.Admissible.Sign() > 0 {
		c.Quotient.Quo(c.Violating, c.Admissible)
	}
	return c, nil
}

// ChanceAt is how likely a violation is at some rates.
type ChanceAt struct {
	// Loss is the probability that a message is lost, and Crash that a node crashes at a time, as
	// they were written.
	Loss, Crash string
	Chance
}

// Curve weighs the scenarios at each of some loss rates, and at one rate of crashes. A rate is
// written as a decimal number, such as 0.01. The error is the context's, or says that a rate is
// not a number.
func (t *Tally) Curve(ctx context.Context, losses []string, crash string) ([]ChanceAt, error) {
	q, ok := new(big.Rat).SetString(crash)
	if !ok {
		return nil, fmt.Errorf("the rate %q is not a number", crash)
	}
	var list []ChanceAt
	for _, loss := range losses {
		p, ok := new(big.Rat).SetString(loss)
		if !ok {
			return nil, fmt.Errorf("the rate %q is not a number", loss)
		}
		c, err := t.Chance(ctx, bdd.Rates{Loss: p, Crash: q})
		if err != nil {
			return nil, err
		}
		list = append(list, ChanceAt{loss, crash, c})
	}
	return list, nil
}
