package souffle

import (
	"molly/datalog"
	"molly/failure"
)

// Execution is one run: a program on its nodes under an admissible scenario.
type Execution struct {
	Program  *datalog.Program
	Nodes    []string
	Spec     failure.Spec
	Scenario failure.Scenario
}
