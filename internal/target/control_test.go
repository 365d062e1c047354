package target

import (
	"flag"
	"sync"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
)

var (
	control = flag.Int("control", 10_000, "how many events of each sample without a bug to check (the long run: 1000000)")
	seed    = flag.Uint64("seed", 1, "the seed of these executions")
)

// Without a bug no sample violates anything under the plan that it has, whether links keep their order or not.
func TestControl(t *testing.T) {
	for _, s := range Samples() {
		t.Run(s.Name, func(t *testing.T) {
			events := 0
			for _, fifo := range []bool{false, true} {
				x, err := Open(t.Context(), []string{s.Name}, Options{FIFO: fifo})
				if err != nil {
					t.Fatal(err)
				}
				defer x.Close()
				enough := make(chan struct{})
				stop := sync.OnceFunc(func() { close(enough) })
				c := fuzz.Campaign{System: x.System, Plan: x.Plan, Seed: *seed, Until: 1, Stop: enough, Tell: func(r fuzz.Result) {
					if r.Events >= *control/2 { // some runs of randtree are short
						stop()
					}
				}}
				r, err := c.Run(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range r.Violations {
					t.Errorf("seed %d, links %v, run %d: %s", *seed, x.System.Order, v.Run, v.Text)
				}
				if r.Did[node.Deliver] == 0 || r.Did[node.Fire] == 0 {
					t.Errorf("little has happened: %v", r.Did)
				}
				events += r.Events
			}
			t.Logf("%d events", events)
		})
	}
}
