package failure

import (
	"fmt"
	"slices"
	"strings"
)

// Spec is an Fspec, the failure specification ⟨EOT, EFF, Crashes⟩ of the LDFI paper (§2.1.1), with
// what else may go wrong. Specifications are comparable with ==. Certificates have their fields in JSON.
type Spec struct {
	EOT     int // the last time of a run; runs start at time 1
	EFF     int // the first time at which nothing is lost, delayed or doubled any more; 0 means 1
	Crashes int // how many nodes may crash, those that come back included

	Delay    int  `json:",omitempty"` // by how many rounds messages may be late
	NoLoss   bool `json:",omitempty"` // no message is lost but by crashes and outages
	Twice    bool `json:",omitempty"` // messages may arrive a second time
	FIFO     bool `json:",omitempty"` // links keep order: what is late holds up what is sent later
	Restarts int  `json:",omitempty"` // how many of the nodes that crash may come back

	MaxFaults  int     `json:",omitempty"` // how many faults there may be in all; 0: any number
	Lossy      Links   `json:",omitempty"` // the links that lose, delay and double messages
	Crashable  NodeSet `json:",omitempty"` // the nodes that may crash or go down
	CrashUntil int     `json:",omitempty"` // the last time at which a node crashes or goes down; 0: EOT

	Inputs *Inputs `json:"-"` // what the program leaves open: no fault, but part of every scenario
}

// String writes ⟨EOT,EFF,Crashes⟩, with what else may go wrong behind a semicolon.
func (s Spec) String() string {
	if more := s.More(); more != "" {
		return fmt.Sprintf("⟨%d,%d,%d; %s⟩", s.EOT, s.EFF, s.Crashes, more)
	}
	return fmt.Sprintf("⟨%d,%d,%d⟩", s.EOT, s.EFF, s.Crashes)
}

// More writes what may go wrong besides ⟨EOT,EFF,Crashes⟩, such as "delay 2, twice"; nothing where
// that is all.
func (s Spec) More() string {
	var more []string
	add := func(there bool, format string, args ...any) {
		if there {
			more = append(more, fmt.Sprintf(format, args...))
		}
	}
	add(s.NoLoss, "no loss")
	add(s.Delay > 0, "delay %d", s.Delay)
	add(s.Twice, "twice")
	add(s.FIFO, "fifo")
	add(s.Restarts > 0, "restarts %d", s.Restarts)
	add(s.MaxFaults > 0, "faults ≤ %d", s.MaxFaults)
	add(s.Lossy != "", "lossy %s", s.Lossy)
	add(s.Crashable != "", "crashable %s", s.Crashable)
	add(s.CrashUntil > 0, "crash-until %d", s.CrashUntil)
	return strings.Join(more, ", ")
}

// Classic reports whether only losses and crashes may go wrong, anywhere and at any time, and
// nothing is left open: the specification is no more than ⟨EOT, EFF, Crashes⟩.
func (s Spec) Classic() bool {
	return s == Spec{EOT: s.EOT, EFF: s.EFF, Crashes: s.Crashes}
}

// Validate checks 1 ≤ EOT, 0 ≤ EFF ≤ EOT, 0 ≤ Crashes ≤ nodes, 0 ≤ Restarts ≤ Crashes, and that no
// other number is negative. Names are another question: see [Spec.CheckNames].
func (s Spec) Validate(nodes int) error {
	switch {
	case s.EOT < 1:
		return fmt.Errorf("EOT is %d: a run lasts at least until time 1", s.EOT)
	case s.EFF < 0:
		return fmt.Errorf("EFF is %d: it is a time from 0 to EOT", s.EFF)
	case s.EFF > s.EOT:
		return fmt.Errorf("EFF is %d, after the end of the run: EOT is %d", s.EFF, s.EOT)
	case s.Crashes < 0:
		return fmt.Errorf("crashes is %d: it is a number from 0 to the number of nodes", s.Crashes)
	case s.Crashes > nodes:
		return fmt.Errorf("crashes is %d, but there are only %d nodes", s.Crashes, nodes)
	case s.Delay < 0:
		return fmt.Errorf("delay is %d: it is the number of rounds by which messages may be late", s.Delay)
	case s.Restarts < 0:
		return fmt.Errorf("restarts is %d: it is a number from 0 to crashes", s.Restarts)
	case s.Restarts > s.Crashes:
		return fmt.Errorf("restarts is %d, but crashes is %d: a node that comes back has crashed before, so crashes counts it, too", s.Restarts, s.Crashes)
	case s.MaxFaults < 0:
		return fmt.Errorf("faults is %d: it is the largest number of faults in all", s.MaxFaults)
	case s.CrashUntil < 0:
		return fmt.Errorf("crash-until is %d: it is a time from 1 on", s.CrashUntil)
	}
	return nil
}

