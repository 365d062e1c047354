package hazard

import (
	"context"

	"molly/failure"
)

// Ties finds all answers that have the inputs and the measure of the best one (failure.Measure).
// It hands each to found, in no certain order, and excludes it, and what is above it, from now on;
// none is found where nothing answers the question any more.
//
// No tie is above another one, so each is minimal in the order of
// failure.Scenario.AtMost, as the best one is. One question for each is enough, where
// [Search.Best] needs dozens to know which comes first.
//
// The error is found's, which ends it, or the context's.
func (s *Search) Ties(ctx context.Context, found func(failure.Scenario) error) error {
	answer, some, err := s.Any(ctx)
	if !some || err != nil {
		return err
	}
	among := &choice{search: s, best: answer}
	if err := among.smallest(ctx); err != nil {
		return err
	}
	for some {
		s.Exclude(among.best)
		if err := found(among.best); err != nil {
			return err
		}
		if some, err = among.ask(ctx); err != nil {
			return err
		}
	}
	return nil
}
