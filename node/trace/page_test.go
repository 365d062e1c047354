package trace_test

import (
	"bytes"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"molly/node/sample/pingpong"
	"molly/node/trace"
)

// The example of docs/traces.md is read, replayed, and written as it is there; and each field of a file has its line.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/traces.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(page)
	if m == nil {
		t.Fatal("docs/traces.md has no example")
	}
	recorded, err := trace.Read(bytes.NewReader(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	w, err := trace.Replay(pingpong.System(), recorded)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	var again bytes.Buffer
	if err := trace.Of(w, recorded.Header).Write(&again); err != nil {
		t.Fatal(err)
	}
	if again.String() != string(m[1]) {
		t.Errorf("the example is now\n%s", again.String())
	}
	_, header, _ := strings.Cut(string(page), "## The header")
	header, events, _ := strings.Cut(header, "## The events")
	for text, of := range map[string]reflect.Type{header: reflect.TypeFor[trace.Header](), events: reflect.TypeFor[trace.Record]()} {
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(text, "\n| `"+name+"` |") {
				t.Errorf("docs/traces.md has no line for the field %s of %v", name, of)
			}
		}
	}
}
