package protocols

import "molly/failure"

// Expected is what a search must say of a protocol under a specification.
type Expected struct {
	Protocol string // a Protocol's name
	Spec     failure.Spec
	Holds    bool // certified; else there is a counterexample
	// Executions bounds the runs of the LDFI paper's loop (ldfi with width 0), those
	// for minimizing apart. 0: it takes too long to be tried.
	Executions int
}

// Expectations lists them by protocol, the smaller specifications first. All are over
// the protocol's own nodes.
func Expectations() []Expected {
	return []Expected{
		{"agreement/paxos", failure.Spec{EOT: 7, EFF: 2, Crashes: 1}, true, 50},
		{"agreement/paxos", failure.Spec{EOT: 7, EFF: 6, Crashes: 1}, true, 0},
		{"agreement/paxos", failure.Spec{EOT: 20, EFF: 19, Crashes: 1}, true, 0},
		{"delivery/ack", failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, true, 15},
		{"delivery/ack", failure.Spec{EOT: 8, EFF: 7, Crashes: 1}, true, 40},
		{"delivery/classic", failure.Spec{EOT: 5, EFF: 3, Crashes: 0}, false, 3},
		{"delivery/classic", failure.Spec{EOT: 6, EFF: 0, Crashes: 2}, true, 3},
		{"delivery/redun", failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, true, 6},
		{"delivery/redun", failure.Spec{EOT: 11, EFF: 10, Crashes: 1}, true, 11},
		{"delivery/retry", failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, false, 3},
		{"delivery/retry", failure.Spec{EOT: 6, EFF: 3, Crashes: 0}, true, 1},
		{"delivery/simple", failure.Spec{EOT: 4, EFF: 2, Crashes: 0}, false, 2},
	}
}
