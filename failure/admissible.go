package failure

import (
	"fmt"
	"slices"
	"strings"
)

// Allows returns an error that says why spec does not allow the fault over the given nodes, or
// nil. What it says of several faults together is another question: see [Scenario.Admissible].
func (s Spec) Allows(f Fault, nodes []string) error {
	switch {
	case f.Kind == Input:
		return s.allowsInput(f)
	case !slices.Contains(nodes, f.Node):
		return fmt.Errorf("%v: %q is not a node of this run (nodes: %s)", f, f.Node, strings.Join(nodes, ", "))
	case f.Time < 1:
		return fmt.Errorf("%v: times start at 1", f)
	case f.Kind.OfLink():
		return s.allowsOfLink(f, nodes)
	case f.Time > s.EOT:
		return fmt.Errorf("%v: the run ends at EOT, which is %d", f, s.EOT)
	case f.Time > s.LastCrash():
		return fmt.Errorf("%v: nodes crash or go down at time %d at the latest", f, s.LastCrash())
	case !s.Crashable.Has(f.Node):
		return fmt.Errorf("%v: only these nodes crash or go down: %s", f, s.Crashable)
	case f.Kind == Crash:
		return nil
	case s.Restarts == 0:
		return fmt.Errorf("%v: the specification %v allows no restarts", f, s)
	case f.Until <= f.Time:
		return fmt.Errorf("%v: a node comes back after it went down", f)
	case f.Until > s.EFF:
		return fmt.Errorf("%v: a node that comes back is back at EFF at the latest, which is %d", f, s.EFF)
	}
	return nil
}

func (s Spec) allowsOfLink(f Fault, nodes []string) error {
	switch {
	case !slices.Contains(nodes, f.To):
		return fmt.Errorf("%v: %q is not a node of this run (nodes: %s)", f, f.To, strings.Join(nodes, ", "))
	case f.Node == f.To:
		return fmt.Errorf("%v: a message to oneself always arrives", f)
	case f.Time >= s.EFF && f.Kind == Omission:
		return fmt.Errorf("%v: messages are lost only at times before EFF, which is %d", f, s.EFF)
	case f.Time >= s.EFF:
		return fmt.Errorf("%v: messages are late or come twice only if they are sent before EFF, which is %d", f, s.EFF)
	case !s.Lossy.Has(f.Node, f.To):
		return fmt.Errorf("%v: only these links lose, delay or double messages: %s", f, s.Lossy)
	case f.Kind == Omission && s.NoLoss:
		return fmt.Errorf("%v: the specification %v loses no messages", f, s)
	case f.Kind == Late && s.Delay == 0:
		return fmt.Errorf("%v: the specification %v allows no delay", f, s)
	case f.Kind == Twice && !s.Twice:
		return fmt.Errorf("%v: by the specification %v nothing arrives twice", f, s)
	case f.Kind != Omission && f.D < 1:
		return fmt.Errorf("%v: the number of rounds is at least 1", f)
	case f.Kind == Late && f.D > s.Delay, f.Kind == Twice && f.D > s.CopyDelay():
		most := s.Delay
		if f.Kind == Twice {
			most = s.CopyDelay()
		}
		return fmt.Errorf("%v: the specification %v allows at most %s", f, s, rounds(most))
	}
	return nil
}

func (s Spec) allowsInput(f Fault) error {
	switch {
	case !s.Inputs.has(f):
		return fmt.Errorf("%v: no `may` clause of the program offers this input", f)
	case f.Time > s.EOT:
		return fmt.Errorf("%v: the run ends at EOT, which is %d", f, s.EOT)
	}
	return nil
}

// Admissible returns an error that names the first fault that spec does not allow
// over the given nodes, or nil.
func (s Scenario) Admissible(spec Spec, nodes []string) error {
	ended := map[string]bool{}
	chosen := map[int]bool{}
	restarts := 0
	for _, f := range s {
		if err := spec.Allows(f, nodes); err != nil {
			return err
		}
		switch {
		case f.Kind.OfNode():
			if ended[f.Node] {
				if f.Kind == Crash && len(s.Of(Outage)) == 0 {
					return fmt.Errorf("%v: %s crashes twice", f, f.Node)
				}
				return fmt.Errorf("%v: %s crashes or goes down twice", f, f.Node)
			}
			ended[f.Node] = true
			if f.Kind == Outage {
				restarts++
			}
		case f.Kind == Input:
			if chosen[f.D] {
				return fmt.Errorf("%v: this input is chosen twice", f)
			}
			chosen[f.D] = true
		}
	}
	switch {
	case len(ended) > spec.Crashes:
		return fmt.Errorf("%s, but the specification %v allows %d", howMany(len(ended)), spec, spec.Crashes)
	case restarts > spec.Restarts:
		return fmt.Errorf("%d nodes come back, but the specification %v allows %d", restarts, spec, spec.Restarts)
	case spec.MaxFaults > 0 && s.Size() > spec.MaxFaults:
		return fmt.Errorf("there are %d faults, but the specification %v allows %d", s.Size(), spec, spec.MaxFaults)
	}
	return nil
}

// howMany says how many nodes crash.
func howMany(n int) string {
	if n == 1 {
		return "1 node crashes"
	}
	return fmt.Sprintf("%d nodes crash", n)
}

func rounds(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}
