package failure

import (
	"fmt"
	"strings"
)

// Describe says in words what a fault does, or that an input is there.
func (f Fault) Describe() string {
	switch f.Kind {
	case Late:
		return fmt.Sprintf("what %s sends to %s at time %d is %s late", f.Node, f.To, f.Time, rounds(f.D))
	case Twice:
		return fmt.Sprintf("what %s sends to %s at time %d arrives a second time, %s after the first", f.Node, f.To, f.Time, rounds(f.D))
	case Crash:
		return fmt.Sprintf("%s crashes at time %d: nothing that it sends from then on arrives", f.Node, f.Time)
	case Outage:
		if f.Until == f.Time+1 {
			return fmt.Sprintf("%s is down at time %d, and comes back at time %d", f.Node, f.Time, f.Until)
		}
		return fmt.Sprintf("%s is down from time %d to %d, and comes back at time %d", f.Node, f.Time, f.Until-1, f.Until)
	case Input:
		return fmt.Sprintf("the input %s is there at time %d", f.Node, f.Time)
	}
	return fmt.Sprintf("what %s sends to %s at time %d is lost", f.Node, f.To, f.Time)
}

// Describe says in words what each fault does.
func (s Scenario) Describe() []string {
	list := make([]string, len(s))
	for i, f := range s {
		list[i] = f.Describe()
	}
	return list
}

// Describe says in words which faults a specification admits.
func (s Spec) Describe() string {
	times := ""
	switch {
	case s.EFF == 2:
		times = " at time 1"
	case s.EFF > 2:
		times = fmt.Sprintf(" at times 1 to %d", s.EFF-1)
	}
	parts := []string{"no losses"}
	if times != "" && !s.NoLoss {
		parts[0] = "any losses" + times
	}
	if times != "" && s.Delay > 0 {
		order := ""
		if s.FIFO {
			order = ", in the order in which they are sent"
		}
		parts = append(parts, fmt.Sprintf("messages sent%s up to %s late%s", times, rounds(s.Delay), order))
	}
	if times != "" && s.Twice {
		parts = append(parts, fmt.Sprintf("messages sent%s may arrive a second time, up to %s after the first", times, rounds(s.CopyDelay())))
	}
	if times != "" && s.Lossy != "" {
		parts = append(parts, fmt.Sprintf("all this only on the links %s", s.Lossy))
	}
	crashes := "no crashes"
	switch {
	case s.Crashes == 1:
		crashes = "at most 1 crash"
	case s.Crashes > 1:
		crashes = fmt.Sprintf("at most %d crashes", s.Crashes)
	}
	if s.Crashes > 0 && s.Crashable != "" {
		crashes += fmt.Sprintf(" of %s", s.Crashable)
	}
	if s.Crashes > 0 && s.CrashUntil > 0 {
		crashes += fmt.Sprintf(" up to time %d", s.CrashUntil)
	}
	parts = append(parts, crashes)
	switch {
	case s.Restarts > 0 && s.Restarts == s.Crashes:
		parts = append(parts, fmt.Sprintf("after which nodes may come back up to time %d", s.EFF))
	case s.Restarts > 0:
		parts = append(parts, fmt.Sprintf("after which %d may come back up to time %d", s.Restarts, s.EFF))
	}
	if s.MaxFaults > 0 {
		parts = append(parts, fmt.Sprintf("at most %d faults in all", s.MaxFaults))
	}
	return strings.Join(parts, ", ")
}
