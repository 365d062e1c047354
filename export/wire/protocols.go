package wire

import "molly/verify/expect"

// Protocols is the result of molly protocols.
type Protocols struct {
	Schema    int        `json:"schema"`
	Protocols []Protocol `json:"protocols"` // those that were asked for, or all
}

// Protocol is a protocol that ships with molly.
type Protocol struct {
	Name     string        `json:"name"`     // its name, such as delivery/ack
	Title    string        `json:"title"`    // what it is, in a line
	Spec     Spec          `json:"spec"`     // that of its directive
	Expected []Expectation `json:"expected"` // what its comments expect
}

// NewProtocols returns a list of protocols.
func NewProtocols(list []expect.Protocol) Protocols {
	out := Protocols{Schema: Schema}
	for _, p := range list {
		out.Protocols = append(out.Protocols, Protocol{p.Name, p.Title, NewSpec(p.Spec, p.Nodes), NewExpectations(p.Expected)})
	}
	return out
}
