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

// shown asks a program, once for all texts, how it shows them: it reads a text a line, as JSON, and writes a
// list of runs a line.
func shown(t *testing.T, c *exec.Cmd, list []program) [][]run {
	t.Helper()
	var in, complaint bytes.Buffer
	encode := json.NewEncoder(&in)
	encode.SetEscapeHTML(false)
	for _, p := range list {
		if err := encode.Encode(p.text); err != nil {
			t.Fatal(err)
		}
	}
	c.Stdin, c.Stderr = &in, &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaint.Bytes())
	}
	decode := json.NewDecoder(bytes.NewReader(out))
	runs := make([][]run, len(list))
	for i, p := range list {
		if err := decode.Decode(&runs[i]); err != nil {
			t.Fatalf("%s: %v\n%s", p.name, err, complaint.Bytes())
		}
	}
	return runs
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
