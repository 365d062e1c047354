package wire

import (
	"bytes"
	"encoding"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
)

var update = flag.Bool("update", false, "rewrite schema.json, and the tables in docs/json.md")

// schema is a JSON Schema, as far as the types need it.
type schema struct {
	Description string      `json:"description,omitempty"`
	Ref         string      `json:"$ref,omitempty"`
	Type        any         `json:"type,omitempty"` // a word, or several
	Const       any         `json:"const,omitempty"`
	Enum        []string    `json:"enum,omitempty"`
	Minimum     *int        `json:"minimum,omitempty"`
	Items       *schema     `json:"items,omitempty"`
	MinItems    int         `json:"minItems,omitempty"`
	MaxItems    int         `json:"maxItems,omitempty"`
	AnyOf       []*schema   `json:"anyOf,omitempty"`
	Properties  *properties `json:"properties,omitempty"`
	Required    []string    `json:"required,omitempty"`
	Additional  any         `json:"additionalProperties,omitempty"` // false, or a schema
}

// properties are written in the order of the fields.
type properties struct {
	names []string
	of    map[string]*schema
}

func (p *properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, name := range p.names {
		value, err := json.Marshal(p.of[name])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s%q:%s", map[bool]string{true: "{", false: ","}[i == 0], name, value)
	}
	b.WriteString("}")
	return b.Bytes(), nil
}

// derivation derives schemas from types and the comments of their sources.
type derivation struct {
	t       *testing.T
	defs    map[string]*schema
	types   map[string]reflect.Type // by the name of their definition
	sources map[string]*source      // by package path
}

// source is what the files of a package say.
type source struct {
	types     map[string]string   // the comment of each type
	fields    map[string]string   // the comment of each Type.Field
	constants map[string][]string // the texts of the constants of each type
}

// of returns the schema of a type's JSON.
func (d *derivation) of(t reflect.Type) *schema {
	switch {
	case t == reflect.TypeFor[datalog.Value]():
		return d.define(t, func() *schema { return &schema{Type: []string{"integer", "string"}} })
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || t.Kind() == reflect.String && t.PkgPath() != "":
		return &schema{Enum: d.words(t)}
	}
	switch t.Kind() {
	case reflect.Struct:
		return d.define(t, func() *schema { return d.object(t) })
	case reflect.Slice, reflect.Array:
		list := func() *schema {
			s := &schema{Type: "array", Items: d.of(t.Elem())}
			if e := t.Elem(); e.Kind() == reflect.Pointer && e.Elem().Kind() != reflect.Struct || e == reflect.TypeFor[*datalog.Value]() {
				s.Items = &schema{AnyOf: []*schema{s.Items, {Type: "null"}}}
			}
			if t.Kind() == reflect.Array {
				s.MinItems, s.MaxItems = t.Len(), t.Len()
			}
			return s
		}
		if t.Name() != "" {
			return d.define(t, list)
		}
		return list()
	case reflect.Map:
		return &schema{Type: "object", Additional: d.of(t.Elem())}
	case reflect.Pointer:
		return d.of(t.Elem())
	case reflect.String:
		return &schema{Type: "string"}
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Int:
		return &schema{Type: "integer"}
	case reflect.Uint64:
		return &schema{Type: "integer", Minimum: new(int)}
	case reflect.Float64:
		return &schema{Type: "number"}
	}
	d.t.Fatalf("no schema for %v", t)
	return nil
}

// define makes a definition for a type with a name, once, and refers to it.
func (d *derivation) define(t reflect.Type, make func() *schema) *schema {
	name := t.Name()
	if known, there := d.types[name]; there && known != t {
		d.t.Fatalf("two types %s: %v and %v", name, known, t)
	} else if !there {
		d.types[name] = t
		s := make()
		s.Description = d.source(t.PkgPath()).types[name]
		if s.Description == "" {
			d.t.Errorf("%v has no comment", t)
		}
		d.defs[name] = s
	}
	return &schema{Ref: prefix + name}
}

// object is the schema of a struct.
func (d *derivation) object(t reflect.Type) *schema {
	s := &schema{Type: "object", Properties: &properties{of: map[string]*schema{}}, Additional: false}
	d.fields(t, s)
	return s
}

// fields adds the keys of a struct, and of those that are embedded in it.
func (d *derivation) fields(t reflect.Type, s *schema) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && key == "" {
			d.fields(f.Type, s)
			continue
		}
		if !f.IsExported() {
			continue
		}
		if key == "" {
			d.t.Fatalf("%v.%s has no key", t, f.Name)
		}
		p := d.of(f.Type)
		if key == "schema" {
			p = &schema{Const: Schema}
		}
		if p.Description = d.source(t.PkgPath()).fields[t.Name()+"."+f.Name]; key == "schema" {
			p.Description = "the version of all shapes"
		} else if p.Description == "" {
			d.t.Errorf("%v.%s has no comment", t, f.Name)
		}
		s.Properties.names = append(s.Properties.names, key)
		s.Properties.of[key] = p
		if !strings.Contains(options, "omit") {
			s.Required = append(s.Required, key)
		}
	}
}

