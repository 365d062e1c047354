package main

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed equivalent.txt
var equivalentList string

// equivalent are the mutants that change nothing that anyone could see, with the reasons.
type equivalent struct {
	reasons map[string]string // by key
	used    map[string]bool
}

// readEquivalent reads keys, each with the reason in the lines below it, indented. Lines
// that begin with # are comments.
func readEquivalent(text string) (*equivalent, error) {
	q := &equivalent{reasons: map[string]string{}, used: map[string]bool{}}
	key := ""
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t") && key != "":
			q.reasons[key] = strings.TrimSpace(q.reasons[key] + " " + strings.TrimSpace(line))
		case strings.Count(line, " | ") >= 3:
			if key = line; q.lists(key) {
				return nil, fmt.Errorf("equivalent.txt:%d: this one is listed twice", n)
			}
			q.reasons[key] = ""
		default:
			return nil, fmt.Errorf("equivalent.txt:%d: want \"file | function | line | changed line\", or a reason after a tab", n)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(q.reasons)) {
		if q.reasons[key] == "" {
			return nil, fmt.Errorf("equivalent.txt: no reason for %s", key)
		}
	}
	return q, nil
}

func (q *equivalent) lists(key string) bool { _, is := q.reasons[key]; return is }

func (q *equivalent) has(m *mutant) bool {
	if !q.lists(m.key()) {
		return false
	}
	q.used[m.key()] = true
	return true
}

// unused lists entries of the chosen packages that no mutant has.
func (q *equivalent) unused(patterns []string, m *module) []string {
	looked := map[string]bool{}
	for _, p := range patterns {
		for _, name := range m.match(p) {
			looked[name] = true
		}
	}
	var list []string
	for _, key := range slices.Sorted(maps.Keys(q.reasons)) {
		file, _, _ := strings.Cut(key, " | ")
		if looked[file[:max(strings.LastIndex(file, "/"), 0)]] && !q.used[key] {
			list = append(list, key)
		}
	}
	return list
}
