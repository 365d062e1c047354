package reduce

import (
	"molly/explore/schedule"
	"molly/node"
)

// step is an event of an execution.
type step struct {
	schedule.Step
	// place is where the step stood in the execution with which the stage began, by which a stage knows it.
	place int
	// content is a hash of all of the step.
	content uint64
}

// stepsOf are the steps of an execution.
func stepsOf(events []*node.Event) []step {
	list := make([]step, len(events))
	for i, s := range schedule.Of(events) {
		list[i] = step{Step: s, place: i, content: contentOf(&s)}
	}
	return list
}

func contentOf(s *schedule.Step) uint64 {
	lost := uint64(0)
	if s.Action.Lost {
		lost = 1
	}
	a := &s.Action
	return node.Combine(uint64(a.Kind), uint64(a.ID), uint64(a.Item), uint64(a.Node), uint64(a.To), node.HashString(a.Type), node.Hash(a.Body), lost,
		uint64(s.From), uint64(s.To), node.HashString(s.Type), s.Key.Bytes, s.Key.Masked)
}

// size is how large an execution is: by its events, and then by what comes with those from outside.
type size struct{ events, bytes int }

func sizeOf(steps []step) size {
	s := size{events: len(steps)}
	for i := range steps {
		if steps[i].External() {
			s.bytes += len(steps[i].Action.Body)
		}
	}
	return s
}

func externals(steps []step) (n int) {
	for i := range steps {
		if steps[i].External() {
			n++
		}
	}
	return n
}

// numbered gives each step its place.
func numbered(steps []step) []step {
	for i := range steps {
		steps[i].place = i
	}
	return steps
}
