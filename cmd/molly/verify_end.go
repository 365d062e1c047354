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
