package engine

import (
	"context"
	"time"
)

// Linted is what molly lint says of a program without errors.
type Linted struct {
	Findings []Finding `json:"findings"` // those of check among them
	Complete bool      `json:"complete"` // else there was no time for all
}

// mostTime is how long lint may evaluate: whoever waits for a verdict waits for it, too.
const mostTime = time.Second

// lint says what the executions of a program under its own directive show of it.
func (*Engine) lint(ctx context.Context, p Project, _ Tell) (Linted, error) {
	program, err := p.load(ctx)
	if err != nil {
		return Linted{}, err
	}
	found, err := program.Lint(hurried{ctx, time.Now().Add(mostTime)})
	return Linted{p.findings(found), err == nil}, nil
}

// hurried is a context that ends at a time. In a browser nothing runs beside a computation, so no
// timer could end it: it has to look at the clock.
type hurried struct {
	context.Context
	end time.Time
}

func (h hurried) Err() error {
	if err := h.Context.Err(); err != nil || time.Now().Before(h.end) {
		return err
	}
	return context.DeadlineExceeded
}

func (h hurried) Deadline() (time.Time, bool) { return h.end, true }
