package failure

import "testing"

func TestDescribe(t *testing.T) {
	s := NewScenario(CrashAt("b", 2), Omit("a", "b", 1))
	for want, got := range map[string]string{
		"what a sends to b at time 1 is lost":                             s.Describe()[0],
		"b crashes at time 2: nothing that it sends from then on arrives": s.Describe()[1],
		"no losses, no crashes":                                           Spec{EOT: 3, EFF: 1}.Describe(),
		"any losses at time 1, at most 1 crash":                           Spec{EOT: 3, EFF: 2, Crashes: 1}.Describe(),
		"any losses at times 1 to 3, at most 2 crashes":                   Spec{EOT: 5, EFF: 4, Crashes: 2}.Describe(),
		`a`: QuoteNode("a"), `"a,b"`: QuoteNode("a,b"), `""`: QuoteNode(""), `"a "`: QuoteNode("a "), "a b": QuoteNode("a b"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
