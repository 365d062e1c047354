package text

import (
	"strings"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/verify"
)

// Subject is what a result is about: a program, and the setting in which it was run.
type Subject struct {
	// Files are the names of the program's files, and Include the folders in which included files
	// are looked for as well, as the command line has them.
	Files   []string
	Include []string
	Define  []string // constants that were given, as NAME=VALUE

	Program  *datalog.Program
	Spec     failure.Spec
	Nodes    []string
	Outcomes verify.Outcomes
	// Own is what the program's directive says, which command lines must override.
	Own dedalus.Settings
}

// Name names the program in a sentence.
func (s Subject) Name() string { return strings.Join(s.Files, " ") }

// tuple writes a tuple of a relation, without a time.
func (s Subject) tuple(r datalog.RelID, args []datalog.Value) string {
	return datalog.FormatTuple(s.Program.Relations[r].Name, args)
}

// onlyUnderFaults is the note on an invariant that owes something under faults alone.
func (s Subject) onlyUnderFaults(owed verify.Owed) string {
	return s.Outcomes.DescribeOnlyUnderFaults(s.Program, owed)
}
