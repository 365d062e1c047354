package repro

import "molly/failure"

// broken is a row of the paper's Figure 12: a program with a counterexample.
type broken struct {
	name         string // of ours
	paper        string // the paper's name
	spec         failure.Spec
	lines        int
	combinations string // as printed
	random, ldfi effort
}

// effort is how many executions a search took, and how many seconds.
type effort struct{ executions, seconds float64 }

var figure12 = []broken{
	{"delivery/simple", "simple-deliv", failure.Spec{EOT: 4, EFF: 2}, 4, "4.10e3", effort{4.08, 0.16}, effort{2, 0.12}},
	{"delivery/retry", "retry-deliv", failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, 5, "4.07e4", effort{75.24, 1.28}, effort{3, 0.12}},
	{"delivery/classic", "classic-deliv", failure.Spec{EOT: 5, EFF: 3}, 5, "2.62e5", effort{116.16, 1.81}, effort{5, 0.24}},
	{"commit/2pc", "2pc", failure.Spec{EOT: 5, Crashes: 1}, 16, "24", effort{5.48, 0.31}, effort{2, 0.22}},
	{"commit/2pc-ctp", "2pc-ctp", failure.Spec{EOT: 8, Crashes: 1}, 25, "36", effort{8.56, 1.04}, effort{3, 1.01}},
	{"commit/3pc", "3pc", failure.Spec{EOT: 9, EFF: 7, Crashes: 1}, 24, "2.43e26", effort{40.60, 6.24}, effort{55, 9.60}},
	{"replication/kafka-0.8", "Kafka", failure.Spec{EOT: 6, EFF: 4, Crashes: 1}, 18, "1.85e25", effort{1183.12, 133.30}, effort{38, 3.74}},
}

// holding is a row of the paper's Figure 13: a program without a counterexample, as far
// as 120 seconds went.
type holding struct {
	name         string
	paper        string
	spec         failure.Spec // with the number of crashes that reproduces the combinations
	lines        int
	combinations string
	executions   int
}

var figure13 = []holding{
	{"delivery/redun", "redun-deliv", failure.Spec{EOT: 11, EFF: 10, Crashes: 1}, 7, "8.07e18", 11},
	{"delivery/ack", "ack-deliv", failure.Spec{EOT: 8, EFF: 7, Crashes: 1}, 5, "3.08e13", 673},
	{"agreement/paxos", "paxos-synod", failure.Spec{EOT: 7, EFF: 6, Crashes: 1}, 33, "4.81e11", 173},
	{"agreement/bully", "bully-le", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, 11, "1.26e17", 2},
	{"replication/flux", "flux", failure.Spec{EOT: 22, EFF: 21, Crashes: 1}, 41, "6.20e76", 187},
}
