package main

import (
	"molly/export/text"
	"molly/failure"
)

// replay is the command line that runs, or explains, a scenario.
func (e *session) replay(command string, s failure.Scenario) string {
	return e.Subject().Command(command, s)
}

// quote writes a word so that a shell reads it as one.
func quote(word string) string { return text.Quote(word) }
