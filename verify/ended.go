package verify

import (
	"context"
	"errors"
	"fmt"

	"molly/eval"
	"molly/internal/memlimit"
)

// errBound ends a search at Options.MaxExecutions.
var errBound = errors.New("the bound on executions was reached")

// ended makes the verdict of a search that ended with an error, or with none.
func (s *search) ended(err error) (*Verdict, error) {
	v, spec := s.verdict, s.options.Spec
	v.Scenarios, v.Combinations = spec.Scenarios(s.options.Nodes), spec.Combinations(len(s.options.Nodes))
	for _, q := range s.asked {
		size, stats := &v.Size.Question, q.Stats()
		size.Variables += stats.Variables
		size.Clauses += stats.Clauses
		size.Calls += stats.Calls
	}
	if err != nil {
		if fatal(err) {
			return nil, err
		}
		err = s.memory(err)
		v.Complete, v.Reason = false, reason(err)
	}
	if len(v.Findings) > 0 {
		v.Kind = Counterexample
	} else if v.Complete {
		v.Kind, v.Vacuous = Certified, v.Owed.Nothing()
	}
	return v, err
}

// memory says what was going on when the memory was used up. Other errors, and those that
// say it themselves, need no such words.
func (s *search) memory(err error) error {
	var evaluating *eval.MemoryError
	var exceeded *memlimit.Exceeded
	if !errors.As(err, &exceeded) || errors.As(err, &evaluating) || s.space == nil {
		return err
	}
	text := fmt.Sprintf("with a space of %d rule firings and %d circuit nodes", s.space.Firings(), s.space.Circuit.Len())
	if q := s.verdict.Size.Question; q.Clauses > 0 {
		text += fmt.Sprintf(" and a question of %d variables and %d clauses", q.Variables, q.Clauses)
	}
	return fmt.Errorf("%w, %s%s", err, text, eval.NameLargest(s.space.Largest()))
}

// fatal reports whether an error leaves no verdict at all, rather than end the search
// at a bound.
func fatal(err error) bool {
	var program *ProgramError
	var internal *InternalError
	return errors.As(err, &program) || errors.As(err, &internal)
}

// reason says in words what ended a search.
func reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "timed out"
	}
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	if limit, ok := err.(*eval.LimitError); ok {
		return "the program grew too large: " + limit.Error()
	}
	return err.Error()
}

// tooLarge says of a space that grew too large what else there is.
func tooLarge(err error) error {
	var limit *eval.LimitError
	var memory *eval.MemoryError
	if errors.As(err, &limit) || errors.As(err, &memory) {
		return fmt.Errorf("all executions together are too large (exhaustive and random run one at a time): %w", err)
	}
	return err
}
