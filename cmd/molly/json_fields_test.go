package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"molly/export/wire"
	"molly/failure"
)

// described are types of JSON and the section of docs/json.md that describes them.
type described struct {
	section string
	values  []any
}

// printed are the types that commands print as JSON, by the section of docs/json.md that
// describes them.
var printed = []described{
	{"verify", []any{wire.Verify{}, wire.Listed{}}},
	{"check-certificate", []any{wire.CheckCertificate{}}},
	{"run", []any{wire.Run{}}},
	{"check", []any{wire.Check{}}},
	{"explain", []any{wire.Explain{}}},
	{"hazard", []any{wire.Hazard{}}},
	{"count", []any{wire.Count{}}},
	{"sweep", []any{wire.Sweep{}}},
	{"test", []any{wire.Test{}}},
	{"protocols", []any{wire.Protocols{}}},
	{"version", []any{wire.Version{}}},
}

// common are the types that the first section describes for all commands.
var common = []any{failure.Faults{}, wire.Spec{}, wire.Warning{}, wire.Position{}, wire.Diagnostic{}}

// field is a key of a type's JSON.
type field struct {
	of       string // the type
	name     string
	optional bool // it may be left out
}

// fieldsOf gathers the keys of a type and of what it holds, the types that are known
// already apart.
func fieldsOf(t reflect.Type, known map[reflect.Type]bool) (list []field) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || known[t] {
		return nil
	}
	known[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			list = append(list, field{t.Name(), name, strings.Contains(options, "omit")})
		}
		if name != "" || f.Anonymous {
			list = append(list, fieldsOf(f.Type, known)...)
		}
	}
	return list
}

var heading = regexp.MustCompile(`(?m)^## (.*)\n`)

// sections returns the sections of a page by their titles, and what comes before the first.
func sections(t *testing.T, page string) (first string, byTitle map[string]string) {
	t.Helper()
	byTitle = map[string]string{}
	at := heading.FindAllStringSubmatchIndex(page, -1)
	for i, m := range at {
		end := len(page)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		title := page[m[2]:m[3]]
		if byTitle[title] != "" {
			t.Errorf("docs/json.md has two sections %q", title)
		}
		byTitle[title] = page[m[1]:end]
	}
	return page[:at[0][0]], byTitle
}

// Every key that a command can print is described in docs/json.md: in the text of the
// command's section where it may be left out, else at least by an example there.
func TestJSONFields(t *testing.T) {
	first, byTitle := sections(t, readPage(t, "docs/json.md"))
	reached := map[string]bool{}
	check := func(section, text string, fields []field) {
		t.Helper()
		prose := example.ReplaceAllString(text, "")
		for _, f := range fields {
			reached[f.of] = true
			named := strings.Contains(prose, "`"+f.name+"`")
			shown := strings.Contains(text, `"`+f.name+`":`)
			if !named && (f.optional || !shown) {
				t.Errorf("docs/json.md, %s: nothing says what %q of %s is", section, f.name, f.of)
			}
		}
	}
	known := map[reflect.Type]bool{}
	for _, v := range common {
		check("common parts", first, fieldsOf(reflect.TypeOf(v), known))
	}
	for _, p := range printed {
		text, there := byTitle[p.section]
		if !there {
			t.Errorf("docs/json.md has no section %q", p.section)
			continue
		}
		own := map[reflect.Type]bool{}
		for k := range known {
			own[k] = true
		}
		for _, v := range p.values {
			check(p.section, text, fieldsOf(reflect.TypeOf(v), own))
		}
	}
	for title := range byTitle {
		if !slices.ContainsFunc(printed, func(p described) bool { return p.section == title }) {
			t.Errorf("docs/json.md: what prints %q is not known to this test", title)
		}
	}
	for _, name := range taggedTypes(t) {
		if !reached[name] {
			t.Errorf("%s has JSON, and no command of this test prints it", name)
		}
	}
}

// taggedTypes are the struct types of package wire with keys for JSON.
func taggedTypes(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("../../export/wire/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
				return f.Tag != nil && strings.Contains(f.Tag.Value, `json:"`)
			}) {
				names = append(names, spec.Name.Name)
			}
			return true
		})
	}
	slices.Sort(names)
	if len(names) == 0 {
		t.Fatal("no type has JSON")
	}
	return names
}
