package failure

import (
	"fmt"
	"math/big"
	"testing"
)

var abc = []string{"a", "b", "c"}

// The number of scenarios is what enumeration yields, each once, normal and admissible.
func TestScenariosAreCounted(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for eot := 1; eot <= 4; eot++ {
			for eff := 0; eff <= min(eot, 3); eff++ {
				for crashes := 0; crashes <= n; crashes++ {
					s := Spec{EOT: eot, EFF: eff, Crashes: crashes}
					if s.Scenarios(abc[:n]).Cmp(big.NewInt(100000)) > 0 {
						continue
					}
					seen := map[string]bool{}
					for sc := range s.Each(abc[:n]) {
						if err := sc.Admissible(s, abc[:n]); err != nil {
							t.Fatalf("%v: %v", s, err)
						}
						if norm := NewScenario(sc...); norm.String() != sc.String() {
							t.Fatalf("%v: %v is not in normal form, %v is", s, sc, norm)
						}
						if seen[sc.String()] {
							t.Fatalf("%v: %v twice", s, sc)
						}
						seen[sc.String()] = true
					}
					if want := s.Scenarios(abc[:n]).Int64(); int64(len(seen)) != want {
						t.Errorf("%v on %d nodes: %d scenarios, counted %d", s, n, len(seen), want)
					}
				}
			}
		}
	}
}

