package demi

// size is how long an execution is, and how many of its events come from outside.
type size struct{ events, externals int }

// effort is how many executions a reduction took, and how many seconds.
type effort struct{ executions, seconds int }

// bug is a row of the paper's Tables 1 and 2.
type bug struct {
	sample, name string
	nodes        string // of raft: how many
	fifo         bool
	deliveries   int // that an execution has at least to be reduced

	initial, provenance, sts, tfb, optimal, noDiverge size
	stsEffort, tfbEffort                              effort
}

// bugs are those of the tables. The paper's executions of raft have 300 deliveries at least; ours of spark have fewer, for a
// cluster that computes nothing between two messages sends fewer of them.
var bugs = []bug{
	{"raft", "45", "4", true, 300, size{2160, 108}, size{2138, 108}, size{1183, 8}, size{23, 8}, size{22, 8}, size{1826, 11}, effort{594, 56}, effort{2854, 114}},
	{"raft", "46", "4", true, 300, size{1250, 108}, size{1243, 108}, size{674, 8}, size{35, 8}, size{23, 6}, size{896, 9}, effort{384, 73}, effort{4518, 209}},
	{"raft", "56", "4", true, 300, size{2380, 108}, size{2376, 108}, size{1427, 8}, size{82, 8}, size{21, 8}, size{2064, 9}, effort{524, 54}, effort{31149, 2078}},
	{"raft", "58a", "4", true, 300, size{2850, 108}, size{2824, 108}, size{953, 32}, size{226, 31}, size{51, 11}, size{2368, 35}, effort{624, 137}, effort{834972, 43345}},
	{"raft", "58b", "5", true, 300, size{1500, 208}, size{1496, 208}, size{164, 13}, size{40, 8}, size{28, 8}, size{1103, 13}, effort{340, 23}, effort{1747, 31}},
	{"raft", "42", "5", true, 300, size{1710, 208}, size{1695, 208}, size{1093, 39}, size{180, 21}, size{39, 16}, size{1264, 43}, effort{568, 118}, effort{176517, 10558}},
	{"raft", "66", "4", false, 300, size{400, 68}, size{392, 68}, size{262, 23}, size{77, 15}, size{29, 10}, size{279, 23}, effort{192, 14}, effort{10334, 334}},
	{"spark", "2294", "", true, 150, size{1000, 30}, size{886, 30}, size{43, 3}, size{40, 3}, size{25, 1}, size{43, 3}, effort{248, 330}, effort{78, 97}},
	{"spark", "3150", "", true, 150, size{600, 20}, size{536, 20}, size{18, 3}, size{14, 3}, size{11, 3}, size{18, 3}, effort{174, 219}, effort{21, 26}},
	{"spark", "9256", "", true, 150, size{300, 20}, size{256, 20}, size{11, 1}, size{11, 1}, size{11, 1}, size{11, 1}, effort{73, 96}, effort{0, 0}},
}

func (b bug) String() string { return b.sample + "-" + b.name }

// shrunk is the paper's Table 3: raft-45 with 9 nodes, at first, and reduced without and with a smaller cluster.
var shrunk = struct{ initial, without, with size }{size{360, 9}, size{81, 8}, size{51, 5}}

// table5 are the tests of the paper's Table 5, by the numbers of the events.
var table5 = []string{"1 2 3 4", "5 6 7 8", "1 2 5 6 7 8", "3 4 5 6 7 8", "3 5 6 7 8", "1 2 3 4 5 6", "1 2 3 4 5"}
