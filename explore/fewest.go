package explore

import "context"

// Goal is what Fewest looks for, and where it gives up.
type Goal struct {
	// Fingerprint is that of the violation; "" takes each.
	Fingerprint string
	// Events is the greatest number of events that is tried, the prefix included. To ask whether an execution of n
	// events can be shorter: n - 1.
	Events int
	// Budget ends the search after so many executed events, those that are done again included; 0 means no bound. It does
	// not depend on the machine, as a time would.
	Budget int
	// Progress hears how many events are tried now, and what was done so far.
	Progress func(events int, c Count)
}

// Answer is what Fewest has found.
type Answer struct {
	Count
	// Found is an execution of fewest events, or nil.
	Found *Found
	// Tried is up to how many events, the prefix included, all executions were tried, and none has what is looked for. Where it
	// is Goal.Events, or Exhausted, there is none.
	Tried int
	// Exhausted says that no execution has more events than Tried.
	Exhausted bool
}

// None reports whether there is no execution as was looked for.
func (a *Answer) None(g Goal) bool { return a.Found == nil && (a.Exhausted || a.Tried >= g.Events) }

// Fewest looks for an execution of fewest events in which something is violated: among all of the space, first those of as
// many events as the prefix, then one more, and so on (iterative deepening of [States]). So the first that it finds is of
// fewest events: all shorter ones were tried, up to the order of steps that have nothing to do with each other.
//
// The time grows exponentially with the number of events. It is meant for the few that are left after a reduction.
//
// The error is the context's, or says what is wrong with the space; the answer is what was found until then. A budget that
// is used up is no error.
func Fewest(ctx context.Context, s *Space, g Goal) (*Answer, error) {
	a := &Answer{}
	r, err := start(ctx, s, Options{fingerprint: g.Fingerprint, budget: g.Budget}, func(x *search) error {
		err := x.deepen(g, a)
		a.Count = x.count
		return err
	})
	if r != nil && len(r.Violations) > 0 {
		a.Found = &r.Violations[0]
	}
	return a, err
}

// deepen tries all executions of up to so many events, and then of one more.
func (x *search) deepen(g Goal, a *Answer) error {
	for a.Tried = x.begun; a.Tried < g.Events; a.Tried++ {
		if g.Progress != nil {
			g.Progress(a.Tried+1, x.count)
		}
		x.options.Events, x.result.Cut = a.Tried+1-x.begun, false
		x.back(0)
		if err := x.arrive(); err != nil {
			return err
		}
		if err := x.states(nil); err != nil {
			return err
		}
		if !x.result.Cut {
			a.Exhausted = true
			a.Tried++
			break
		}
	}
	return nil
}
