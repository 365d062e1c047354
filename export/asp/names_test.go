package asp

import "testing"

// Names that clingo can read stay as they are, and no two names become one.
func TestNamesStay(t *testing.T) {
	for _, name := range []string{"X", "Node", "X1", "Payload_2"} {
		if got := variable(name); got != name {
			t.Errorf("the variable %s is written %s", name, got)
		}
	}
	seen := map[string]string{}
	for _, name := range []string{"X", "x", "V_x", "V_X", "_x", "X.y", "X_dy", "V_V_x", "x?"} {
		got := variable(name)
		if other, taken := seen[got]; taken {
			t.Errorf("%s and %s are both written %s", name, other, got)
		}
		if !plainVariable.MatchString(got) {
			t.Errorf("%s is written %s, which is no variable", name, got)
		}
		seen[got] = name
	}
}
