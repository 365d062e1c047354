package symmetry

import (
	"encoding/binary"

	"molly/datalog"
)

// verifier decides whether a permutation is a symmetry, by renaming the program.
type verifier struct {
	statements []statement
	program    *datalog.Program
	nodes      []string
	number     map[string]int32

	facts   map[string]bool // the texts of the statements with a node's name
	rules   map[string]bool // the texts of the rules with a node's name
	factsOf [][]int         // by node: the statements in which it occurs
	rulesOf [][]int
	buf     []byte
}

// same reports whether the permutation maps the sets of facts and rules to themselves.
//
// It checks only clauses and facts with a moved node; all others stay. An injective map of a
// finite set into itself is onto.
func (v *verifier) same(image []int) bool {
	rename := func(name string) string {
		if n, isNode := v.number[name]; isNode {
			return v.nodes[image[n]]
		}
		return name
	}
	for n, to := range image {
		if n == to {
			continue
		}
		for _, i := range v.factsOf[n] {
			if !v.facts[string(v.fact(i, rename))] {
				return false
			}
		}
		for _, i := range v.rulesOf[n] {
			if !v.rules[canonical(&v.program.Rules[i], rename)] {
				return false
			}
		}
	}
	return true
}

// fact writes a statement, renamed. The next call overwrites it.
func (v *verifier) fact(i int, rename func(string) string) []byte {
	f := &v.statements[i]
	b := binary.AppendVarint(v.buf[:0], int64(f.kind))
	b = binary.AppendVarint(b, int64(f.Relation))
	b = binary.AppendVarint(b, int64(f.Time))
	for _, a := range f.Args {
		b = appendValue(b, a, rename)
	}
	v.buf = b
	return b
}

func stays(name string) string { return name }
