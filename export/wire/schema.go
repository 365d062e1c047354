package wire

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
)

// document is what a command prints: one of some types.
type document struct {
	command string
	types   []any
}

// documents are what commands print.
var documents = []document{
	{"verify", []any{Verify{}, Listed{}}},
	{"check-certificate", []any{CheckCertificate{}}},
	{"run", []any{Run{}}},
	{"check", []any{Check{}}},
	{"lint", []any{Lint{}}},
	{"explain", []any{Explain{}}},
	{"hazard", []any{Hazard{}}},
	{"count", []any{Count{}}},
	{"sweep", []any{Sweep{}}},
	{"fuzz", []any{Fuzz{}}},
	{"minimize", []any{Minimize{}}},
	{"explore", []any{Explore{}}},
	{"test", []any{Test{}}},
	{"replay", []any{Replay{}}},
	{"protocols", []any{Protocols{}}},
	{"version", []any{Version{}}},
}

// definitions is the schema of each type, by its name. A test derives it from the types and
// their comments.
//
//go:embed schema.json
var definitions []byte

// Commands lists the commands that print JSON.
func Commands() (names []string) {
	for _, d := range documents {
		names = append(names, d.command)
	}
	return names
}

// JSONSchema is the JSON Schema (draft 2020-12) of what a command prints, or, where the command
// is "", of what any command prints.
func JSONSchema(command string) ([]byte, error) {
	var defs map[string]json.RawMessage
	if err := json.Unmarshal(definitions, &defs); err != nil {
		panic(err) // a test has written it
	}
	type reference struct {
		Ref string `json:"$ref"`
	}
	s := struct {
		Dialect string                     `json:"$schema"`
		Title   string                     `json:"title"`
		AnyOf   []reference                `json:"anyOf"`
		Defs    map[string]json.RawMessage `json:"$defs"`
	}{Dialect: "https://json-schema.org/draft/2020-12/schema", Title: "What molly prints as JSON", Defs: map[string]json.RawMessage{}}
	if command != "" {
		s.Title = "What molly " + command + " prints as JSON"
	}
	for _, d := range documents {
		if command != "" && d.command != command {
			continue
		}
		for _, x := range d.types {
			name := reflect.TypeOf(x).Name()
			s.AnyOf = append(s.AnyOf, reference{prefix + name})
			reach(name, defs, s.Defs)
		}
	}
	if s.AnyOf == nil {
		return nil, fmt.Errorf("%s prints no JSON", command)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(s)
	return text.Bytes(), err
}

// prefix is how a schema refers to a definition.
const prefix = "#/$defs/"

var referred = regexp.MustCompile(`"#/\$defs/(\w+)"`)

// reach gathers a definition and those that it refers to.
func reach(name string, from, to map[string]json.RawMessage) {
	if to[name] != nil {
		return
	}
	to[name] = from[name]
	for _, m := range referred.FindAllSubmatch(from[name], -1) {
		reach(string(m[1]), from, to)
	}
}
