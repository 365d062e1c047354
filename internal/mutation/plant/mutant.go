package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// mutant is a planted bug.
type mutant struct {
	file  *source
	in    string // the function, or "declarations"
	line  int
	was   string // the line, or lines, without the space around them
	is    string // with the change
	nth   int    // of those that look the same, from 1
	id    int    // the number that selects it at run time
	edits func(id string) []edit
}

func newMutant(f *source, in string, from, to token.Pos, text string, edits func(id string) []edit) *mutant {
	a, b := f.offset(from), f.offset(to)
	start := bytes.LastIndexByte(f.src[:a], '\n') + 1
	end := len(f.src)
	if n := bytes.IndexByte(f.src[b:], '\n'); n >= 0 {
		end = b + n
	}
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return &mutant{
		file: f, in: in, line: f.set.Position(from).Line, edits: edits,
		was: flat(string(f.src[start:end])),
		is:  flat(string(f.src[start:a]) + text + string(f.src[b:end])),
	}
}

// key names a mutant, independent of its line number.
func (m *mutant) key() string {
	key := fmt.Sprintf("%s | %s | %s | %s", m.file.name, m.in, m.was, m.change())
	if m.nth > 1 {
		key += fmt.Sprintf(" | no. %d", m.nth)
	}
	return key
}

// change is what the line becomes.
func (m *mutant) change() string {
	if m.is == "" {
		return "(removed)"
	}
	return m.is
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: in %s\n\t- %s\n\t+ %s", m.file.name, m.line, m.in, m.was, m.change())
}

// choose takes at most so many mutants of each file: those whose keys, mixed with the seed,
// have the least hashes. So a change elsewhere in the file changes little.
func choose(all []*mutant, most int, seed uint64) []*mutant {
	count := map[string]int{}
	for _, m := range all {
		m.nth = 1
		key := m.key()
		count[key]++
		m.nth = count[key]
	}
	of := map[*source][]*mutant{}
	for _, m := range all {
		if m.was != m.is {
			of[m.file] = append(of[m.file], m)
		}
	}
	var chosen []*mutant
	for _, list := range of {
		slices.SortFunc(list, func(a, b *mutant) int { return bytes.Compare(rank(a, seed), rank(b, seed)) })
		chosen = append(chosen, list[:min(most, len(list))]...)
	}
	slices.SortFunc(chosen, func(a, b *mutant) int {
		if c := strings.Compare(a.file.name, b.file.name); c != 0 {
			return c
		}
		if a.line != b.line {
			return a.line - b.line
		}
		return strings.Compare(a.key(), b.key())
	})
	for i, m := range chosen {
		m.id = i + 1
	}
	return chosen
}

func rank(m *mutant, seed uint64) []byte {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte(m.key()), seed))
	return sum[:]
}
