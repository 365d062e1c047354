package circuit

import "molly/failure"

// Losses says when messages are lost, as functions of the faults that a specification
// allows. Under every admissible scenario it says what failure.Scenario.Delivers says.
type Losses struct {
	circuit   *Circuit
	spec      failure.Spec
	crashedBy map[string][]Lit // by node and time: crashed then or earlier
}

// NewLosses makes the functions in c.
func NewLosses(c *Circuit, spec failure.Spec) *Losses {
	return &Losses{circuit: c, spec: spec, crashedBy: map[string][]Lit{}}
}

// Lost says when what from sends to at a time is lost. Both must be nodes.
func (l *Losses) Lost(from, to string, time int) Lit {
	if from == to {
		return False
	}
	by, begun := l.crashedBy[from]
	if !begun {
		by = []Lit{False}
	}
	for t := len(by); t <= time; t++ {
		by = append(by, l.circuit.Or(by[t-1], l.Crash(from, t)))
	}
	l.crashedBy[from] = by
	omitted := False
	if time < l.spec.EFF {
		omitted = l.circuit.Var(failure.Omit(from, to, time))
	}
	return l.circuit.Or(omitted, by[time])
}

// Crash says when a node crashes at just that time.
func (l *Losses) Crash(node string, time int) Lit {
	if l.spec.Crashes == 0 {
		return False
	}
	return l.circuit.Var(failure.CrashAt(node, time))
}
