package wire

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
	Expected []Expectation `json:"expected"`
}
