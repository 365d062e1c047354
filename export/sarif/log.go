// Package sarif writes findings in the Static Analysis Results Interchange Format (SARIF 2.1.0), which
// code hosts and editors read: what is wrong with a program's text, the edits that mend it, and
// counterexamples with the steps of their executions.
//
// Only what Molly says is here of the format. https://docs.oasis-open.org/sarif/sarif/v2.1.0/ has all
// of it.
package sarif

import (
	"encoding/json"
	"io"
)

// Log is a file. It has one run of the tool.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []Run  `json:"runs"`
}

// Run is what one call of the tool found.
type Run struct {
	Tool        ToolInfo     `json:"tool"`
	Invocations []Invocation `json:"invocations"`
	// OriginalURIBaseIDs says what relative addresses are relative to, where that is not the folder in
	// which the tool ran.
	OriginalURIBaseIDs map[string]Base `json:"originalUriBaseIds,omitempty"`
	Results            []Result        `json:"results"` // there even when empty: nothing was found
	ColumnKind         string          `json:"columnKind"`
}

// Base is a place that addresses are relative to.
type Base struct {
	Description Message `json:"description"`
}

// ToolInfo describes the tool.
type ToolInfo struct {
	Driver Driver `json:"driver"`
}

// Driver describes the tool, and the kinds of what it found.
type Driver struct {
	Name           string `json:"name"`
	Version        string `json:"version,omitempty"`
	InformationURI string `json:"informationUri,omitempty"`
	Rules          []Rule `json:"rules"`
}

// Rule is a kind of findings.
type Rule struct {
	ID               string  `json:"id"` // the code
	ShortDescription Message `json:"shortDescription"`
	FullDescription  Message `json:"fullDescription"`
	Help             Message `json:"help"`
	HelpURI          string  `json:"helpUri,omitempty"`
	Configuration    Default `json:"defaultConfiguration"`
}

// Default is how bad a kind of findings is.
type Default struct {
	Level string `json:"level"`
}

// Invocation says whether the tool came to its end.
type Invocation struct {
	Successful    bool           `json:"executionSuccessful"`
	ExitCode      int            `json:"exitCode"`
	Notifications []Notification `json:"toolExecutionNotifications,omitempty"`
}

// Notification is something about the run of the tool, and not about a file.
type Notification struct {
	Level   string  `json:"level"`
	Message Message `json:"message"`
}

// Message is a text for people.
type Message struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// Result is a finding.
type Result struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"` // error or warning
	Message      Message           `json:"message"`
	Locations    []Location        `json:"locations,omitempty"`
	Related      []Location        `json:"relatedLocations,omitempty"`
	CodeFlows    []CodeFlow        `json:"codeFlows,omitempty"`
	Fixes        []Fix             `json:"fixes,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
}

// Location is a place, with what is there.
type Location struct {
	ID       int       `json:"id,omitempty"`
	Physical *Physical `json:"physicalLocation,omitempty"`
	Message  *Message  `json:"message,omitempty"`
}

// Physical is a place in a file.
type Physical struct {
	Artifact Artifact `json:"artifactLocation"`
	Region   *Region  `json:"region,omitempty"`
	Context  *Region  `json:"contextRegion,omitempty"` // the whole line
}

// Artifact is a file.
type Artifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

// Region is a part of a line. Columns count characters, from 1; the last one is behind it.
type Region struct {
	StartLine   int      `json:"startLine"`
	StartColumn int      `json:"startColumn,omitempty"`
	EndColumn   int      `json:"endColumn,omitempty"`
	Snippet     *Content `json:"snippet,omitempty"`
}

// Content is a part of a file.
type Content struct {
	Text string `json:"text"`
}

// CodeFlow is an execution.
type CodeFlow struct {
	Message     Message      `json:"message"`
	ThreadFlows []ThreadFlow `json:"threadFlows"`
}

// ThreadFlow is the steps of an execution.
type ThreadFlow struct {
	Locations []FlowLocation `json:"locations"`
}

// FlowLocation is a step: something that happens, and the rule that makes it happen.
type FlowLocation struct {
	Location   Location `json:"location"`
	Kinds      []string `json:"kinds"`          // fault, message or violation
	Order      int      `json:"executionOrder"` // from 1
	Importance string   `json:"importance"`
}

// Fix is a change of the text that mends what was found.
type Fix struct {
	Description Message  `json:"description"`
	Changes     []Change `json:"artifactChanges"`
}

// Change is what changes in a file.
type Change struct {
	Artifact     Artifact      `json:"artifactLocation"`
	Replacements []Replacement `json:"replacements"`
}

// Replacement puts a text in the place of another; either may be empty.
type Replacement struct {
	Deleted  Region  `json:"deletedRegion"`
	Inserted Content `json:"insertedContent"`
}

// Write writes a log, indented.
func Write(w io.Writer, l Log) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(l)
}
