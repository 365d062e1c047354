package dedalus

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"molly/failure"
)

// What is given comes before the directive, and that before what the facts say.
func TestSetting(t *testing.T) {
	const rules = "p(\"a\", \"b\")@1; p(X, Y)@next :- p(X, Y);\n"
	for _, c := range []struct {
		directive string
		given     Settings
		want      Setting
	}{
		{"// molly: eot=4 eff=2 crashes=1 nodes=a,b\n", Settings{}, Setting{failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, []string{"a", "b"}, false}},
		{"// molly: eot=4 eff=2 crashes=1 nodes=a,b\n", Settings{EOT: new(6), Crashes: new(0)}, Setting{failure.Spec{EOT: 6, EFF: 2}, []string{"a", "b"}, false}},
		{"// molly: eot=4 eff=2\n", Settings{EFF: new(3)}, Setting{failure.Spec{EOT: 4, EFF: 3}, []string{"a"}, true}},
		{"// molly: eot=4 nodes=b\n", Settings{EFF: new(0), Nodes: []string{"c", "d"}}, Setting{failure.Spec{EOT: 4}, []string{"c", "d"}, false}},
		{"", Settings{EOT: new(1), EFF: new(1), Crashes: new(1)}, Setting{failure.Spec{EOT: 1, EFF: 1, Crashes: 1}, []string{"a"}, true}},
		{"", Settings{EOT: new(LargestEOT), EFF: new(1)}, Setting{failure.Spec{EOT: LargestEOT, EFF: 1}, []string{"a"}, true}},
	} {
		p, found := ParseString("p.ded", c.directive+rules)
		if p == nil {
			t.Fatal(found)
		}
		got, err := p.Setting(c.given)
		if err != nil || got.Spec != c.want.Spec || !slices.Equal(got.Nodes, c.want.Nodes) || got.Inferred != c.want.Inferred {
			t.Errorf("%s: %+v, %v; not %+v", c.directive, got, err, c.want)
		}
	}
}

// Each error says what is wrong, and has what a user needs to mend it.
func TestSettingErrors(t *testing.T) {
	set := func(src string, given Settings) error {
		p, found := ParseString("p.ded", src)
		if p == nil {
			t.Fatal(found)
		}
		_, err := p.Setting(given)
		return err
	}
	const rules = "p(\"a\", \"b\")@3; p(X, Y)@next :- p(X, Y);\n"
	var missing *MissingError
	if err := set(rules, Settings{}); !errors.As(err, &missing) || !slices.Equal(missing.Missing, []string{"EOT", "EFF"}) ||
		err.Error() != "EOT and EFF are neither given nor in the program's directive" {
		t.Errorf("%v", err)
	} else if e := missing.Example; *e.EOT != 8 || *e.EFF != 5 || *e.Crashes != 0 || !slices.Equal(e.Nodes, []string{"a"}) {
		t.Errorf("%d, %d, %d, %v", *e.EOT, *e.EFF, *e.Crashes, e.Nodes)
	}
	if err := set("// molly: eff=9 crashes=1\n"+rules, Settings{}); !errors.As(err, &missing) || !slices.Equal(missing.Missing, []string{"EOT"}) ||
		err.Error() != "EOT is neither given nor in the program's directive" {
		t.Errorf("%v", err)
	} else if e := missing.Example; *e.EOT != 12 || *e.EFF != 9 || *e.Crashes != 1 {
		t.Errorf("%d, %d, %d", *e.EOT, *e.EFF, *e.Crashes)
	}
	if err := set(rules, Settings{EFF: new(9)}); !errors.As(err, &missing) || *missing.Example.EOT != 12 || *missing.Example.EFF != 9 {
		t.Errorf("%v", err)
	}
	var none *NoNodesError
	if err := set("p(1)@1; p(X)@next :- p(X);", Settings{EOT: new(4), EFF: new(2)}); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
	var name *NodeNameError
	if err := set(rules, Settings{EOT: new(4), EFF: new(2), Nodes: []string{"a", "b\x1b"}}); !errors.As(err, &name) || name.Name != "b\x1b" {
		t.Errorf("%v", err)
	}
	var spec *SpecError
	if err := set("// molly: eot=4 crashes=0\n"+rules, Settings{EFF: new(5)}); !errors.As(err, &spec) ||
		!slices.Equal(spec.Directed, []string{"EOT", "crashes"}) || spec.Directive.Line != 1 || !strings.HasPrefix(err.Error(), "EFF is 5") {
		t.Errorf("%v", err)
	}
	if err := set(rules, Settings{EOT: new(4), EFF: new(5)}); !errors.As(err, &spec) || spec.Directed != nil {
		t.Errorf("%v", err)
	}
	if err := set(rules, Settings{EOT: new(LargestEOT + 1), EFF: new(5)}); !errors.As(err, &spec) || !strings.Contains(err.Error(), "the limit is 100000") {
		t.Errorf("%v", err)
	}
}
