package satsweep

import (
	"slices"

	"molly/circuit"
	"molly/failure"
)

// patterns simulate a circuit under many admissible scenarios: some that were drawn once
// and for all, and the latest that a solver gave, with others like them. The latter are
// likely to show at the next time what they showed at this one.
type patterns struct {
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
func (p *patterns) simulate() {
	if p.drawn == nil {
		list := p.few()
		if p.complete = list != nil; !p.complete {
			list = append(list, nil) // without faults
			for len(list) < drawnLanes*circuit.LaneCount {
				list = append(list, p.scenario())
			}
		}
		for part := range slices.Chunk(list, circuit.LaneCount) {
			p.drawn = append(p.drawn, circuit.NewLanes(part))
		}
	}
	for _, l := range p.drawn {
		p.circuit.Simulate(l)
	}
	for _, l := range p.learned {
		p.circuit.Simulate(l)
	}
}

// few returns all admissible scenarios, if they are few.
func (p *patterns) few() []failure.Scenario {
	if n := p.spec.Scenarios(p.nodes); !n.IsInt64() || n.Int64() > fewScenarios {
		return nil
	}
	return slices.Collect(p.spec.Each(p.nodes))
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
func (p *patterns) learn(sc failure.Scenario) *circuit.Lanes {
	list := []failure.Scenario{sc}
	for len(list) < circuit.LaneCount {
		list = append(list, p.like(sc))
	}
	lanes := circuit.NewLanes(list)
	p.circuit.Simulate(lanes)
	p.models = append(p.models, list[:alike]...)
	if len(p.models) == circuit.LaneCount {
		l := circuit.NewLanes(p.models)
		p.circuit.Simulate(l)
		if p.models = nil; len(p.learned) == learnedLanes {
			copy(p.learned, p.learned[1:])
			p.learned = p.learned[:learnedLanes-1]
		}
		p.learned = append(p.learned, l)
	}
	return lanes
}
