package engine

import (
	"time"

	"molly/internal/numeral"
	"molly/verify"
)

// Progress says how far a search is.
type Progress struct {
	Words   string  `json:"words"`
	Seconds float64 `json:"seconds"`
}

// between is the time between two of them, at least.
const between = 100 * time.Millisecond

// progress makes of the events of a search what the page shows of it, now and then.
func progress(tell Tell) func(verify.Event) {
	if tell == nil {
		return nil
	}
	start := time.Now()
	last := start
	return func(e verify.Event) {
		now := time.Now()
		if now.Sub(last) < between {
			return
		}
		last = now
		words := numeral.Count(e.Executions, "execution")
		if e.Candidates > 0 {
			words += ", " + numeral.Count(e.Candidates, "candidate")
		}
		switch e.Kind {
		case verify.Grounding:
			words = "evaluating all executions: " + e.Growth.String()
		case verify.Encoded:
			words = "asking the solver"
		}
		tell(Progress{words, now.Sub(start).Seconds()})
	}
}
