package mcp

import "github.com/google/jsonschema-go/jsonschema"

// schemaOf is the JSON Schema of the input of a tool. What may be left out is left out, and never null:
// some assistants understand no lists of types.
func schemaOf[In any]() *jsonschema.Schema {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err) // the type has no schema
	}
	plain(s)
	return s
}

// plain takes null out of the types of a schema, and of those below it.
func plain(s *jsonschema.Schema) {
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	for _, p := range s.Properties {
		plain(p)
	}
	if s.Items != nil {
		plain(s.Items)
	}
}
