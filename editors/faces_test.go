package editors

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"molly/dedalus/highlight"
)

// run is a stretch of characters with a name for how it is shown.
type run struct {
	start, end int
	name       string
}

func (r *run) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&r.start, &r.end, &r.name})
}

// asked asks a program about all texts at once: it reads a text a line, as JSON, and answers a line each, as JSON.
func asked[T any](t *testing.T, c *exec.Cmd, list []program) []T {
	t.Helper()
	var complaint bytes.Buffer
	c.Stdin, c.Stderr = bytes.NewReader(lines(t, list)), &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaint.Bytes())
	}
	return answers[T](t, out, list)
}

// lines are texts, one a line, as JSON.
func lines(t *testing.T, list []program) []byte {
	t.Helper()
	var b bytes.Buffer
	encode := json.NewEncoder(&b)
	encode.SetEscapeHTML(false)
	for _, p := range list {
		if err := encode.Encode(p.text); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func answers[T any](t *testing.T, out []byte, list []program) []T {
	t.Helper()
	decode := json.NewDecoder(bytes.NewReader(out))
	read := make([]T, len(list))
	for i, p := range list {
		if err := decode.Decode(&read[i]); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
	}
	return read
}

// classes are the classes of the bytes of a text by what names stand for; what is in no run is
// punctuation, or has no class.
func classes(t *testing.T, text string, runs []run, names map[string]highlight.Class) []highlight.Class {
	t.Helper()
	var starts []int
	for i := range text {
		starts = append(starts, i)
	}
	starts = append(starts, len(text))
	list := make([]highlight.Class, len(text))
	for i, c := range text {
		if strings.ContainsRune("(),;", c) {
			list[i] = highlight.Punctuation
		}
	}
	for _, r := range runs {
		class, known := names[r.name]
		if !known {
			t.Fatalf("%q is shown as %s, which the test does not know", text[starts[r.start]:starts[r.end]], r.name)
		}
		for i := starts[r.start]; i < starts[r.end] && class != ""; i++ {
			list[i] = class
		}
	}
	return list
}
