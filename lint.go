package molly

import (
	"context"

	"molly/dedalus"
)

// Lint is Findings, and what it takes the executions under the program's own directive to know. The
// error is the context's.
func (p *Program) Lint(ctx context.Context) (dedalus.Diagnostics, error) {
	return p.Findings(), context.Cause(ctx)
}
