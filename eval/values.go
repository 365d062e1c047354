package eval

import (
	"maps"
	"slices"

	"molly/datalog"
)

// valueID is an interned value: equal values have equal numbers.
type valueID = int32

// unmet represents a value that no tuple has.
const unmet valueID = -1

// values interns the values of a run.
type values struct {
	list  []datalog.Value
	ints  map[int64]valueID
	texts map[string]valueID
}

func newValues() *values {
	return &values{ints: map[int64]valueID{}, texts: map[string]valueID{}}
}

func (v *values) clone() *values {
	return &values{list: slices.Clone(v.list), ints: maps.Clone(v.ints), texts: maps.Clone(v.texts)}
}

func (v *values) id(x datalog.Value) valueID {
	if x.Type() == datalog.Integer {
		return v.number(x.Number())
	}
	id, ok := v.texts[x.Text()]
	if !ok {
		id = valueID(len(v.list))
		v.texts[x.Text()] = id
		v.list = append(v.list, x)
	}
	return id
}

func (v *values) number(n int64) valueID {
	id, ok := v.ints[n]
	if !ok {
		id = valueID(len(v.list))
		v.ints[n] = id
		v.list = append(v.list, datalog.Int(n))
	}
	return id
}

// forget forgets all values but the first n.
func (v *values) forget(n int) {
	for _, x := range v.list[n:] {
		if x.Type() == datalog.Integer {
			delete(v.ints, x.Number())
		} else {
			delete(v.texts, x.Text())
		}
	}
	v.list = v.list[:n]
}

// known finds the number of a value that has been interned.
func (v *values) known(x datalog.Value) (valueID, bool) {
	if x.Type() == datalog.Integer {
		id, ok := v.ints[x.Number()]
		return id, ok
	}
	id, ok := v.texts[x.Text()]
	return id, ok
}
