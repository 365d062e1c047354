package sweep

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
)

// Shift is a relation whose facts are swept over times: its earliest fact is at each of From … To.
type Shift struct {
	Relation string
	From, To int // From is at least 1
}

// A Variant is the program with the facts of some relations at other times.
type Variant []Shifted

// Name writes a variant in a line; the program as it is has an empty one.
func (v Variant) Name() string {
	words := make([]string, len(v))
	for i, s := range v {
		words[i] = fmt.Sprintf("%s@%d", s.Relation, s.Time)
	}
	return strings.Join(words, " ")
}

// Shift returns the program with its facts at the times of the variant.
func (v Variant) Shift(p *datalog.Program) (*datalog.Program, error) {
	for _, s := range v {
		var err error
		if p, err = s.Shift(p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Variants returns all combinations of the shifts, the last one changing fastest; without shifts,
// the program as it is. The error says that the program has no facts of a relation.
func Variants(p *datalog.Program, shifts []Shift) ([]Variant, error) {
	list := []Variant{nil}
	for _, s := range shifts {
		if _, err := (Shifted{Relation: s.Relation, Time: s.From}).Shift(p); err != nil {
			return nil, err
		}
		var next []Variant
		for _, v := range list {
			for time := s.From; time <= s.To; time++ {
				next = append(next, append(slices.Clip(v), Shifted{Relation: s.Relation, Time: time}))
			}
		}
		list = next
	}
	return list, nil
}
