package wire

// Protocols is the result of molly protocols.
type Protocols struct {
	Schema    int        `json:"schema"`
	Protocols []Protocol `json:"protocols"` // those that were asked for, or all
}

// Protocol is a protocol that ships with molly.
type Protocol struct {
	Name     string        `json:"name"`     // its name, such as delivery/ack
	Title    string        `json:"title"`    // what it is, in a line
	Spec     Spec          `json:"spec"`     // that of its own directive
	Expected []Expectation `json:"expected"` // what its comments expect
}
