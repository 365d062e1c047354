package failure

// What a fault does to messages and nodes is said here once, for given faults; package circuit
// says it as functions of all faults that a specification allows (circuit.Network).

// Loses reports whether f loses what one node sends another at a time: it is the omission
// of just that, or a crash of the sender then or earlier. What a node sends itself is
// never lost on its way.
func (f Fault) Loses(from, to string, time int) bool {
	switch {
	case f.Node != from || from == to:
		return false
	case f.Kind == Crash:
		return f.Time <= time
	case f.Kind == Omission:
		return f.To == to && f.Time == time
	}
	return false
}

// LostBy returns the fault that loses what from sends to at a time: of several, the
// sender's crash. Both must be nodes. Whether the receiver is down when it arrives is another
// question: see [Scenario.OutageAt].
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

// Delivers reports whether a message that from sends to at the given time is not lost on its way.
// Both must be nodes.
func (s Scenario) Delivers(from, to string, time int) bool {
	_, lost := s.LostBy(from, to, time)
	return !lost
}

// Arrivals returns the times at which what from sends to at a time gets there: once, and once
// more where it comes twice; never where it is lost on its way. Both must be nodes. What gets to
// a node that is down is lost there, and the times may lie after the end of the run.
func (s Scenario) Arrivals(spec Spec, from, to string, time int) []int {
	if _, lost := s.LostBy(from, to, time); lost {
		return nil
	}
	first := s.arrival(from, to, time)
	if spec.FIFO {
		for t := max(1, time-spec.Delay); t < time; t++ {
			if _, lost := s.LostBy(from, to, t); !lost {
				first = max(first, s.arrival(from, to, t))
			}
		}
	}
	if copied, twice := s.OfMessage(Twice, from, to, time); twice {
		return []int{first, first + copied.D}
	}
	return []int{first}
}

// arrival is when what is sent, and is not lost, arrives by itself, whatever was sent before.
func (s Scenario) arrival(from, to string, time int) int {
	late, _ := s.OfMessage(Late, from, to, time) // D is 0 where it is on time
	return time + 1 + late.D
}

// OfMessage returns the fault of a kind of link that what from sends to at a time suffers.
func (s Scenario) OfMessage(k Kind, from, to string, time int) (f Fault, there bool) {
	for _, f := range s {
		if f.Kind == k && f.Time == time && f.Node == from && f.To == to {
			return f, true
		}
	}
	return Fault{}, false
}

// OutageAt returns the outage by which a node is down at a time.
func (s Scenario) OutageAt(node string, time int) (f Fault, down bool) {
	for _, f := range s {
		if f.Kind == Outage && f.Node == node && f.Time <= time && time < f.Until {
			return f, true
		}
	}
	return Fault{}, false
}

// Boots reports whether a node starts at a time: at time 1 where it is not down then, and when
// it comes back from an outage.
func (s Scenario) Boots(node string, time int) bool {
	for _, f := range s {
		if f.Kind == Outage && f.Node == node && f.Until == time {
			return true
		}
	}
	_, down := s.OutageAt(node, time)
	return time == 1 && !down
}

// Holds reports whether a fault's variable is true in the scenario. That of a lateness, or of a
// second copy, says "so many rounds or more", where a message that is lost is late without end;
// that of any other fault says that the scenario has it.
func (s Scenario) Holds(variable Fault) bool {
	switch variable.Kind {
	case Late:
		if _, lost := s.OfMessage(Omission, variable.Node, variable.To, variable.Time); lost {
			return true
		}
		fallthrough
	case Twice:
		f, there := s.OfMessage(variable.Kind, variable.Node, variable.To, variable.Time)
		return there && f.D >= variable.D
	}
	return s.Has(variable)
}
