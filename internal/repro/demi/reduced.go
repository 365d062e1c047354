package demi

import (
	"context"
	"time"

	"molly/explore/reduce"
	"molly/explore/schedule"
	"molly/node"
	"molly/node/trace"
)

// reduced is what a reduction came to.
type reduced struct {
	size
	*reduce.Result
	elapsed time.Duration
}

// The paper's methods leave out events and nothing else, and compare messages by all that they do (§3.2.1).
const leavingOut = reduce.Provenance | reduce.Externals | reduce.Internals

// paperLevels are those of the paper's STSSched; the identity is stricter than the first of them.
var paperLevels = []schedule.Level{schedule.Identity, schedule.Bytes, schedule.Masked}

// schedules bounds the executions of TFB for each set of events.
const schedules = 20

// A method reduces executions.
type method struct {
	name    string
	options reduce.Options
}

// The paper's methods.
func (o Options) methods() []method {
	return []method{
		{"STSSched", reduce.Options{Stages: leavingOut, Levels: paperLevels, Executions: o.Executions}},
		{"TFB", reduce.Options{Stages: leavingOut, Levels: schedule.Levels(), Schedules: schedules, Executions: o.Executions}},
		{"NoDiverge", reduce.Options{Stages: leavingOut, Levels: paperLevels, NoDiverge: true, Executions: o.Executions}},
	}
}

func (m method) reduce(ctx context.Context, s *node.System, t *trace.Trace) (*reduced, error) {
	begin := time.Now()
	r, err := reduce.Reduce(ctx, s, t, m.options)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return &reduced{sizeAfter(r.Stages[len(r.Stages)-1]), r, time.Since(begin)}, nil
}

// sizeAfter is the size after a stage.
func sizeAfter(s reduce.Stage) size { return size{s.Events, s.Externals} }

// ours is what all stages came to.
type ours struct {
	initial, provenance size
	local               *reduced // where no event alone can be left out, before any search near it
	end                 *reduced // with the search, and all that are shorter
}

// everything reduces by all stages.
func everything(ctx context.Context, s *node.System, t *trace.Trace) (*ours, error) {
	// The search near a minimum begins before the local minimum where many events are left, so this one is reduced by itself.
	local, err := method{options: reduce.Options{Stages: leavingOut | reduce.Contents}}.reduce(ctx, s, t)
	if err != nil {
		return nil, err
	}
	end, err := method{}.reduce(ctx, s, t)
	if err != nil {
		return nil, err
	}
	m := &ours{initial: sizeAfter(end.Stages[0]), local: local, end: end}
	m.provenance = m.initial
	if second := end.Stages[1]; second.Name == "provenance" {
		m.provenance = sizeAfter(second)
	}
	return m, nil
}
