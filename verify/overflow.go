package verify

import (
	"fmt"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// reached is an overflow with the scenario whose run showed it.
type reached struct {
	scenario failure.Scenario
	overflow eval.Overflow
}

func (s *search) overflowAt(r reached) error {
	return overflowError(s.eval.Program(), r, s.bits)
}

func overflowError(p *datalog.Program, r reached, bits int) error {
	return &ProgramError{
		Text:     fmt.Sprintf("a number does not fit %d bits in this rule at time %d", bits, r.overflow.Time),
		Pos:      p.Rules[r.overflow.Rule].Pos,
		Scenario: r.scenario,
	}
}

// overflows returns those of the space that a run to EOT may reach. The space may go on
// after EOT, where a run does not take the step to the next time.
func (s *search) overflows() []eval.Overflow {
	var out []eval.Overflow
	for _, o := range s.space.Overflows() {
		last := s.options.Spec.EOT
		if s.eval.Program().Rules[o.Rule].Timing != datalog.Deductive {
			last--
		}
		if o.Time <= last {
			out = append(out, o)
		}
	}
	return out
}

// askOverflow asks for the first scenario that reaches an overflow.
func (s *search) askOverflow() error {
	overflows := s.overflows()
	if len(overflows) == 0 {
		return nil
	}
	lits := make([]circuit.Lit, len(overflows))
	for i, o := range overflows {
		lits[i] = o.Lit
	}
	q := s.ask(s.space.Circuit.Or(lits...))
	sc, found, err := q.Best(s.ctx)
	if err != nil || !found {
		return err
	}
	v := s.space.Circuit.Evaluate(sc)
	for _, o := range overflows {
		if v.Holds(o.Lit) {
			return s.overflowAt(reached{sc, o})
		}
	}
	return &InternalError{fmt.Sprintf("no overflow under %v, which the solver proposed for one", sc)}
}
