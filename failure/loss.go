package failure

// What a fault loses is said here once, for given faults; package circuit says it as a
// function of all faults that a specification allows (circuit.Losses).

// Loses reports whether f loses what one node sends another at a time: it is the omission
// of just that, or a crash of the sender then or earlier. What a node sends itself is
// never lost.
func (f Fault) Loses(from, to string, time int) bool {
	switch {
	case f.Node != from || from == to:
		return false
	case f.Kind == Crash:
		return f.Time <= time
	default:
		return f.To == to && f.Time == time
	}
}

// LostBy returns the fault that loses what from sends to at a time: of several, the
// sender's crash. Both must be nodes.
func (s Scenario) LostBy(from, to string, time int) (f Fault, lost bool) {
	for _, g := range s {
		if g.Time > time {
			break
		}
		if g.Loses(from, to, time) {
			f, lost = g, true
			if g.Kind == Crash {
				break
			}
		}
	}
	return f, lost
}

// Delivers reports whether a message that from sends to at the given time arrives. Both
// must be nodes.
func (s Scenario) Delivers(from, to string, time int) bool {
	_, lost := s.LostBy(from, to, time)
	return !lost
}
