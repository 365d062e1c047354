// Package prototype writes the folder that Molly's prototype wrote, for tools that read it,
// such as Nemo: runs.json, and for each run N, counted from 0, two pictures and two lineages.
//
//	run_N_spacetime.dot, .svg     the run; the nodes of the graph are node_NAME_TIME
//	run_N_provenance.dot, .svg    the lineage of its outcome
//	run_N_pre_provenance.json     the lineage of pre at the end of the run
//	run_N_post_provenance.json    the lineage of post
//
// Values are text, without quotes. Times are the last columns of tuples.
package prototype

import "molly/viz/scene"

// Never is the time of the arrival of what is lost.
const Never = 99999

// Wildcard is the arrival of a clock goal that leaves it open.
const Wildcard = "__WILDCARD__"

// Run is an entry of runs.json.
type Run struct {
	Iteration   int         `json:"iteration"`
	Status      string      `json:"status"` // success or failure
	FailureSpec FailureSpec `json:"failureSpec"`
	Model       Model       `json:"model"`
	Messages    []Message   `json:"messages"`
}

// FailureSpec is the specification, with the faults of the run.
type FailureSpec struct {
	EOT        int        `json:"eot"`
	EFF        int        `json:"eff"`
	MaxCrashes int        `json:"maxCrashes"`
	Nodes      []string   `json:"nodes"`
	Crashes    []Crash    `json:"crashes"`
	Omissions  []Omission `json:"omissions"`
}

// Crash is a crash.
type Crash struct {
	Node string `json:"node"`
	Time int    `json:"time"`
}

// Omission is the loss of what one node sends another at a time.
type Omission struct {
	From string `json:"from"`
	To   string `json:"to"`
	Time int    `json:"time"`
}

// Model has the tuples of the run, by relation.
type Model struct {
	Tables map[string][][]string `json:"tables"`
}

// Message is a message.
type Message struct {
	Table       string `json:"table"`
	From        string `json:"from"`
	To          string `json:"to"`
	SendTime    int    `json:"sendTime"`
	ReceiveTime int    `json:"receiveTime"` // or Never
}

// Provenance is a lineage. Its edges go from goals to the rules that conclude them, and from
// rules to the goals that they rest on.
type Provenance struct {
	Goals []Goal `json:"goals"`
	Rules []Rule `json:"rules"`
	Edges []Edge `json:"edges"`
}

// Goal is a tuple at a time.
type Goal struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Table string `json:"table"`
	Time  string `json:"time"`
}

// Rule is a rule that concludes a goal.
type Rule struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Table string `json:"table"`
	Type  string `json:"type"` // single, next or async
}

// Edge goes from a goal to a rule, or back.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Execution is all that there is of a run. Its iteration is set by the writer.
type Execution struct {
	Run       Run
	Pre, Post Provenance
	SpaceTime *scene.Scene
	Lineage   *scene.Scene // nil where there is none
}
