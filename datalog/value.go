package datalog

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
)

// Type is the type of a value or of a relation's column.
type Type uint8

// The types. A column is Unknown when nothing in the program tells its type;
// such a column never holds a value.
const (
	Unknown Type = iota
	Integer
	Text
)

func (t Type) String() string {
	switch t {
	case Integer:
		return "integer"
	case Text:
		return "string"
	default:
		return "unknown"
	}
}

// Value is a constant of the language: a 64-bit signed integer or a string.
//
// Values are comparable with ==; the zero Value is no value at all.
type Value struct {
	text   string
	number int64
	typ    Type
}

// Int returns the integer value n.
func Int(n int64) Value { return Value{number: n, typ: Integer} }

// String returns the string value s.
func String(s string) Value { return Value{text: s, typ: Text} }

// Type tells whether v is an integer or a string.
func (v Value) Type() Type { return v.typ }

// Number returns the integer that v holds; it is 0 when v is a string.
func (v Value) Number() int64 { return v.number }

// Text returns the string that v holds; it is "" when v is an integer.
func (v Value) Text() string { return v.text }

// Compare orders values: integers by value, strings by bytes, integers before
// strings.
func (v Value) Compare(w Value) int {
	if v.typ != w.typ {
		return cmp.Compare(v.typ, w.typ)
	}
	if v.typ == Integer {
		return cmp.Compare(v.number, w.number)
	}
	return strings.Compare(v.text, w.text)
}

// String writes v as in a program: 42 or "text". The zero Value, which stands for
// any value in a pattern, is _.
func (v Value) String() string {
	switch v.typ {
	case Integer:
		return strconv.FormatInt(v.number, 10)
	case Text:
		return strconv.Quote(v.text)
	default:
		return "_"
	}
}

// MarshalJSON writes an integer as a JSON number and a string as a JSON string.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.typ == Integer {
		return strconv.AppendInt(nil, v.number, 10), nil
	}
	return json.Marshal(v.text)
}

// CompareTuples orders tuples column by column.
func CompareTuples(a, b []Value) int {
	for i := range min(len(a), len(b)) {
		if c := a[i].Compare(b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// FormatTuple writes name(v1, v2, …).
func FormatTuple(name string, args []Value) string {
	return name + "(" + FormatArgs(args) + ")"
}

// FormatArgs writes v1, v2, …
func FormatArgs(args []Value) string {
	parts := make([]string, len(args))
	for i, v := range args {
		parts[i] = v.String()
	}
	return strings.Join(parts, ", ")
}
