package failure

import "fmt"

// Describe says in words what a fault does.
func (f Fault) Describe() string {
	if f.Kind == Crash {
		return fmt.Sprintf("%s crashes at time %d: nothing that it sends from then on arrives", f.Node, f.Time)
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
	losses := "no losses"
	switch {
	case s.EFF == 2:
		losses = "any losses at time 1"
	case s.EFF > 2:
		losses = fmt.Sprintf("any losses at times 1 to %d", s.EFF-1)
	}
	switch s.Crashes {
	case 0:
		return losses + ", no crashes"
	case 1:
		return losses + ", at most 1 crash"
	}
	return fmt.Sprintf("%s, at most %d crashes", losses, s.Crashes)
}