// CheckNames returns an error that says which name in Lossy or Crashable is no node of a run, or
// nil.
func (s Spec) CheckNames(nodes []string) error {
	for _, limit := range []struct {
		key   string
		names []string
	}{{"lossy", s.Lossy.Names()}, {"crashable", s.Crashable.Names()}} {
		for _, n := range limit.names {
			if !slices.Contains(nodes, n) {
				return fmt.Errorf("%s names %q, which is not a node of this run (nodes: %s)", limit.key, n, strings.Join(nodes, ", "))
			}
		}
	}
	return nil
}

// CopyDelay is by how many rounds a second copy may come after the first.
func (s Spec) CopyDelay() int {
	if !s.Twice {
		return 0
	}
	return max(s.Delay, 1)
}

// LastCrash is the last time at which a node may crash or go down.
func (s Spec) LastCrash() int {
	if s.CrashUntil == 0 {
		return s.EOT
	}
	return min(s.CrashUntil, s.EOT)
}

// lossTimes is the number of times at which what is sent may be lost, late or doubled.
func (s Spec) lossTimes() int { return max(s.EFF-1, 0) }

// perMessage is the number of faults that one message may suffer in turn: those of its
// lateness, and those of its second copy.
func (s Spec) perMessage() (latenesses, copies int) {
	latenesses = s.Delay
	if !s.NoLoss {
		latenesses++
	}
	return latenesses, s.CopyDelay()
}

// AllowsFaults reports whether some fault is admissible among so many nodes.
func (s Spec) AllowsFaults(nodes int) bool {
	latenesses, copies := s.perMessage()
	return s.Crashes > 0 || nodes > 1 && s.lossTimes() > 0 && latenesses+copies > 0
}

// Latenesses lists the variables of a message's lateness: late by 1 round or more, by 2, and so
// on, and lost, which is late without end. Each implies those before it. There are none where the
// message cannot be late or lost.
func (s Spec) Latenesses(from, to string, time int) []Fault {
	if !s.suffers(from, to, time) {
		return nil
	}
	var list []Fault
	for d := 1; d <= s.Delay; d++ {
		list = append(list, LateBy(from, to, time, d))
	}
	if !s.NoLoss {
		list = append(list, Omit(from, to, time))
	}
	return list
}

// Copies lists the variables of a message's second copy: it comes 1 round or more after the
// first, 2 or more, and so on. Each implies those before it, and that the message is not lost.
func (s Spec) Copies(from, to string, time int) []Fault {
	if !s.suffers(from, to, time) {
		return nil
	}
	var list []Fault
	for d := 1; d <= s.CopyDelay(); d++ {
		list = append(list, TwiceBy(from, to, time, d))
	}
	return list
}

// suffers reports whether a message may be late, lost or doubled by a fault of its own. Both ends
// must be nodes.
func (s Spec) suffers(from, to string, time int) bool {
	return from != to && time >= 1 && time < s.EFF && s.Lossy.Has(from, to)
}

// Allowing returns the specification for one run under some faults: where it says nothing of
// delay, second copies or restarts, it allows as much of them as the faults need.
func (s Spec) Allowing(faults []Fault) Spec {
	delay, copyDelay, outages := 0, 0, 0
	for _, f := range faults {
		switch f.Kind {
		case Late:
			delay = max(delay, f.D)
		case Twice:
			copyDelay = max(copyDelay, f.D)
		case Outage:
			outages++
		}
	}
	s.Twice = s.Twice || copyDelay > 0
	if s.Delay == 0 && max(delay, copyDelay) > 1 {
		s.Delay = max(delay, copyDelay)
	} else if s.Delay == 0 {
		s.Delay = delay
	}
	if s.Restarts == 0 {
		s.Restarts = outages
	}
	return s
}
