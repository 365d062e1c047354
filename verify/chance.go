package verify

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"molly/circuit/bdd"
	"molly/failure"
)

// Chance says how likely a violation is, where faults happen independently.
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

// Rates are the rates of faults (see bdd.Rates) as they were written: decimal numbers, such as
// 0.01. "" is a rate that was not given.
type Rates struct{ Loss, Crash, Late, Copy, Restart string }

// ChanceAt is how likely a violation is at some rates.
type ChanceAt struct {
	// Rates are those of all that the specification allows, and of losses and crashes; the others
	// are "".
	Rates
	Chance
}

// Curve weighs the scenarios at each of some loss rates, and at one rate of everything else. What is
// not given is 0. The error is the context's, or says that a rate is not a number, or is one
// of something that the specification does not allow.
func (t *Tally) Curve(ctx context.Context, losses []string, rates Rates) ([]ChanceAt, error) {
	var list []ChanceAt
	for _, loss := range losses {
		rates.Loss = loss
		written, exact, err := rates.read(t.Spec)
		if err != nil {
			return nil, err
		}
		c, err := t.Chance(ctx, exact)
		if err != nil {
			return nil, err
		}
		list = append(list, ChanceAt{written, c})
	}
	return list, nil
}

// read reads the rates of what a specification allows.
func (r Rates) read(spec failure.Spec) (written Rates, exact bdd.Rates, err error) {
	for _, rate := range []struct {
		text       string
		allowed    bool
		impossible string
		written    *string
		exact      **big.Rat
	}{
		{r.Loss, !spec.NoLoss, "no message is lost: it has no rate of losses", &written.Loss, &exact.Loss},
		{r.Crash, true, "", &written.Crash, &exact.Crash},
		{r.Late, spec.Delay > 0, "no message is late: it has no rate of late messages", &written.Late, &exact.Late},
		{r.Copy, spec.Twice, "no message comes twice: it has no rate of second copies", &written.Copy, &exact.Copy},
		{r.Restart, spec.Restarts > 0, "no node comes back: it has no rate of restarts", &written.Restart, &exact.Restart},
	} {
		switch {
		case rate.allowed:
			rate.text = cmp.Or(rate.text, "0")
		case rate.text != "":
			return Rates{}, bdd.Rates{}, fmt.Errorf("under %v %s", spec, rate.impossible)
		default:
			continue
		}
		p, ok := new(big.Rat).SetString(rate.text)
		if !ok {
			return Rates{}, bdd.Rates{}, fmt.Errorf("the rate %q is not a number", rate.text)
		}
		*rate.written, *rate.exact = rate.text, p
	}
	return written, exact, nil
}
