package failure

import (
	"slices"
	"strings"
	"testing"
)

// What is printed of a fault is what is read, whatever the names of its nodes.
func TestFlags(t *testing.T) {
	nodes := []string{"a", "a:b", "b:c", "c", "n 1", "x,y", `say "no"`, "日本", "k@3", " pad", `back\slash`, "-dash", "it's"}
	for _, from := range nodes {
		for _, to := range nodes {
			want := Omit(from, to, 7)
			if got, err := ParseOmission(want.Flag(), nodes); err != nil || got != want {
				t.Errorf("%s is read as %+v, %v", want.Flag(), got, err)
			}
		}
		want := CrashAt(from, 3)
		if got, err := ParseCrash(want.Flag()); err != nil || got != want {
			t.Errorf("%s is read as %+v, %v", want.Flag(), got, err)
		}
	}
}

func TestUnquotedNames(t *testing.T) {
	for text, nodes := range map[string][]string{"a:b:c:2": {"a:b", "c"}, "a:b:c:3": nil} {
		if got, err := ParseOmission(text, nodes); err != nil || got.Node != "a:b" || got.To != "c" {
			t.Errorf("%+v, %v", got, err)
		}
	}
	for _, text := range []string{"a:b:c:2", "a:b", "a:b:x", `"a:b:2`, `"a"b:c:2`, "", "::", `"a":"b"`, ":b:1", "a::1", "a@2", `"a":b:c:2`} {
		if f, err := ParseOmission(text, []string{"a", "a:b", "b:c", "c"}); err == nil {
			t.Errorf("omission %s is read as %+v", text, f)
		}
	}
	for _, text := range []string{"", "a", "@", "@2", "a@", "a@x", "a:b:1", `"a@2`, `"a"2`, `"a"x@2`, `"a"@2@3`} {
		if f, err := ParseCrash(text); err == nil {
			t.Errorf("crash %s is read as %+v", text, f)
		}
	}
	if got, err := ParseCrash("k@3@2"); err != nil || got != CrashAt("k@3", 2) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestListsOfNodes(t *testing.T) {
	for _, nodes := range [][]string{{"a"}, {"a", "b:c"}, {"n 1", "x,y", `say "no"`, " pad", "日本"}} {
		if got, err := ParseNodes(QuoteNodes(nodes)); err != nil || !slices.Equal(got, nodes) {
			t.Errorf("%s is read as %q, %v", QuoteNodes(nodes), got, err)
		}
	}
	if got, err := ParseNodes("a, b"); err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q, %v", got, err)
	}
	for text, want := range map[string]string{"a,,b": "the name of a node is empty", "a,b,a": `node "a" is given twice`, `"a`: "does not end"} {
		if list, err := ParseNodes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", text, list, err)
		}
	}
}
