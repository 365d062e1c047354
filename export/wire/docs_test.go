package wire

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tables are the places of docs/json.md that the schema fills: those of a command, or of what
// several commands have in common.
var tables = regexp.MustCompile(`(?s)<!-- keys: (\S+) -->\n.*?<!-- end -->`)

// docsPage is the page that describes the documents.
const docsPage = "../../docs/json.md"

// The tables in docs/json.md are those of the types.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile(docsPage)
	if err != nil {
		t.Fatal(err)
	}
	want := derive(t).sections()
	got := tables.ReplaceAllStringFunc(string(page), func(place string) string {
		name := tables.FindStringSubmatch(place)[1]
		text, there := want[name]
		if !there {
			t.Errorf("%s has tables for %q twice, or nothing prints that", docsPage, name)
		}
		delete(want, name)
		return "<!-- keys: " + name + " -->\n" + text + "<!-- end -->"
	})
	for name := range want {
		t.Errorf("%s has no tables for %s", docsPage, name)
	}
	if *update {
		if err := os.WriteFile(docsPage, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != string(page) {
		t.Errorf("%s is not what the types say; go test ./export/wire -update rewrites its tables", docsPage)
	}
}

// sections are the tables of each command, and of what several have in common.
func (d *derivation) sections() map[string]string {
	users := map[string][]string{} // of each definition: the commands
	order := map[string][]string{} // of each command: the definitions
	for _, doc := range documents {
		var visit func(name string)
		visit = func(name string) {
			if slices.Contains(users[name], doc.command) {
				return
			}
			users[name] = append(users[name], doc.command)
			order[doc.command] = append(order[doc.command], name)
			for _, next := range append(d.embedded(name), d.defs[name].references()...) {
				visit(next)
			}
		}
		for _, x := range doc.types {
			visit(reflect.TypeOf(x).Name())
		}
	}
	text, done := map[string]string{}, map[string]bool{}
	for _, doc := range documents {
		for _, name := range order[doc.command] {
			section := doc.command
			if len(users[name]) > 1 {
				section = "common"
			}
			if !done[name] {
				text[section] += d.table(name)
				done[name] = true
			}
		}
	}
	return text
}

// embedded lists the definitions that a definition has the keys of.
func (d *derivation) embedded(name string) (list []string) {
	t := d.types[name]
	if t.Kind() != reflect.Struct || d.defs[name].Properties == nil {
		return nil
	}
	for f := range t.Fields() {
		if f.Anonymous && d.defs[f.Type.Name()] != nil {
			list = append(list, f.Type.Name())
		}
	}
	return list
}

// references lists the definitions that a schema refers to, in order.
func (s *schema) references() (list []string) {
	if s == nil {
		return nil
	}
	if name, ok := strings.CutPrefix(s.Ref, prefix); ok {
		list = append(list, name)
	}
	if s.Properties != nil {
		for _, key := range s.Properties.names {
			list = append(list, s.Properties.of[key].references()...)
		}
	}
	list = append(list, s.Items.references()...)
	for _, option := range s.AnyOf {
		list = append(list, option.references()...)
	}
	if more, ok := s.Additional.(*schema); ok {
		list = append(list, more.references()...)
	}
	return list
}

// table describes a definition.
func (d *derivation) table(name string) string {
	s := d.defs[name]
	rest := strings.TrimPrefix(s.Description, name+" ")
	text := fmt.Sprintf("**%s** %s\n\n", name, rest)
	if s.Properties == nil {
		return text
	}
	text += "| key | value | |\n|---|---|---|\n"
	shown := map[string]bool{} // with another definition
	for _, inner := range d.embedded(name) {
		text += fmt.Sprintf("| … | | the keys of %s |\n", inner)
		for _, key := range d.defs[inner].Properties.names {
			shown[key] = true
		}
	}
	for _, key := range s.Properties.names {
		if shown[key] {
			continue
		}
		optional := ""
		if !slices.Contains(s.Required, key) {
			optional = " ?"
		}
		p := s.Properties.of[key]
		text += fmt.Sprintf("| `%s`%s | %s | %s |\n", key, optional, p.words(), p.Description)
	}
	return text + "\n"
}

// words says what a value is.
func (s *schema) words() string {
	name, isRef := strings.CutPrefix(s.Ref, prefix)
	switch {
	case isRef:
		return name
	case s.Const != nil:
		return fmt.Sprint(s.Const)
	case s.Enum != nil:
		return "`" + strings.Join(s.Enum, "`, `") + "`"
	case s.AnyOf != nil:
		var options []string
		for _, o := range s.AnyOf {
			options = append(options, o.words())
		}
		return strings.Join(options, " or ")
	case s.Items != nil && s.MaxItems > 0:
		return fmt.Sprintf("list of %d %s", s.MaxItems, s.Items.words())
	case s.Items != nil:
		return "list of " + s.Items.words()
	}
	if more, ok := s.Additional.(*schema); ok {
		return "object of " + more.words()
	}
	return fmt.Sprint(s.Type)
}
