package reduce

import (
	"molly/explore/schedule"
)

// Stages are stages of a reduction.
type Stages uint

// The stages.
const (
	Provenance Stages = 1 << iota
	Externals
	Internals
	Contents
	Again    // short random executions near the minimum
	Smallest // all executions that are shorter

	All = Provenance | Externals | Internals | Contents | Again | Smallest
)

// Options say how an execution is reduced. The zero value stands for all stages with all levels.
type Options struct {
	// Stages are those that are done; 0 means All.
	Stages Stages
	// Levels say how like a message must be to stand for the recorded one, from the strictest on; nil means all.
	Levels []schedule.Level
	// Any takes any violation for the one that is kept, which may so become another one.
	Any bool
	// Executions is how many executions there are at most; 0 means no bound.
	Executions int
	// Schedules is how many executions there are at most for each set of events that is tested. The first one follows the
	// smallest execution so far; the others deliver another message of the same kind somewhere (Alg. 1, TFB). 0 means 1.
	Schedules int
	// NoDiverge gives an execution up at the first step that brings a node from a state into one in a way that the recorded
	// execution did not (§6).
	NoDiverge bool
	// Runs is how many random executions are searched for a smaller one, each time; 0 means DefaultRuns.
	Runs int
	// Exhaust is how many events may be done at most to look through all executions that are shorter than the smallest one,
	// over the events from outside that are left; 0 means DefaultExhaust.
	Exhaust int
	// Seed is that of the random executions.
	Seed uint64
	// Progress is told how far the reduction is: at the beginning of each stage, and after each execution that is not one of many
	// in the search near the minimum. It may be nil.
	Progress func(Progress)
}

// DefaultRuns is how many random executions without a find end the search near the minimum.
const DefaultRuns = 20_000

// DefaultExhaust is how many events are done at most to look through all shorter executions.
const DefaultExhaust = 1_000_000

// Progress is how far a reduction is.
type Progress struct {
	Stage             string
	Executions        int // so far
	Events, Externals int // of the smallest execution so far
}

// filled are the options with what zero values stand for.
func (o Options) filled() Options {
	if o.Stages == 0 {
		o.Stages = All
	}
	if o.Levels == nil {
		o.Levels = schedule.Levels()
	}
	if o.Runs == 0 {
		o.Runs = DefaultRuns
	}
	if o.Exhaust == 0 {
		o.Exhaust = DefaultExhaust
	}
	o.Schedules = max(1, o.Schedules)
	return o
}