// words are all that a type can say: the names of its values, or its constants.
func (d *derivation) words(t reflect.Type) (list []string) {
	say := func(v reflect.Value) string {
		text, err := json.Marshal(v.Interface())
		if err != nil {
			d.t.Fatal(err)
		}
		word, err := strconv.Unquote(string(text))
		if err != nil {
			d.t.Fatal(err)
		}
		return word
	}
	v := reflect.New(t).Elem()
	if t.Kind() == reflect.String {
		for _, text := range d.source(t.PkgPath()).constants[t.Name()] {
			v.SetString(text)
			list = append(list, say(v))
		}
		if list == nil {
			d.t.Fatalf("%v has no constants", t)
		}
		return list
	}
	defer func() { _ = recover() }() // beyond the last name
	for i := 0; ; i++ {
		if v.CanInt() {
			v.SetInt(int64(i))
		} else {
			v.SetUint(uint64(i))
		}
		word := v.Interface().(encoding.TextMarshaler)
		text, _ := word.MarshalText()
		if slices.Contains(list, string(text)) {
			return list
		}
		list = append(list, string(text))
	}
}

// source reads the files of a package of this module.
func (d *derivation) source(pkg string) *source {
	if s := d.sources[pkg]; s != nil {
		return s
	}
	s := &source{map[string]string{}, map[string]string{}, map[string][]string{}}
	d.sources[pkg] = s
	files, err := filepath.Glob(filepath.Join("../..", strings.TrimPrefix(pkg, "molly/"), "*.go"))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			d.t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if g, ok := decl.(*ast.GenDecl); ok {
				s.read(g)
			}
		}
	}
	return s
}

// read takes the comments of types and fields, and the constants.
func (s *source) read(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s.types[spec.Name.Name] = plainComment(g.Doc, spec.Doc)
			fields, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range fields.Fields.List {
				for _, n := range f.Names {
					s.fields[spec.Name.Name+"."+n.Name] = plainComment(f.Doc, f.Comment)
				}
			}
		case *ast.ValueSpec:
			if of, ok := spec.Type.(*ast.Ident); ok && g.Tok == token.CONST {
				for _, v := range spec.Values {
					if l, ok := v.(*ast.BasicLit); ok && l.Kind == token.STRING {
						text, _ := strconv.Unquote(l.Value)
						s.constants[of.Name] = append(s.constants[of.Name], text)
					}
				}
			}
		}
	}
}

// plainComment is the first paragraph of comments on one line, without the brackets of links.
func plainComment(groups ...*ast.CommentGroup) string {
	var text string
	for _, g := range groups {
		text += g.Text()
	}
	text, _, _ = strings.Cut(text, "\n\n")
	return strings.NewReplacer("[", "", "]", "").Replace(strings.Join(strings.Fields(text), " "))
}

// derive derives the definitions of all documents.
func derive(t *testing.T) *derivation {
	t.Helper()
	d := &derivation{t, map[string]*schema{}, map[string]reflect.Type{}, map[string]*source{}}
	for _, doc := range documents {
		for _, x := range doc.types {
			d.of(reflect.TypeOf(x))
		}
	}
	return d
}

// The embedded schema is the one of the types.
func TestSchema(t *testing.T) {
	d := derive(t)
	text, err := json.MarshalIndent(d.defs, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile("schema.json", text, 0o666); err != nil {
			t.Fatal(err)
		}
		definitions = text
	} else if !bytes.Equal(text, definitions) {
		t.Error("schema.json is not the schema of the types; go test ./export/wire -update rewrites it")
	}
}
