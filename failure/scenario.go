package failure

import (
	"cmp"
	"slices"
)

// Scenario is a set of faults, and of the inputs that are chosen.
//
// Invariant of a Scenario made by [NewScenario]: sorted by [Fault.Compare], no
// repetition, and in normal form: no fault of what a node sends while it is down or has crashed;
// what is lost is neither late nor comes twice; a message has one lateness, and one second copy
// at most. The nil Scenario is the failure-free one.
type Scenario []Fault

// NewScenario makes a scenario in normal form. Of several latenesses of a message it keeps the
// largest, and of several second copies the one that comes last. It keeps several crashes and
// outages of one node, which [Scenario.Admissible] refuses.
func NewScenario(faults ...Fault) Scenario {
	s := Scenario(slices.Clone(faults))
	slices.SortFunc(s, Fault.Compare)
	s = slices.Compact(s)
	var ends []Fault // crashes and outages
	for _, f := range s {
		if f.Kind.OfNode() {
			ends = append(ends, f)
		}
	}
	silent := func(f Fault) bool {
		for _, e := range ends {
			if e.Node == f.Node && e.Time <= f.Time && (e.Kind == Crash || f.Time < e.Until) {
				return true
			}
		}
		return false
	}
	kept := make(Scenario, 0, len(s))
	for i, f := range s {
		if f.Kind.OfLink() {
			if silent(f) || f.Kind != Omission && s.lostAt(f) {
				continue
			}
			// Of faults that differ in D alone the largest comes last.
			if i+1 < len(s) && f.Kind != Omission && s[i+1].sameMessage(f) && s[i+1].Kind == f.Kind {
				continue
			}
		}
		kept = append(kept, f)
	}
	if len(kept) == 0 {
		return nil
	}
	return slices.Clip(kept)
}

// lostAt reports whether the omission of what a fault is about is there.
func (s Scenario) lostAt(f Fault) bool { return s.Has(Omit(f.Node, f.To, f.Time)) }

// sameMessage reports whether two faults are about what the same node sends the same other one
// at the same time.
func (f Fault) sameMessage(g Fault) bool {
	return f.Time == g.Time && f.Node == g.Node && f.To == g.To && f.Kind.OfLink() && g.Kind.OfLink()
}

// Of returns the scenario's faults of some kinds, in order.
func (s Scenario) Of(kinds ...Kind) []Fault {
	var out []Fault
	for _, f := range s {
		if slices.Contains(kinds, f.Kind) {
			out = append(out, f)
		}
	}
	return out
}

// Omissions returns the scenario's omissions in order.
func (s Scenario) Omissions() []Fault { return s.Of(Omission) }

// Crashes returns the scenario's crashes in order.
func (s Scenario) Crashes() []Fault { return s.Of(Crash) }

// Inputs returns the inputs that are chosen, in the order of their clauses.
func (s Scenario) Inputs() []Fault {
	chosen := s.Of(Input)
	slices.SortFunc(chosen, func(f, g Fault) int { return cmp.Or(cmp.Compare(f.D, g.D), cmp.Compare(f.Time, g.Time)) })
	return chosen
}

// Size returns how many faults there are; inputs are none.
func (s Scenario) Size() int {
	n := 0
	for _, f := range s {
		if f.Kind != Input {
			n++
		}
	}
	return n
}

// Has reports whether f is one of the scenario's faults.
func (s Scenario) Has(f Fault) bool {
	_, ok := slices.BinarySearchFunc(s, f, Fault.Compare)
	return ok
}

// CrashTime returns the time at which node crashes, if it does.
func (s Scenario) CrashTime(node string) (time int, crashes bool) {
	for _, f := range s {
		if f.Kind == Crash && f.Node == node {
			return f.Time, true
		}
	}
	return 0, false
}

// AtMost reports whether s ≤ t: every message of s that is late is at least as late in t, or
// lost; every one that is lost is lost in t; every second copy of s is in t, no sooner after the
// first; every crash of s is in t at the same time or earlier; every outage of s lies within
// one of t, or the node has crashed by its beginning in t; every input of s is in t.
func (s Scenario) AtMost(t Scenario) bool {
	for _, f := range s {
		if !t.covers(f) {
			return false
		}
	}
	return true
}

