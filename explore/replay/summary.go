package replay

import (
	"fmt"
	"strings"

	"molly/internal/numeral"
)

// Summary is how many traces have each status.
type Summary map[Status]int

// Sum counts what came of traces.
func Sum(list []*Result) Summary {
	s := Summary{}
	for _, r := range list {
		s[r.Status]++
	}
	return s
}

// Failed counts the traces that are not as expected.
func (s Summary) Failed() int { return s[Violated] + s[Gone] + s[Differs] }

// All counts the traces.
func (s Summary) All() (n int) {
	for _, some := range s {
		n += some
	}
	return n
}

// String says how many traces have each status, such as "3 traces: 2 ok, 1 violated".
func (s Summary) String() string {
	var parts []string
	for _, status := range Statuses() {
		if n := s[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	return strings.TrimSuffix(numeral.Count(s.All(), "trace")+": "+strings.Join(parts, ", "), ": ")
}
