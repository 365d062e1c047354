package sweep

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"molly/verify"
)

// Journal is a file that keeps what a sweep has decided: a line that says of what, and a
// line for each cell. A nil journal keeps nothing.
type Journal struct {
	file  *os.File
	nodes []string
	cells map[string][]Cell // by variant
}

// journalSchema is the version of a journal's lines.
const journalSchema = 3

// Subject is what a journal is about: only a sweep of the same subject continues from it.
type Subject struct {
	Program  string // the digest of its sources
	Nodes    []string
	Outcomes verify.Outcomes
}

// head is the first line of a journal.
type head struct {
	Schema   int      `json:"schema"`
	Program  string   `json:"program"`
	Nodes    []string `json:"nodes"`
	Outcomes int      `json:"outcomes"`
}

// line is a further line of a journal.
type line struct {
	Shift string `json:"shift,omitempty"` // the variant
	Entry
}

// JournalError means that a file is no journal of this sweep. The file is left as it is.
type JournalError struct {
	Line int // from 1; 0 for the whole file
	Text string
}

func (e *JournalError) Error() string { return e.Text }

// WriteError means that a journal cannot be written.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "the journal cannot be written: " + e.Err.Error() }

// OpenJournal opens or begins the journal of a sweep. A last line that was cut off by a
// crash of the machine is dropped.
func OpenJournal(name string, about Subject) (*Journal, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, nodes: about.Nodes, cells: map[string][]Cell{}}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		file.Close()
		return nil, cmp.Or(err, error(&JournalError{0, "is not a regular file"})) // a device may never end
	}
	if err := j.read(head{journalSchema, about.Program, about.Nodes, int(about.Outcomes)}); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

// read takes what the file has, and stops behind its last whole line.
func (j *Journal) read(about head) error {
	text, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	if len(text) == 0 {
		return j.line(about)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	for i, l := range bytes.Split(bytes.TrimSuffix(text[:whole], []byte("\n")), []byte("\n")) {
		if i == 0 {
			err = about.same(l)
		} else {
			err = j.take(l, i+1)
		}
		if err != nil {
			return err
		}
	}
	if err := j.file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = j.file.Seek(int64(whole), io.SeekStart)
	return err
}

// same refuses the first line of another journal.
func (h head) same(text []byte) error {
	var found head
	if json.Unmarshal(text, &found) != nil || found.Program == "" {
		return &JournalError{0, "is not the journal of a sweep; it was not changed"}
	}
	if found.Schema != h.Schema || found.Program != h.Program || !slices.Equal(found.Nodes, h.Nodes) || found.Outcomes != h.Outcomes {
		return &JournalError{0, "is the journal of another program, or of other nodes or outcomes, or of another version of molly; it was not changed"}
	}
	return nil
}

// take adds the cell of a line, which has a number.
func (j *Journal) take(text []byte, number int) error {
	var l line
	err := json.Unmarshal(text, &l)
	if err == nil {
		var c Cell
		if c, err = l.cell(j.nodes); err == nil {
			j.cells[l.Shift] = append(j.cells[l.Shift], c)
			return nil
		}
	}
	return &JournalError{number, fmt.Sprintf("not a journal entry: %v", err)}
}

// Known are the cells of a variant that the journal had when it was opened.
func (j *Journal) Known(variant string) []Cell {
	if j == nil {
		return nil
	}
	return j.cells[variant]
}

// Write adds a cell. Its error is a *WriteError.
func (j *Journal) Write(variant string, c Cell) error {
	if j == nil {
		return nil
	}
	return j.line(line{variant, NewEntry(c)})
}

func (j *Journal) line(v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = j.file.Write(append(text, '\n'))
	}
	if err != nil {
		return &WriteError{err}
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}