// covers reports whether {f} ≤ s.
func (s Scenario) covers(f Fault) bool {
	if !f.Kind.OfNode() {
		return s.Holds(f)
	}
	for _, g := range s {
		if g.Node != f.Node || g.Time > f.Time {
			continue
		}
		if g.Kind == Crash || g.Kind == Outage && f.Kind == Outage && f.Until <= g.Until {
			return true
		}
	}
	return false
}

// Compare is the order in which counterexamples are preferred:
//
//  1. fewest faults;
//  2. fewest inputs, then the smallest list of them by clause and time;
//  3. most messages that are late: what is lost is late without end;
//  4. the least sum of rounds by which messages are late, and copies come after the first;
//  5. the largest sum of the times at which crashes and outages begin;
//  6. most outages: a crash is an outage without end;
//  7. the shortest outages in sum;
//  8. the smallest sorted list of faults.
//
// A scenario that is smaller by [Scenario.AtMost] always comes first.
func (s Scenario) Compare(t Scenario) int {
	return cmp.Or(s.CompareSize(t), slices.CompareFunc(s, t, Fault.Compare))
}

// CompareSize is Compare, but for the last of these.
func (s Scenario) CompareSize(t Scenario) int {
	a, b := s.Measure(), t.Measure()
	return cmp.Or(
		cmp.Compare(a.Faults, b.Faults),
		cmp.Compare(a.Inputs, b.Inputs),
		s.compareInputs(t, a.Inputs),
		cmp.Compare(b.Late, a.Late),
		cmp.Compare(a.Rounds, b.Rounds),
		cmp.Compare(b.Begins, a.Begins),
		cmp.Compare(b.Outages, a.Outages),
		cmp.Compare(a.Down, b.Down),
	)
}

func (s Scenario) compareInputs(t Scenario, inputs int) int {
	if inputs == 0 {
		return 0
	}
	return slices.CompareFunc(s.Inputs(), t.Inputs(), func(f, g Fault) int {
		return cmp.Or(cmp.Compare(f.D, g.D), cmp.Compare(f.Time, g.Time))
	})
}

// Measure is what Compare looks at before it looks at lists. Of two scenarios with the same
// measure none is below the other by [Scenario.AtMost].
type Measure struct {
	Faults, Inputs int
	Late           int // messages that are late
	Rounds         int // by which they are, and copies come after the first, in sum
	Begins         int // the times of crashes and of the beginnings of outages, in sum
	Outages        int
	Down           int // the lengths of outages, in sum
}

// Measure measures the scenario.
func (s Scenario) Measure() Measure {
	var m Measure
	for _, f := range s {
		m.Faults++
		switch f.Kind {
		case Late:
			m.Late++
			m.Rounds += f.D
		case Twice:
			m.Rounds += f.D
		case Crash:
			m.Begins += f.Time
		case Outage:
			m.Begins += f.Time
			m.Outages++
			m.Down += f.Until - f.Time
		case Input:
			m.Faults--
			m.Inputs++
		}
	}
	return m
}

// CrashTimes returns the sum of the times of crashes, and of those at which outages begin.
func (s Scenario) CrashTimes() int { return s.Measure().Begins }

// Rename returns the scenario with other names of nodes, in normal form.
func (s Scenario) Rename(name func(string) string) Scenario {
	renamed := make([]Fault, len(s))
	for i, f := range s {
		renamed[i] = f.Rename(name)
	}
	return NewScenario(renamed...)
}

// String writes the faults between braces, such as {O(a,b,1), C(c,2)}.
func (s Scenario) String() string {
	return "{" + Names(s) + "}"
}

// Minimal returns the scenarios of list that no other one of list is below,
// sorted by [Scenario.Compare]. It sorts list.
func Minimal(list []Scenario) []Scenario {
	slices.SortFunc(list, Scenario.Compare)
	var minimal []Scenario
next:
	for _, s := range list {
		for _, m := range minimal {
			if m.AtMost(s) {
				continue next
			}
		}
		minimal = append(minimal, s)
	}
	return minimal
}
