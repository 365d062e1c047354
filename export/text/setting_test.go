package text_test

import (
	"strings"
	"testing"

	"molly/dedalus"
	"molly/export/text"
)

// What is wrong with a setting is said with what to write instead.
func TestSettingError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program string
		given   dedalus.Settings
		says    []string
	}{
		{`p("a", 1)@1;`, dedalus.Settings{}, []string{"EOT and EFF are not set", "(--eot, --eff)", "\n    // molly: eot=6 eff=3 crashes=0 nodes=a"}},
		{`p("a", 1)@1;`, dedalus.Settings{EOT: new(4)}, []string{"EFF is not set", "(--eff)", "eot=4"}},
		{`p(1)@1;`, dedalus.Settings{EOT: new(4), EFF: new(2)}, []string{"there are no nodes", "--nodes a,b,c"}},
		{`p("a", 1)@1;`, dedalus.Settings{EOT: new(4), EFF: new(2), Nodes: []string{"a\a"}}, []string{`node "a\a"`, "\nName the nodes"}},
		{"// molly: eot=4 eff=2\np(\"a\", 1)@1;", dedalus.Settings{Crashes: new(3)}, []string{"crashes"}},
		{"// molly: eot=4 eff=2\np(\"a\", 1)@1;", dedalus.Settings{EOT: new(1)}, []string{"\n(EFF: from the directive at my.ded:1"}},
	} {
		p, found := dedalus.ParseString("my.ded", c.program)
		if p == nil {
			t.Fatal(found)
		}
		_, err := p.Setting(c.given)
		if err == nil {
			t.Errorf("%q has a setting", c.program)
			continue
		}
		got := text.SettingError(err)
		for _, want := range c.says {
			if !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
				t.Errorf("%q: it says\n%s\nwithout %q", c.program, got, want)
			}
		}
	}
}
