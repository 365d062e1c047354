package demi

import (
	"fmt"
	"slices"
	"strings"

	"molly/explore/reduce"
	"molly/internal/repro"
)

// ddmin is Table 5: the tests of delta debugging, where the events 3 and 6 of eight fail together.
func ddmin() *repro.Figure {
	f := &repro.Figure{Name: "demi-ddmin", Title: "Table 5: delta debugging, step by step"}
	f.Table.Head = []string{"test", "events", "paper", "fails"}
	found := reduce.DDMin(8, func(events []int) bool {
		names := strings.Join(each(events, func(e int) string { return fmt.Sprint(e + 1) }), " ")
		fails := slices.Contains(events, 2) && slices.Contains(events, 5)
		n := len(f.Table.Rows)
		paper, answer := "", "no"
		if n < len(table5) {
			paper = table5[n]
		}
		if fails {
			answer = "yes"
		}
		f.Table.Rows = append(f.Table.Rows, []string{fmt.Sprint(n + 1), names, paper, answer})
		return fails
	})
	f.Notes = append(f.Notes, "The result: the events "+strings.Join(each(found, func(e int) string { return fmt.Sprint(e + 1) }), " and ")+".")
	return f
}
