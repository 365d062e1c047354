package spark

import (
	"molly/explore/fuzz"
	"molly/node/actor"
)

// Plan is how random executions of the system are made: of about the size of those on which DEMi was evaluated.
func Plan() fuzz.Plan {
	p := fuzz.Plan{
		Events: 1000, Externals: 22,
		Timer: 0.02,
		Timers: map[string]float64{
			"task": 0.5, "wait": 0.05, "register": 0.005, "check": 0.003,
		},
		Crash: 0.0005, Restart: 0.03, Command: 0.01,
	}
	for _, job := range []struct {
		weight float64
		blocks []string
	}{
		{1, []string{"a", "b", "c"}}, {1, []string{"a", "a", "a"}}, {1, []string{"b", "c"}}, {1, []string{"", "", ""}}, {0.3, []string{"", "c"}},
	} {
		p.Commands = append(p.Commands, fuzz.Command{Type: "RunJob", Body: actor.Body(RunJob{job.blocks}), Nodes: drivers, Weight: job.weight})
	}
	return p
}
