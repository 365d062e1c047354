package main

import (
	"strings"

	"molly/export/text"
	"molly/failure"
)

// subject is the program with its setting, for the text of a result.
func (e *session) subject() text.Subject {
	return text.Subject{
		Files: e.files, Include: e.sources.include,
		Program: e.datalog(), Spec: e.spec, Nodes: e.nodes, Outcomes: e.outcomes,
	}
}

// name is the program on the command line.
func (e *session) name() string { return strings.Join(e.files, " ") }

// replay is the command line that runs, or explains, a scenario.
func (e *session) replay(command string, s failure.Scenario) string {
	return e.subject().Command(command, s)
}

// quote writes a word so that a shell reads it as one.
func quote(word string) string { return text.Quote(word) }
