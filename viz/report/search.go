package report

import (
	"context"

	"molly/dedalus"
	"molly/failure"
	"molly/verify"
	"molly/viz/sample"
)

// Search is a search that a page shows.
type Search struct {
	sample.Source
	Program  *dedalus.Program
	Outcomes verify.Outcomes
	Seed     uint64 // of a random search
	Verdict  *verify.Verdict
	Warnings dedalus.Diagnostics
	// Command is the command line that searches again; Replay returns the one that runs a
	// scenario.
	Command string
	Replay  func(failure.Scenario) string
}

// filler makes of a search what a page shows.
type filler struct {
	Search
	ctx  context.Context
	free *verify.Judged // the failure-free run
}
