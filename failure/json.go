package failure

// Bounds is a specification in JSON.
type Bounds struct {
	EOT     int `json:"eot"`     // the last time of a run
	EFF     int `json:"eff"`     // the first time at which nothing is lost any more
	Crashes int `json:"crashes"` // how many nodes may crash
}

// Bounds returns the specification as it is written to JSON.
func (s Spec) Bounds() Bounds { return Bounds(s) }

// Spec returns the specification that was written to JSON.
func (j Bounds) Spec() Spec { return Spec(j) }

// Faults is a scenario in JSON. Both lists are sorted by time, and there even when empty.
type Faults struct {
	Omissions []OmissionFault `json:"omissions"` // the messages that are lost
	Crashes   []CrashFault    `json:"crashes"`   // the nodes that crash
}

// OmissionFault is an omission in JSON: what one node sends to another at a time is lost.
type OmissionFault struct {
	From string `json:"from"` // the sender
	To   string `json:"to"`   // the receiver
	Time int    `json:"time"` // the time of sending
}

// CrashFault is a crash in JSON.
type CrashFault struct {
	Node string `json:"node"` // the node that crashes
	Time int    `json:"time"` // the time from which on nothing that the node sends arrives
}

// Faults returns the scenario as it is written to JSON.
func (s Scenario) Faults() Faults {
	j := Faults{Omissions: []OmissionFault{}, Crashes: []CrashFault{}}
	for _, f := range s {
		if f.Kind == Crash {
			j.Crashes = append(j.Crashes, CrashFault{f.Node, f.Time})
		} else {
			j.Omissions = append(j.Omissions, OmissionFault{f.Node, f.To, f.Time})
		}
	}
	return j
}

// Scenario returns the scenario that was written to JSON.
func (j Faults) Scenario() Scenario {
	var list []Fault
	for _, o := range j.Omissions {
		list = append(list, Omit(o.From, o.To, o.Time))
	}
	for _, c := range j.Crashes {
		list = append(list, CrashAt(c.Node, c.Time))
	}
	return NewScenario(list...)
}
