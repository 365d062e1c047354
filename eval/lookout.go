package eval

import (
	"slices"

	"molly/circuit"
	"molly/failure"
)

// lookout sees a circuit under many admissible scenarios at a time: some that were drawn
// once and for all, and some that a solver gave, with others like them. The latter are
// likely to show at the next time what they showed at this one.
type lookout struct {
	*sampler
	circuit *circuit.Circuit
	drawn   []*circuit.Lanes
	learned []*circuit.Lanes // the latest
	models  []failure.Scenario
	// complete means that the drawn ones are all that there are.
	complete bool
}

const (
	drawnLanes   = 4 // times circuit.LaneCount scenarios
	learnedLanes = 8 // at most
	alike        = 8 // scenarios that are remembered for each that the solver gives
	fewScenarios = 1024
)

// simulate brings everything up to date with the circuit.
func (o *lookout) simulate() {
	if o.drawn == nil {
		list := o.few()
		if o.complete = list != nil; !o.complete {
			list = append(list, nil) // without faults
			for len(list) < drawnLanes*circuit.LaneCount {
				list = append(list, o.scenario())
			}
		}
		for part := range slices.Chunk(list, circuit.LaneCount) {
			o.drawn = append(o.drawn, circuit.NewLanes(part))
		}
	}
	for _, l := range o.drawn {
		o.circuit.Simulate(l)
	}
	for _, l := range o.learned {
		o.circuit.Simulate(l)
	}
}

// few returns all admissible scenarios, if they are few.
func (o *lookout) few() []failure.Scenario {
	if n := o.spec.Scenarios(len(o.nodes)); !n.IsInt64() || n.Int64() > fewScenarios {
		return nil
	}
	return slices.Collect(o.spec.Each(o.nodes))
}

// never reports whether l is false in all lanes.
func never(lanes []*circuit.Lanes, l circuit.Lit) bool {
	for _, w := range lanes {
		if w.Holds(l) != 0 {
			return false
		}
	}
	return true
}

// learn remembers a scenario. It returns lanes that have it, and many like it.
func (o *lookout) learn(sc failure.Scenario) *circuit.Lanes {
	list := []failure.Scenario{sc}
	for len(list) < circuit.LaneCount {
		list = append(list, o.like(sc))
	}
	lanes := circuit.NewLanes(list)
	o.circuit.Simulate(lanes)
	o.models = append(o.models, list[:alike]...)
	if len(o.models) == circuit.LaneCount {
		l := circuit.NewLanes(o.models)
		o.circuit.Simulate(l)
		if o.models = nil; len(o.learned) == learnedLanes {
			copy(o.learned, o.learned[1:])
			o.learned = o.learned[:learnedLanes-1]
		}
		o.learned = append(o.learned, l)
	}
	return lanes
}
