package wire_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"molly/export/wire"
	"molly/verify/expect"
)

// A baseline is read as it was written; what is none says so.
func TestBaseline(t *testing.T) {
	b := expect.Baseline{
		{File: "a.ded", Name: "⟨4,2,0⟩", Program: "sha256:00", Verdict: expect.Certified, Certificate: "sha256:c0ffee"},
		{File: "a.ded", Name: "⟨4,2,0⟩ #2", Program: "sha256:00", Verdict: expect.Counterexample, Faults: []string{"omit=a:b:1", `input=p("<a>")@2`}},
		{File: "sub/b.ded", Name: "⟨1,0,0⟩", Program: "sha256:11", Verdict: expect.NoVerdict},
	}
	var text bytes.Buffer
	if err := wire.WriteBaseline(&text, b); err != nil {
		t.Fatal(err)
	}
	got, err := wire.ReadBaseline(text.Bytes())
	if err != nil || !reflect.DeepEqual(got, b) {
		t.Errorf("%v, %v\n%s", got, err, text.String())
	}
	text.Reset()
	if err := wire.WriteBaseline(&text, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := wire.ReadBaseline(text.Bytes()); err != nil || len(got) > 0 {
		t.Errorf("%v, %v", got, err)
	}
	for file, want := range map[string]string{
		"": "no file that", "{}": "no file that", "[]": "no file that", "hello": "no file that", `{"schema":4,"ok":true}`: "no file that",
		`{"baseline":2,"verdicts":[]}`: "version 2", `{"baseline":1,"verdicts":7}`: "no file that",
	} {
		if got, err := wire.ReadBaseline([]byte(file)); err == nil || got != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", file, got, err)
		}
	}
}
