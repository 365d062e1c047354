package wire

import (
	"molly/failure"
	"molly/verify/expect"
)

// Protocols is the result of molly protocols list.
type Protocols struct {
	Schema    int        `json:"schema"`
	Protocols []Protocol `json:"protocols"`
}

// Protocol is a protocol that ships with molly.
type Protocol struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Spec  Spec   `json:"spec"` // its own
	// Expected is what the comments of its file expect.
	Expected []Expected `json:"expected"`
}

// Expected is a verdict that is expected under a specification.
type Expected struct {
	Spec
	Verdict expect.Verdict `json:"verdict"`
	// Faults are those that the comment names.
	Faults *failure.Faults `json:"faults,omitempty"`
}

// NewExpected returns what expectations say.
func NewExpected(list []expect.Expectation) []Expected {
	out := []Expected{}
	for _, e := range list {
		x := Expected{Spec: NewSpec(e.Spec, e.Nodes), Verdict: e.Verdict}
		if len(e.Faults) > 0 {
			x.Faults = faults(e.Faults)
		}
		out = append(out, x)
	}
	return out
}
