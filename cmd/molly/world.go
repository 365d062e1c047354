package main

import (
	"context"

	"molly/failure"
	"molly/verify"
)

// execute runs the program under one scenario, and adds what it shows to the warnings.
func (e *session) execute(ctx context.Context, sc failure.Scenario) (*verify.Judged, error) {
	single, err := e.Run(ctx, sc)
	if err != nil {
		return nil, e.failed(err)
	}
	e.warn(single.Warnings())
	return single, nil
}