func TestKnownCounts(t *testing.T) {
	for _, c := range []struct {
		spec      Spec
		nodes     int
		scenarios string // "" where SEMANTICS gives none
		combos    string // with three digits where it has more than five
	}{
		{Spec{EOT: 4, EFF: 2, Crashes: 0}, 3, "64", "4096"},
		{Spec{EOT: 4, EFF: 2, Crashes: 1}, 3, "688", "40704"},
		{Spec{EOT: 5, EFF: 4, Crashes: 1}, 2, "432", ""},
		{Spec{EOT: 5, EFF: 3, Crashes: 0}, 3, "", "2.62e+05"},
		{Spec{EOT: 5, EFF: 0, Crashes: 1}, 4, "", "24"},
		{Spec{EOT: 8, EFF: 0, Crashes: 1}, 4, "", "36"},
		{Spec{EOT: 9, EFF: 7, Crashes: 1}, 4, "", "2.43e+26"},
		{Spec{EOT: 6, EFF: 4, Crashes: 1}, 5, "", "1.85e+25"},
		{Spec{EOT: 11, EFF: 10, Crashes: 1}, 3, "", "8.07e+18"},
		{Spec{EOT: 8, EFF: 7, Crashes: 1}, 3, "", "3.08e+13"},
		{Spec{EOT: 7, EFF: 6, Crashes: 1}, 3, "", "4.81e+11"},
		{Spec{EOT: 10, EFF: 9, Crashes: 1}, 3, "", "1.26e+17"},
		{Spec{EOT: 22, EFF: 21, Crashes: 1}, 4, "", "6.20e+76"},
	} {
		if got := c.spec.Scenarios([]string{"a", "b", "c", "d", "e"}[:c.nodes]).String(); c.scenarios != "" && got != c.scenarios {
			t.Errorf("%v on %d nodes: %s scenarios, want %s", c.spec, c.nodes, got, c.scenarios)
		}
		got := c.spec.Combinations(c.nodes)
		text := got.String()
		if len(text) > 5 {
			text = fmt.Sprintf("%.2e", new(big.Float).SetInt(got))
		}
		if c.combos != "" && text != c.combos {
			t.Errorf("%v on %d nodes: %s combinations, want %s", c.spec, c.nodes, text, c.combos)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, s := range []Spec{{EOT: 0, EFF: 0, Crashes: 0}, {EOT: 4, EFF: 5, Crashes: 0}, {EOT: 4, EFF: -1}, {EOT: 4, EFF: 2, Crashes: -1}, {EOT: 4, EFF: 2, Crashes: 4}} {
		if s.Validate(3) == nil {
			t.Errorf("%v is accepted", s)
		}
	}
	for _, s := range []Spec{{EOT: 1, EFF: 0, Crashes: 0}, {EOT: 4, EFF: 4, Crashes: 3}} {
		if err := s.Validate(3); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}

func TestNormalForm(t *testing.T) {
	got := NewScenario(Omit("a", "b", 3), CrashAt("a", 2), Omit("a", "c", 2), Omit("a", "b", 1), Omit("a", "b", 1))
	if want := "{O(a,b,1), C(a,2)}"; got.String() != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestOrder(t *testing.T) {
	o := Omit("a", "b", 1)
	small, large := NewScenario(o, CrashAt("c", 3)), NewScenario(o, CrashAt("c", 2), Omit("b", "a", 1))
	if !small.AtMost(large) || large.AtMost(small) {
		t.Error("a later crash is a smaller fault")
	}
	if small.Compare(large) >= 0 {
		t.Error("fewest faults come first")
	}
	if NewScenario(CrashAt("c", 3)).Compare(NewScenario(CrashAt("a", 2))) >= 0 {
		t.Error("the largest sum of crash times comes first")
	}
	// What is smaller always comes first, and Minimal keeps what nothing is below.
	var all []Scenario
	for s := range (Spec{EOT: 3, EFF: 2, Crashes: 1}).Each(abc[:2]) {
		all = append(all, s)
	}
	for _, s := range all {
		for _, u := range all {
			if s.AtMost(u) && s.Compare(u) > 0 {
				t.Errorf("%v is below %v but comes later", s, u)
			}
		}
	}
	if m := Minimal(all); len(m) != 1 || len(m[0]) != 0 {
		t.Errorf("minimal of all: %v", m)
	}
}

func TestFaultsAreReadable(t *testing.T) {
	for want, f := range map[string]Fault{
		"O(a,b-2,1)":           Omit("a", "b-2", 1),
		`C(é.x,3)`:             CrashAt("é.x", 3),
		`O("n 1","a,b",1)`:     Omit("n 1", "a,b", 1),
		`C("",1)`:              CrashAt("", 1),
		`O("say \"hi\"",_b,2)`: Omit(`say "hi"`, "_b", 2),
	} {
		if got := f.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestRename(t *testing.T) {
	exchange := func(n string) string { return map[string]string{"a": "b", "b": "a", "c": "c"}[n] }
	s := NewScenario(Omit("a", "b", 2), Omit("c", "a", 1), Omit("c", "b", 2), CrashAt("b", 1))
	if got := s.Rename(exchange).String(); got != "{O(c,b,1), C(a,1), O(b,a,2), O(c,a,2)}" {
		t.Error(got)
	}
	if s.Rename(exchange).Rename(exchange).Compare(s) != 0 {
		t.Error("renamed twice, it is another scenario")
	}
	if Scenario(nil).Rename(exchange) != nil {
		t.Error("the failure-free scenario is another one")
	}
}

// The numbers by faults are those of enumeration, and add up to all.
func TestScenariosByFaults(t *testing.T) {
	for _, s := range []Spec{{EOT: 4, EFF: 2, Crashes: 0}, {EOT: 3, EFF: 3, Crashes: 1}, {EOT: 4, EFF: 2, Crashes: 2}, {EOT: 3, EFF: 0, Crashes: 3}, {EOT: 1, EFF: 1, Crashes: 1}, {EOT: 5, EFF: 4, Crashes: 1}} {
		for n := 1; n <= 3; n++ {
			if s.Crashes > n || s.Scenarios(abc[:n]).Cmp(big.NewInt(100000)) > 0 {
				continue
			}
			got, err := s.ScenariosByFaults(t.Context(), abc[:n])
			if err != nil {
				t.Fatal(err)
			}
			want := make([]int64, len(got))
			for sc := range s.Each(abc[:n]) {
				want[len(sc)]++
			}
			for k := range got {
				if got[k].Cmp(big.NewInt(want[k])) != 0 {
					t.Errorf("%v on %d nodes: %v with %d faults, want %d", s, n, got[k], k, want[k])
				}
			}
			if want[len(want)-1] == 0 {
				t.Errorf("%v on %d nodes: the last entry is 0", s, n)
			}
		}
	}
}

// Faults are allowed where there are any.
func TestAllowsFaults(t *testing.T) {
	for eot := 1; eot <= 3; eot++ {
		for eff := 0; eff <= eot; eff++ {
			for n := 1; n <= 3; n++ {
				for crashes := 0; crashes <= n; crashes++ {
					s := Spec{EOT: eot, EFF: eff, Crashes: crashes}
					if got, want := s.AllowsFaults(n), len(s.Faults(abc[:n])) > 0; got != want {
						t.Errorf("%v on %d nodes: %v, want %v", s, n, got, want)
					}
				}
			}
		}
	}
}
