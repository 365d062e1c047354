package process

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// docs/processes.md shows the samples as they are, and has a line for each field and for each mistake that
// TestBadProcesses makes.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/processes.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, name := range []string{"lock.py", "gossip.js"} {
		sample, err := os.ReadFile("samples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page, "\n"+string(sample)+"```\n") {
			t.Errorf("docs/processes.md does not show %s as it is", name)
		}
	}
	for _, of := range []reflect.Type{reflect.TypeFor[request](), reflect.TypeFor[response]()} {
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(page, "\n| `"+name+"` |") {
				t.Errorf("docs/processes.md has no line for the field %s", name)
			}
		}
	}
	for how, said := range badProcesses {
		said = strings.TrimSuffix(strings.TrimPrefix(said, "the process of a: "), " 1000000 bytes")
		switch how {
		case "half":
			said = "does not end"
		case "stderr": // like traceback
			continue
		}
		if !strings.Contains(page, said) {
			t.Errorf("docs/processes.md does not say %q", said)
		}
	}
}
