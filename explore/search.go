package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"molly/node"
)

// Options say how far an exploration goes.
type Options struct {
	// Events is how many events an execution has at most after the prefix; 0 means no bound. Only States and Fewest have
	// one: what is left out because of it is not the same for all orders of a class's steps, as source sets need.
	Events int
	// Executions ends the exploration after so many; 0 means no bound.
	Executions int
	// All goes on after a violation, for others.
	All bool
	// Progress hears of each execution that has ended.
	Progress func(Count)

	fingerprint string // of the violation that is looked for, or ""
	budget      int    // how many events may be executed; 0 means no bound
}

// Found is an execution in which something is violated.
type Found struct {
	Actions   []node.Action // all of them, the prefix included
	Violation *node.Violation
}

// Method is how an exploration is done.
type Method string

// The methods.
const (
	ByStates  Method = "states"
	ByClasses Method = "classes"
)

// Explore does Classes where that is enough, else States.
func Explore(ctx context.Context, s *Space, o Options) (*Result, error) {
	if o.Events == 0 && s.refused() == nil && s.causal() {
		return Classes(ctx, s, o)
	}
	return States(ctx, s, o)
}

// Result says what an exploration has found.
type Result struct {
	Count
	Method Method
	// Violations are the violations by their fingerprints, in the order in which they were found: of each the first of those
	// with the fewest events.
	Violations []Found
	// Complete says that all executions within the bounds were done.
	Complete bool
	// Cut says that some of them could go on beyond Options.Events.
	Cut bool
}

// search is one exploration.
type search struct {
	*walk
	ctx     context.Context
	options Options
	result  *Result
	every   func(*search) // sees each state, or is nil
}

// endless is how many events an execution may have after the prefix where there is no bound: a longer one will not end.
const endless = 5000

// errEnough ends a search that has done what it was asked for.
var errEnough = errors.New("enough")

// start makes a search, runs it and says how it ended.
func start(ctx context.Context, s *Space, o Options, run func(*search) error) (*Result, error) {
	w, err := newWalk(s)
	if err != nil {
		return nil, err
	}
	defer w.world.Close()
	x := &search{walk: w, ctx: ctx, options: o, result: &Result{}}
	err = x.begin()
	if err == nil {
		err = run(x)
	}
	x.result.Count = x.count
	x.result.Complete = err == nil
	if errors.Is(err, errEnough) {
		err = nil
	}
	return x.result, err
}

// begin looks for violations in the prefix.
func (x *search) begin() error {
	for _, e := range x.world.Events() {
		if err := x.judge(e); err != nil {
			return err
		}
	}
	return nil
}

// take takes a step and looks whether something is violated.
func (x *search) take(s step) error {
	if x.options.budget > 0 && x.count.Events >= x.options.budget {
		return errEnough
	}
	if x.options.Events == 0 && len(x.path) >= endless {
		return fmt.Errorf("an execution has more than %d events: bound how often timers fire, or how many events there are", endless)
	}
	events, err := x.do(x.ctx, s)
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := x.judge(e); err != nil {
			return err
		}
	}
	return nil
}

func (x *search) judge(e *node.Event) error {
	v := e.Violation
	if v == nil || x.options.fingerprint != "" && v.Fingerprint != x.options.fingerprint {
		return nil
	}
	f := Found{Violation: v}
	for _, done := range x.world.Events()[:e.Index+1] {
		f.Actions = append(f.Actions, done.Action)
	}
	list := x.result.Violations
	i := slices.IndexFunc(list, func(g Found) bool { return g.Violation.Fingerprint == v.Fingerprint })
	switch {
	case i < 0:
		x.result.Violations = append(list, f)
	case len(f.Actions) < len(list[i].Actions):
		list[i] = f
	}
	if !x.options.All {
		return errEnough
	}
	return nil
}

// ended counts an execution that has come to its end.
func (x *search) ended() error {
	x.count.Executions++
	if x.options.Progress != nil {
		x.options.Progress(x.count)
	}
	if x.options.Executions > 0 && x.count.Executions >= x.options.Executions {
		return errEnough
	}
	return nil
}
