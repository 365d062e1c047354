package circuit

import "molly/failure"

// happens says of each fault of some scenarios in which of them it happens, a bit for each.
type happens map[failure.Fault]uint64

// add enters a scenario in normal form. What is late or comes a second time by some rounds does so by
// fewer, too: see [Network].
func (h happens) add(s failure.Scenario, scenario uint64) {
	for _, f := range s {
		h[f] |= scenario
		if f.Kind == failure.Late || f.Kind == failure.Twice {
			for f.D--; f.D > 0; f.D-- {
				h[f] |= scenario
			}
		}
	}
}

// of returns the scenarios in which a variable is true: what is lost is late without end.
func (h happens) of(variable failure.Fault) uint64 {
	in := h[variable]
	if variable.Kind == failure.Late {
		in |= h[failure.Omit(variable.Node, variable.To, variable.Time)]
	}
	return in
}
