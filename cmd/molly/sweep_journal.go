package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"molly/failure"
	"molly/sweep"
	"molly/verify/certify"
)

// journal is a file that keeps what a sweep has decided: a line that says of what, and a
// line for each cell. A nil journal keeps nothing.
type journal struct {
	file  *os.File
	cells map[string][]sweep.Cell // by variant
}

// journalJSON is the first line of a journal.
type journalJSON struct {
	Schema   int      `json:"schema"`
	Program  string   `json:"program"` // the digest of its sources
	Nodes    []string `json:"nodes"`
	Outcomes int      `json:"outcomes"`
}

// entryJSON is a further line of a journal.
type entryJSON struct {
	Shift string `json:"shift,omitempty"`
	cellJSON
}

// openJournal opens or begins the journal of a sweep. A last line that was cut off by a
// crash of the machine is dropped.
func openJournal(name string, s *sweeping) (*journal, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, usageError("--journal: %v", err)
	}
	j := &journal{file: file, cells: map[string][]sweep.Cell{}}
	if err := j.read(name, s); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

func (j *journal) read(name string, s *sweeping) error {
	text, err := io.ReadAll(j.file)
	if err != nil {
		return usageError("--journal: %v", err)
	}
	head := journalJSON{schema, certify.Digest(s.program), s.nodes, int(s.outcomes)}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if len(text) == 0 {
		return j.line(head)
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(text[:whole], []byte("\n")), []byte("\n")) {
		if i == 0 {
			var found journalJSON
			if json.Unmarshal(line, &found) != nil || found.Program == "" {
				return usageError("%s is no journal of a sweep; it was left as it is", quote(name))
			}
			if found.Schema != head.Schema || found.Program != head.Program || !slices.Equal(found.Nodes, head.Nodes) || found.Outcomes != head.Outcomes {
				return usageError("%s is the journal of another program, or of other nodes or outcomes, or of another version of molly; it was left as it is", quote(name))
			}
			continue
		}
		var e entryJSON
		cell, err := sweep.Cell{}, json.Unmarshal(line, &e)
		if err == nil {
			cell, err = e.cell(s)
		}
		if err != nil {
			return usageError("%s:%d: no entry of a journal: %v", quote(name), i+1, err)
		}
		j.cells[e.Shift] = append(j.cells[e.Shift], cell)
	}
	if err := j.file.Truncate(int64(whole)); err != nil {
		return usageError("--journal: %v", err)
	}
	if _, err := j.file.Seek(int64(whole), io.SeekStart); err != nil {
		return usageError("--journal: %v", err)
	}
	return nil
}

// cell is the cell that an entry tells of.
func (e entryJSON) cell(s *sweeping) (sweep.Cell, error) {
	c := sweep.Cell{Spec: failure.Spec{EOT: e.EOT, EFF: e.EFF, Crashes: e.Crashes}, Answer: e.Verdict, Vacuous: e.Vacuous, Error: e.Error}
	if err := c.Spec.Validate(len(s.nodes)); err != nil {
		return c, err
	}
	broken := e.Verdict == sweep.Breaks || e.Verdict == sweep.Overflow
	if !broken && e.Verdict != sweep.Holds || broken != (e.Counterexample != nil) {
		return c, fmt.Errorf("verdict %q", e.Verdict)
	}
	if broken {
		c.Scenario = e.Counterexample.scenario()
		if err := c.Scenario.Admissible(c.Spec, s.nodes); err != nil {
			return c, err
		}
	}
	if e.OnlyUnder != nil {
		c.OnlyUnder = e.OnlyUnder.scenario()
		if err := c.OnlyUnder.Admissible(c.Spec, s.nodes); err != nil {
			return c, err
		}
		if len(c.OnlyUnder) == 0 || c.Vacuous || broken {
			return c, fmt.Errorf("owed_only_under_faults %v", c.OnlyUnder)
		}
	}
	return c, nil
}

// scenario is the one that its JSON tells of.
func (j scenarioJSON) scenario() failure.Scenario {
	var faults []failure.Fault
	for _, o := range j.Omissions {
		faults = append(faults, failure.Fault{Kind: failure.Omission, Node: o.From, To: o.To, Time: o.Time})
	}
	for _, o := range j.Crashes {
		faults = append(faults, failure.Fault{Kind: failure.Crash, Node: o.Node, Time: o.Time})
	}
	return failure.NewScenario(faults...)
}

// known are the cells of a variant that the journal had.
func (j *journal) known(variant string) []sweep.Cell {
	if j == nil {
		return nil
	}
	return j.cells[variant]
}

// write adds a cell.
func (j *journal) write(variant string, c sweep.Cell) error {
	if j == nil {
		return nil
	}
	return j.line(entryJSON{variant, newCellJSON(c)})
}

func (j *journal) line(v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = j.file.Write(append(text, '\n'))
	}
	if err != nil {
		return &outcome{exitInternal, "the journal cannot be written: " + err.Error()}
	}
	return nil
}

func (j *journal) close() {
	if j != nil {
		j.file.Close()
	}
}
