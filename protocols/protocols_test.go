package protocols_test

import (
	"math/big"
	"path"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/protocols"
	"molly/verify"
)

// load reads a protocol, which must not even deserve a warning.
func load(t *testing.T, name string) (*datalog.Program, dedalus.Settings) {
	t.Helper()
	p, diagnostics := dedalus.Loader{Library: protocols.Library()}.Load(name)
	for _, d := range diagnostics {
		t.Error(d.String())
	}
	if p == nil {
		t.FailNow()
	}
	return p.Datalog(), p.Settings()
}

func TestProtocolsAreComplete(t *testing.T) {
	for _, p := range protocols.All() {
		_, s := load(t, p.Name)
		if p.Title == "" || len(p.Title) > 90 {
			t.Errorf("%s has the title %q", p.Name, p.Title)
		}
		if s.EOT == nil || s.EFF == nil || s.Crashes == nil || s.Nodes == nil {
			t.Errorf("%s: its directive sets not everything", p.Name)
			continue
		}
		own := failure.Spec{EOT: *s.EOT, EFF: *s.EFF, Crashes: *s.Crashes}
		expected := false
		for _, e := range protocols.Expectations() {
			expected = expected || e.Protocol == p.Name && e.Spec == own
		}
		if !expected {
			t.Errorf("%s: nothing is expected under its own specification %v", p.Name, own)
		}
	}
}

// exhaustible is how many scenarios a test may run one by one.
const exhaustible = 20_000

func TestExpectations(t *testing.T) {
	for _, e := range protocols.Expectations() {
		program, settings := load(t, e.Protocol)
		t.Run(path.Base(e.Protocol)+e.Spec.String(), func(t *testing.T) {
			search := func(o verify.Options) *verify.Verdict {
				o.Spec, o.Nodes = e.Spec, settings.Nodes
				v, err := verify.Verify(t.Context(), program, o)
				if err != nil {
					t.Fatal(err)
				}
				if want := map[bool]verify.Kind{true: verify.Certified, false: verify.Counterexample}[e.Holds]; v.Kind != want {
					t.Errorf("%v: %s, want %s", o.Strategy, v.Kind, want)
				}
				if !v.Complete || v.Vacuous || len(v.Warnings) > 0 || e.Holds && !v.HeldUnderFaults && e.Spec != (failure.Spec{EOT: e.Spec.EOT}) {
					t.Errorf("%v: %+v", o.Strategy, v)
				}
				return v
			}
			symbolic := search(verify.Options{})
			if want := map[bool]int{true: 1, false: 2}[e.Holds]; symbolic.Executions != want {
				t.Errorf("symbolic needs %d executions, want %d", symbolic.Executions, want)
			}
			var others []*verify.Verdict
			if e.Executions > 0 {
				others = append(others, search(verify.Options{Strategy: verify.LDFI}))
				if n := others[0].Executions; n > e.Executions {
					t.Errorf("ldfi needs %d executions, at most %d are expected", n, e.Executions)
				}
			}
			if symbolic.Scenarios.Cmp(big.NewInt(exhaustible)) <= 0 {
				others = append(others, search(verify.Options{Strategy: verify.Exhaustive}))
			}
			for _, v := range others {
				for i, f := range v.Findings {
					if f.Scenario.Compare(symbolic.Findings[i].Scenario) != 0 {
						t.Errorf("%v reports %v, symbolic %v", v.Strategy, f.Scenario, symbolic.Findings[i].Scenario)
					}
				}
			}
		})
	}
}
