package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

const fuzzTable = "| call | run | events | externals | s |"

// The runs in docs/fuzz.md are those that find the bugs, with the plans that the samples have.
func TestFuzzTable(t *testing.T) {
	const file = "../../docs/fuzz.md"
	page := readPage(t, "docs/fuzz.md")
	table := rows(t, page, fuzzTable)
	if len(table) < 14 {
		t.Errorf("only %d rows", len(table))
	}
	for _, row := range table {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"fuzz", "--json"}, strings.Fields(row[0])...), nil, &stdout, &stderr)
		var got struct {
			Violations []struct{ Run, Events, Externals int }
		}
		if err := json.Unmarshal(stdout.Bytes(), &got); err != nil || code != exitCounterexample || len(got.Violations) != 1 {
			t.Fatalf("%s: code %d, %v\n%s%s", row[0], code, err, stdout.String(), stderr.String())
		}
		v := got.Violations[0]
		line := func(run, events, externals any) string {
			return fmt.Sprintf("| `%s` | %v | %v | %v |", row[0], run, events, externals)
		}
		was, is := line(row[1], row[2], row[3]), line(v.Run, v.Events, v.Externals)
		if was == is {
			continue
		}
		page = strings.Replace(page, was, is, 1)
		if !*update {
			t.Errorf("%s\nthe page has %s; go test ./cmd/molly -run TestFuzzTable -update rewrites it", is, was)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
