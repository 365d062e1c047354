package asp

import (
	"molly/datalog"
	"molly/failure"
)

// Question is what is asked: whether some admissible scenario violates the invariant.
type Question struct {
	Program *datalog.Program
	Nodes   []string
	Spec    failure.Spec
	// FailureFree keeps to the tuples that post has in the failure-free run.
	FailureFree bool
}

// compares reports whether the invariant speaks of the failure-free run.
func (q Question) compares() bool {
	return q.FailureFree || !q.Program.HasInvariant()
}
