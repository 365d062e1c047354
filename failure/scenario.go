package failure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Scenario is a set of faults.
//
// Invariant of a Scenario made by [NewScenario]: sorted by [Fault.Compare], no
// repetition, and in normal form: no omission by a node that crashed at that time
// or earlier. The nil Scenario is the failure-free one.
type Scenario []Fault

// NewScenario makes a scenario in normal form. It keeps several crashes of one
// node, which [Scenario.Admissible] refuses.
func NewScenario(faults ...Fault) Scenario {
	s := slices.Clone(faults)
	slices.SortFunc(s, Fault.Compare)
	s = slices.Compact(s)
	crashed := map[string]bool{}
	kept := s[:0]
	for i := 0; i < len(s); {
		// A crash at time t swallows the omissions of time t, which sort first.
		j := i
		for j < len(s) && s[j].Time == s[i].Time {
			if s[j].Kind == Crash {
				crashed[s[j].Node] = true
			}
			j++
		}
		for _, f := range s[i:j] {
			if f.Kind == Crash || !crashed[f.Node] {
				kept = append(kept, f)
			}
		}
		i = j
	}
	if len(kept) == 0 {
		return nil
	}
	return Scenario(slices.Clip(kept))
}

// Omissions returns the scenario's omissions in order.
func (s Scenario) Omissions() []Fault { return s.kind(Omission) }

// Crashes returns the scenario's crashes in order.
func (s Scenario) Crashes() []Fault { return s.kind(Crash) }

func (s Scenario) kind(k Kind) []Fault {
	var out []Fault
	for _, f := range s {
		if f.Kind == k {
			out = append(out, f)
		}
	}
	return out
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

// Admissible returns an error that names the first fault that spec does not allow
// over the given nodes, or nil.
func (s Scenario) Admissible(spec Spec, nodes []string) error {
	crashed := map[string]bool{}
	for _, f := range s {
		if !slices.Contains(nodes, f.Node) {
			return fmt.Errorf("%v: %q is not a node of this run (nodes: %s)", f, f.Node, strings.Join(nodes, ", "))
		}
		if f.Time < 1 {
			return fmt.Errorf("%v: times start at 1", f)
		}
		if f.Kind == Omission {
			switch {
			case !slices.Contains(nodes, f.To):
				return fmt.Errorf("%v: %q is not a node of this run (nodes: %s)", f, f.To, strings.Join(nodes, ", "))
			case f.Node == f.To:
				return fmt.Errorf("%v: a message to oneself always arrives", f)
			case f.Time >= spec.EFF:
				return fmt.Errorf("%v: messages are lost only at times before EFF, which is %d", f, spec.EFF)
			}
			continue
		}
		switch {
		case f.Time > spec.EOT:
			return fmt.Errorf("%v: the run ends at EOT, which is %d", f, spec.EOT)
		case crashed[f.Node]:
			return fmt.Errorf("%v: %s crashes twice", f, f.Node)
		}
		crashed[f.Node] = true
	}
	if len(crashed) > spec.Crashes {
		return fmt.Errorf("%s, but the specification %v allows %d", howMany(len(crashed)), spec, spec.Crashes)
	}
	return nil
}

// AtMost reports whether s ≤ t: every omission of s is in t, and every crash of s
// is in t at the same time or earlier.
func (s Scenario) AtMost(t Scenario) bool {
	for _, f := range s {
		if f.Kind == Omission {
			if !t.Has(f) {
				return false
			}
			continue
		}
		if at, crashes := t.CrashTime(f.Node); !crashes || at > f.Time {
			return false
		}
	}
	return true
}

// Compare is the order in which counterexamples are preferred: fewest faults,
// then the largest sum of crash times, then the smallest sorted list of faults. A
// scenario that is smaller by [Scenario.AtMost] always comes first.
func (s Scenario) Compare(t Scenario) int {
	return cmp.Or(
		cmp.Compare(len(s), len(t)),
		cmp.Compare(t.CrashTimes(), s.CrashTimes()),
		slices.CompareFunc(s, t, Fault.Compare),
	)
}

// CrashTimes returns the sum of the crash times.
func (s Scenario) CrashTimes() int {
	sum := 0
	for _, f := range s {
		if f.Kind == Crash {
			sum += f.Time
		}
	}
	return sum
}

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

// howMany says how many nodes crash.
func howMany(n int) string {
	if n == 1 {
		return "1 node crashes"
	}
	return fmt.Sprintf("%d nodes crash", n)
}
