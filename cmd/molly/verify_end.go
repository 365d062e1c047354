package main

import (
	"fmt"

	"molly/verify"
)

// bound says what a certificate is about.
func (r *report) bound() string {
	return fmt.Sprintf("It holds for these nodes, this input and this bound, in synchronous rounds; %s at time %d only.", verify.DescribeJudged(r.datalog()), r.verdict.Spec.EOT)
}

// latchHint says where to read on.
const latchHint = `To look at every time, latch what must never happen: docs/language.md, "The end, and every time".`

// unseenJSON is what a verdict may not see.
type unseenJSON struct {
	Forgotten []string `json:"forgotten,omitempty"`
	TakenBack []string `json:"taken_back,omitempty"`
}

func (e *session) unseenJSON(u verify.Unseen) *unseenJSON {
	if u.Nothing() {
		return nil
	}
	j := &unseenJSON{}
	for _, r := range u.Forgotten {
		j.Forgotten = append(j.Forgotten, e.relation(r))
	}
	for _, r := range u.TakenBack {
		j.TakenBack = append(j.TakenBack, e.relation(r))
	}
	return j
}
