package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// What becomes of a mutant.
const (
	caught    = "caught"
	lives     = "lives"
	stillborn = "does not compile"
)

// entry is what was found out about a mutant.
type entry struct {
	Key    string `json:"key"`
	Hash   string `json:"hash"` // of the file
	Result string `json:"result"`
	By     string `json:"by,omitempty"` // the test that caught it
}

// journal keeps entries, the last one of a key counts.
type journal struct {
	known map[string]entry
	file  *os.File
}

func openJournal(path string) (*journal, error) {
	j := &journal{known: map[string]entry{}}
	if path == "" {
		return j, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	j.file = f
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, errors.Join(fmt.Errorf("%s is not a journal: %w", path, err), f.Close())
		}
		j.known[e.Key] = e
	}
	return j, lines.Err()
}

func (j *journal) add(e entry) error {
	j.known[e.Key] = e
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

func (j *journal) close() {
	if j.file != nil {
		j.file.Close()
	}
}
