package failure

// Bounds is a specification in JSON. What is not there is off, or has no limit.
type Bounds struct {
	EOT     int `json:"eot"`     // the last time of a run
	EFF     int `json:"eff"`     // the first time at which nothing is lost, late or doubled any more
	Crashes int `json:"crashes"` // how many nodes may crash, those that come back included

	Delay      int    `json:"delay,omitempty"`      // by how many rounds messages may be late
	NoLoss     bool   `json:"noLoss,omitempty"`     // no message is lost but by crashes and outages
	Twice      bool   `json:"twice,omitempty"`      // messages may arrive a second time
	FIFO       bool   `json:"fifo,omitempty"`       // links keep order
	Restarts   int    `json:"restarts,omitempty"`   // how many of the nodes that crash may come back
	MaxFaults  int    `json:"faults,omitempty"`     // how many faults there may be in all
	Lossy      string `json:"lossy,omitempty"`      // the links that lose, delay and double messages, such as a->b,b->*
	Crashable  string `json:"crashable,omitempty"`  // the nodes that may crash or go down, such as a,b
	CrashUntil int    `json:"crashUntil,omitempty"` // the last time at which a node crashes or goes down
}

// Bounds returns the specification as it is written to JSON: without the inputs, which are the
// program's.
func (s Spec) Bounds() Bounds {
	return Bounds{
		EOT: s.EOT, EFF: s.EFF, Crashes: s.Crashes, Delay: s.Delay, NoLoss: s.NoLoss, Twice: s.Twice, FIFO: s.FIFO,
		Restarts: s.Restarts, MaxFaults: s.MaxFaults, Lossy: string(s.Lossy), Crashable: string(s.Crashable), CrashUntil: s.CrashUntil,
	}
}

// Spec returns the specification that was written to JSON.
func (j Bounds) Spec() Spec {
	return Spec{
		EOT: j.EOT, EFF: j.EFF, Crashes: j.Crashes, Delay: j.Delay, NoLoss: j.NoLoss, Twice: j.Twice, FIFO: j.FIFO,
		Restarts: j.Restarts, MaxFaults: j.MaxFaults, Lossy: Links(j.Lossy), Crashable: NodeSet(j.Crashable), CrashUntil: j.CrashUntil,
	}
}

// Faults is a scenario in JSON. All lists are sorted by time; those of omissions and crashes are
// there even when empty.
type Faults struct {
	Omissions []OmissionFault `json:"omissions"`         // the messages that are lost
	Crashes   []CrashFault    `json:"crashes"`           // the nodes that crash
	Late      []LateFault     `json:"late,omitempty"`    // the messages that are late
	Twice     []TwiceFault    `json:"twice,omitempty"`   // the messages that arrive a second time
	Outages   []OutageFault   `json:"outages,omitempty"` // the nodes that are down for some time
	Inputs    []ChosenInput   `json:"inputs,omitempty"`  // the inputs that are there; they are no faults
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

// LateFault is a lateness in JSON: what one node sends to another at a time arrives some rounds
// late.
type LateFault struct {
	From   string `json:"from"`   // the sender
	To     string `json:"to"`     // the receiver
	Time   int    `json:"time"`   // the time of sending
	Rounds int    `json:"rounds"` // how many rounds late
}

// TwiceFault is a duplication in JSON: what one node sends to another at a time arrives a second
// time.
type TwiceFault struct {
	From   string `json:"from"`   // the sender
	To     string `json:"to"`     // the receiver
	Time   int    `json:"time"`   // the time of sending
	Rounds int    `json:"rounds"` // how many rounds after the first arrival
}

// OutageFault is an outage in JSON: a node is down for some time.
type OutageFault struct {
	Node  string `json:"node"`  // the node that is down
	From  int    `json:"from"`  // the first time at which it is down
	Until int    `json:"until"` // the time at which it is back
}

// ChosenInput is an input in JSON that the program leaves open, and that is there.
type ChosenInput struct {
	Tuple  string `json:"tuple"`  // the tuple, such as bcast("a", "x")
	Clause int    `json:"clause"` // the number of its may clause, in the order of the source
	Time   int    `json:"time"`   // the time at which it is there
}

// Faults returns the scenario as it is written to JSON.
func (s Scenario) Faults() Faults {
	j := Faults{Omissions: []OmissionFault{}, Crashes: []CrashFault{}}
	for _, f := range s {
		switch f.Kind {
		case Late:
			j.Late = append(j.Late, LateFault{f.Node, f.To, f.Time, f.D})
		case Omission:
			j.Omissions = append(j.Omissions, OmissionFault{f.Node, f.To, f.Time})
		case Twice:
			j.Twice = append(j.Twice, TwiceFault{f.Node, f.To, f.Time, f.D})
		case Crash:
			j.Crashes = append(j.Crashes, CrashFault{f.Node, f.Time})
		case Outage:
			j.Outages = append(j.Outages, OutageFault{f.Node, f.Time, f.Until})
		case Input:
			j.Inputs = append(j.Inputs, ChosenInput{f.Node, f.D, f.Time})
		}
	}
	return j
}

// Scenario returns the scenario that was written to JSON.
func (j Faults) Scenario() Scenario {
	var list []Fault
	for _, l := range j.Late {
		list = append(list, LateBy(l.From, l.To, l.Time, l.Rounds))
	}
	for _, o := range j.Omissions {
		list = append(list, Omit(o.From, o.To, o.Time))
	}
	for _, t := range j.Twice {
		list = append(list, TwiceBy(t.From, t.To, t.Time, t.Rounds))
	}
	for _, c := range j.Crashes {
		list = append(list, CrashAt(c.Node, c.Time))
	}
	for _, o := range j.Outages {
		list = append(list, OutageOf(o.Node, o.From, o.Until))
	}
	for _, in := range j.Inputs {
		list = append(list, Choose(in.Tuple, in.Clause, in.Time))
	}
	return NewScenario(list...)
}
