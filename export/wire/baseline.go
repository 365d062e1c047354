package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"molly/verify/expect"
)

// baselineVersion is the version of the files that WriteBaseline writes.
const baselineVersion = 1

// Baseline is the file that molly test --save-baseline writes.
type Baseline struct {
	Version  int            `json:"baseline"` // the version of this form
	Verdicts []SavedVerdict `json:"verdicts"` // by file, as they stand in it
}

// SavedVerdict is a verdict of a baseline.
type SavedVerdict struct {
	File string `json:"file"` // the file's name
	Name string `json:"name"` // of the expectation; trace for a trace
	KnownVerdict
}

// KnownVerdict is what a search found.
type KnownVerdict struct {
	Verdict string   `json:"verdict"`          // the verdict, or undecided; of a trace its status
	Faults  []string `json:"faults,omitempty"` // the counterexample that is reported first, as expectations write faults
	Program string   `json:"program"`          // a hash of what the program says; of a trace, of its file
	// a hash of the file of its certificate, where one was written
	Certificate string `json:"certificate,omitempty"`
}

// VerdictChange is a difference from a baseline.
type VerdictChange struct {
	Change   expect.ChangeKind `json:"change"`             // in what it differs
	File     string            `json:"file"`               // the file's name
	Name     string            `json:"name"`               // of the expectation
	Position *Position         `json:"position,omitempty"` // of the expectation, unless it is gone
	Before   *KnownVerdict     `json:"before,omitempty"`   // what the baseline has, unless it is new
	After    *KnownVerdict     `json:"after,omitempty"`    // what was found, unless it is gone
}

// NewVerdictChanges returns differences from a baseline.
func NewVerdictChanges(list []expect.Change) []VerdictChange {
	out := []VerdictChange{}
	for _, c := range list {
		now := c.Now()
		out = append(out, VerdictChange{c.Kind, now.File, now.Name, newPosition(c.Pos), knownVerdict(c.Before), knownVerdict(c.After)})
	}
	return out
}

// knownVerdict is nil where nothing is known.
func knownVerdict(k *expect.Known) *KnownVerdict {
	if k == nil {
		return nil
	}
	return &KnownVerdict{string(k.Verdict), k.Faults, k.Program, k.Certificate}
}

// WriteBaseline writes a baseline, with a line for each part of it, so that its changes can be read.
func WriteBaseline(w io.Writer, b expect.Baseline) error {
	file := Baseline{baselineVersion, []SavedVerdict{}}
	for _, k := range b {
		file.Verdicts = append(file.Verdicts, SavedVerdict{k.File, k.Name, *knownVerdict(&k)})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(file)
}

// ReadBaseline reads what WriteBaseline has written.
func ReadBaseline(text []byte) (expect.Baseline, error) {
	var file Baseline
	if err := json.Unmarshal(text, &file); err != nil || file.Version == 0 {
		return nil, errors.Join(errors.New("it is no file that molly test --save-baseline has written"), err)
	}
	if file.Version != baselineVersion {
		return nil, fmt.Errorf("it has version %d of the form, and this molly reads version %d: write it again", file.Version, baselineVersion)
	}
	var b expect.Baseline
	for _, v := range file.Verdicts {
		b = append(b, expect.Known{File: v.File, Name: v.Name, Program: v.Program, Verdict: expect.Verdict(v.Verdict), Faults: v.Faults, Certificate: v.Certificate})
	}
	return b, nil
}
