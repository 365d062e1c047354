package demi

import (
	"context"
	"errors"
	"strings"
	"testing"

	"molly/internal/repro"
)

// Delta debugging makes the tests that the paper lists, and no others before them.
func TestTable5(t *testing.T) {
	f := ddmin()
	if len(f.Table.Rows) != len(table5)+1 {
		t.Fatalf("%d tests", len(f.Table.Rows))
	}
	for i, r := range f.Table.Rows {
		if i < len(table5) && r[1] != r[2] {
			t.Errorf("test %s is of %s, not of %s", r[0], r[1], r[2])
		}
	}
}

// One bug of each sample, measured for two seeds: a row for what is here, its spread, and the paper.
func TestFigures(t *testing.T) {
	o := Options{Seeds: 2, Executions: 100}
	var all []*measured
	for _, b := range bugs {
		if b.String() != "raft-58a" && b.String() != "spark-3150" {
			continue
		}
		m, err := o.measure(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range m.ours {
			if r.initial.events < b.deliveries || r.end.events > r.local.events || r.local.events > r.provenance.events || r.provenance.events > r.initial.events {
				t.Errorf("%v, seed %d: %v, then %v, %v and %v", b, i+1, r.initial, r.provenance, r.local.size, r.end.size)
			}
			if r.end.events > 30 || r.end.externals > 8 {
				t.Errorf("%v, seed %d: %v at the end", b, i+1, r.end.size)
			}
			for j, way := range o.methods() {
				if found := m.methods[j][i]; found.Executions > o.Executions || found.events < r.end.events {
					t.Errorf("%v, seed %d: %s has %v after %d executions, and all stages %v", b, i+1, way.name, found.size, found.Executions, r.end.size)
				}
			}
		}
		all = append(all, m)
	}
	for _, f := range []*repro.Figure{sizes(all), effortOf(all), o.pace(all), levels(all)} {
		for _, r := range f.Table.Rows {
			if len(r) != len(f.Table.Head) {
				t.Errorf("%s: the row %v has %d cells, and the head %d", f.Name, r, len(r), len(f.Table.Head))
			}
		}
	}
	if rows := sizes(all).Table.Rows; len(rows) != 6 || rows[2][2] != "2850 (108)" || !strings.Contains(rows[1][6], "…") {
		t.Errorf("%v", rows)
	}
}

// A measurement that is interrupted has told what was measured before.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var told []string
	_, err := Measure(ctx, Options{Seeds: 1, Executions: 10, Progress: func(string) { cancel() }}, func(f *repro.Figure) { told = append(told, f.Name) })
	if !errors.Is(err, context.Canceled) || len(told) != 1 || told[0] != "demi-ddmin" {
		t.Errorf("%v after %v", err, told)
	}
}
