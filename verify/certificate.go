package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/hazard/solver"
	"molly/verify/certify"
)

// Certificate makes a certificate of a verdict, which Verify reached with the same
// options: for a counterexample the first one, for a certified program a proof.
//
// The error is a *certify.SizeError, where the direct encoding is too large, an
// *InternalError, where it has another answer than the search, or the context's.
func Certificate(ctx context.Context, p *dedalus.Program, o Options, v *Verdict) (*certify.Certificate, error) {
	_, constants := certify.Constants(p)
	c := &certify.Certificate{
		Question: certify.Question{
			Program: certify.Digest(p), Constants: constants, Nodes: v.Nodes, Spec: v.Spec, Outcomes: certify.AllOutcomes,
		},
		Invariant: certify.InvariantOf(p.Datalog()), Verdict: string(v.Kind),
		// Where there is never, something is owed in every execution: that it is empty.
		Vacuous: !v.Owed.FailureFree && p.Datalog().Never == datalog.NoRelation,
	}
	if o.Outcomes == FailureFree {
		c.Outcomes = certify.FailureFree
	}
	var err error
	switch v.Kind {
	case Counterexample:
		f := v.Findings[0]
		for _, fault := range f.Scenario {
			if fault.Kind == failure.Input {
				c.Inputs = append(c.Inputs, fault.String())
			} else {
				c.Faults = append(c.Faults, fault.String())
			}
		}
		for _, w := range f.Violated {
			name := datalog.FormatTuple(p.Datalog().Relations[w.Relation].Name, w.Args)
			c.Violated = append(c.Violated, fmt.Sprintf("%s@%d", name, w.Time))
		}
		slices.Sort(c.Violated)
	case Certified:
		err = prove(ctx, p.Datalog(), c)
	default:
		err = fmt.Errorf("an %s verdict has no certificate", v.Kind)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// prove adds the question, made plain, and the proof that it has no answer.
func prove(ctx context.Context, p *datalog.Program, c *certify.Certificate) error {
	plain, err := certify.Ask(ctx, p, &c.Question)
	if err != nil {
		return err
	}
	for {
		model, proof, err := solver.Prove(ctx, plain.Variables, plain.Clauses)
		if err != nil {
			return err
		}
		if model == nil {
			c.CNF, c.Proof = plain.DIMACS(), proof
			return sound(plain.CheckProof(ctx, proof, nil))
		}
		loops := selfSupporting(plain, model)
		if len(loops) == 0 {
			return &InternalError{fmt.Sprintf("the search found no counterexample, but the direct encoding has one: %v", faultsOf(plain, model))}
		}
		for _, l := range loops {
			if err := plain.AddLoop(l); err != nil {
				return &InternalError{err.Error()}
			}
		}
		c.Loops = append(c.Loops, loops...)
	}
}

// sound makes a proof that its check refuses an error of the tool itself.
func sound(err error) error {
	var invalid *certify.InvalidError
	if errors.As(err, &invalid) {
		return &InternalError{"the solver's proof is invalid: " + invalid.Text}
	}
	return err
}

func faultsOf(plain *certify.Plain, model []bool) failure.Scenario {
	var happen []failure.Fault
	for i, f := range plain.Faults {
		if model[i] {
			happen = append(happen, f)
		}
	}
	return failure.NewScenario(happen...)
}

// selfSupporting returns sets of facts that hold in a model only because they hold each
// other up: the strongly connected ones among those that no derivation reaches. There is
// none exactly where the model is a run.
func selfSupporting(plain *certify.Plain, model []bool) [][]string {
	holds := func(literal int) bool { return model[literal-1] }
	founded := map[*certify.Fact]bool{}
	grounded := func(s *certify.Support) bool {
		return holds(s.Literal) && !slices.ContainsFunc(s.Premises, func(f *certify.Fact) bool {
			return f.Time > 0 && !founded[f] // crashes and outages, of time 0, are free
		})
	}
	for changed := true; changed; {
		changed = false
		for _, f := range plain.Facts { // by time, so few rounds are needed
			if !founded[f] && (f.Given || slices.ContainsFunc(f.Supports, grounded)) {
				founded[f], changed = true, true
			}
		}
	}
	var left []*certify.Fact
	number := map[*certify.Fact]int{}
	for _, f := range plain.Facts {
		if holds(f.Literal) && !founded[f] {
			number[f] = len(left)
			left = append(left, f)
		}
	}
	var loops [][]string
	premises := func(v int, yield func(int)) {
		for _, s := range left[v].Supports {
			for _, f := range s.Premises {
				if w, ok := number[f]; ok && holds(s.Literal) {
					yield(w)
				}
			}
		}
	}
	datalog.Components(len(left), premises, func(members []int) {
		self := len(members) > 1
		premises(members[0], func(w int) { self = self || w == members[0] })
		if !self {
			return
		}
		var l []string
		for _, m := range members {
			l = append(l, left[m].Name)
		}
		loops = append(loops, l)
	})
	return loops
}
